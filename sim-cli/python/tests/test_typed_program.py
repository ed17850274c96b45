"""The program that type checkers accept runs, too."""

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")
import typed_program  # noqa: E402


def test_typed_program_runs(tmp_path, capsys):
    typed_program.main(tmp_path)
    assert capsys.readouterr().out
