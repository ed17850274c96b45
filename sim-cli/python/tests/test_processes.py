"""Forks, threads, Ctrl-C, memory and bad arguments: one error line, never a panic, an abort or a hang."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import goldrush
import numpy as np
import pytest

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


def work(seed):
    batch = goldrush.Batch(32, seed=seed)
    batch.step(batch.random_actions())
    return len(batch.turns()[1]), goldrush.Game(seed=seed).best_moves(1, worlds=4)[0]["turn"]


def test_forked_children_play():
    here = [work(seed) for seed in range(4)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(work, range(4)).get(timeout=60) == here


def test_forked_child_steps_the_batch_of_its_parent():
    batch = goldrush.Batch(64)
    batch.step(batch.random_actions())
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        batch.step(batch.random_actions())
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    batch.step(batch.random_actions())


CALLS = {
    "best_moves": ("game = goldrush.Game()", "game.best_moves(3, worlds=1_000_000)"),
    "choose": ("game = goldrush.Game()", "game.choose('rollout:playouts=5000000')"),
    "batch": ("", "while True: goldrush.Batch(60_000)"),
    "turns": ("batch = goldrush.Batch(30_000)", "while True: batch.turns()"),
    "observe": ("batch = goldrush.Batch(10_000)", "while True: batch.observe()"),
}


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_long_calls_within_a_second(call):
    before, long = CALLS[call]
    program = f"""
import goldrush, os, time
{before}
# Python 3.11 does not catch what is raised by the jump of a loop, but by the call of a function.
def run():
    {long}
print("begins", flush=True)
try:
    run()
except KeyboardInterrupt:
    print(time.time(), flush=True)
    os._exit(3)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "begins\n"
            time.sleep(0.7)
            process.send_signal(signal.SIGINT)
            sent = time.time()
            ended, _ = process.communicate(timeout=10)
        finally:
            process.kill()
    assert process.returncode == 3 and float(ended) - sent < 1.5, "a second, and half for a busy machine"


def test_calls_work_after_ctrl_c():
    """The next call does not wait for the threads of the interrupted one."""
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        goldrush.Game().choose("rollout:playouts=300000")
    batch = goldrush.Batch(64)
    batch.step(batch.random_actions())


def test_batch_belongs_to_one_thread_at_a_time():
    batch, raised = goldrush.Batch(2000), []

    def step():
        for _ in range(10):
            try:
                batch.step(batch.random_actions())
            except (RuntimeError, ValueError) as e:
                raised.append(str(e))

    threads = [threading.Thread(target=step) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all("borrowed" in told or "not legal" in told for told in raised)
    batch.step(batch.random_actions())


OUT_OF_RANGE = [-1, -(2**63), 10**12, 2**63 - 1, 2**63, 2**64, 2**200, -(2**200)]


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("n", lambda number: goldrush.Batch(number)),
        ("players", lambda number: goldrush.Game(players=number)),
        ("players", lambda number: goldrush.Batch(4, players=number)),
        ("window", lambda number: goldrush.Game(window=number)),
        ("window", lambda number: goldrush.Game.load("nowhere", window=number)),
        ("count", lambda number: goldrush.Game().best_moves(number)),
        ("worlds", lambda number: goldrush.Game().best_moves(1, worlds=number)),
        ("seat", lambda number: goldrush.Game().observation(number)),
        ("seat", lambda number: goldrush.Game().arrays(number)),
        ("seat", lambda number: goldrush.Game().features(number)),
        ("seat", lambda number: goldrush.Game().svg(number)),
        ("seat", lambda number: goldrush.Game().scene(number)),
        ("seat", lambda number: goldrush.Game().sample(number)),
        ("action", lambda number: goldrush.Game().act(number)),
    ],
)
def test_numbers_out_of_range_are_refused_in_one_line(name, call):
    for number in OUT_OF_RANGE:
        with pytest.raises(ValueError, match=name) as told:
            call(number)
        assert len(str(told.value).splitlines()) == 1
    with pytest.raises(TypeError):
        call(2.5)


def test_seeds_have_53_bits_and_lines_64():
    assert goldrush.Game(seed=2**53 - 1).legal_moves() and len(goldrush.Batch(2, seed=np.uint64(2**53 - 1))) == 2
    for make in (lambda seed: goldrush.Game(seed=seed), lambda seed: goldrush.Game().sample(seed=seed)):
        for seed in (-1, 2**53, 2**64, 2**200):
            with pytest.raises(ValueError, match="seed: .* from 0 to 9007199254740991 is expected"):
                make(seed)
    for line in (-1, 2**64):
        with pytest.raises(ValueError, match="line: "):
            goldrush.Game.load("nowhere", line)


def test_games_that_do_not_fit_into_memory_are_refused():
    with pytest.raises(MemoryError):
        goldrush.Batch(100_000_000)
    assert len(goldrush.Batch(4)) == 4


@pytest.mark.parametrize(
    ("change", "error", "part"),
    [
        (lambda actions: actions.astype(np.float32), TypeError, "float32 is given"),
        (lambda actions: actions.astype(bool), TypeError, "bool is given"),
        (lambda actions: actions.tolist(), TypeError, "list"),
        (lambda actions: None, TypeError, "NoneType"),
        (lambda actions: actions[:3], ValueError, r"shape \[3\] is given"),
        (lambda actions: actions.reshape(4, 1, 1), ValueError, "shape"),
        (lambda actions: np.zeros((4, 0), np.int32), ValueError, "shape"),
        (lambda actions: np.zeros((4, 4), np.int32), ValueError, "shape"),
        (lambda actions: np.array(3, np.int32), ValueError, "shape"),
        (lambda actions: np.full(4, -(2**31), np.int32), ValueError, "not legal"),
        (lambda actions: np.full(4, 2**31 - 1, np.int32), ValueError, "not legal"),
        (lambda actions: actions.astype(np.int64) + 2**32, ValueError, r"game 0: action \d{10} is not legal"),
        (lambda actions: np.full(4, 2**64 - 1, np.uint64), ValueError, "not legal"),
    ],
)
def test_arrays_of_other_kinds_are_refused_in_one_line(change, error, part):
    batch = goldrush.Batch(4)
    with pytest.raises(error, match=part) as told:
        batch.step(change(batch.random_actions()))
    assert len(str(told.value).splitlines()) == 1
    batch.step(batch.random_actions())


def test_views_and_integers_of_all_sizes_are_accepted():
    batch, other = goldrush.Batch(4, seed=1), goldrush.Batch(4, seed=1)
    for view in (
        lambda actions: np.repeat(actions, 2)[::2],
        lambda actions: actions[::-1].copy()[::-1],
        lambda actions: np.frombuffer(b"x" + actions.tobytes(), np.int32, offset=1),
        lambda actions: np.stack([actions, np.full(4, -1, np.int32)]).T,
        lambda actions: actions.astype(np.int64),
        lambda actions: actions.astype(">i4"),
        lambda actions: np.repeat(actions.astype(np.uint32), 2)[::2],
    ):
        actions = batch.random_actions()
        assert np.array_equal(actions, other.random_actions())
        batch.step(view(actions))
        other.step(actions)
        assert np.array_equal(batch.mask, other.mask)


def test_mask_is_read_only():
    batch = goldrush.Batch(4)
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[0, 0] = True
    with pytest.raises(ValueError, match="resize"):
        batch.mask.resize((1, 1), refcheck=False)
    batch.step(batch.random_actions())


def test_damaged_mask_is_found_before_any_game_moves():
    for change in (
        lambda array: array.setflags(write=False),
        lambda array: array.resize((1, 1), refcheck=False),
    ):
        batch = goldrush.Batch(4)
        change(batch.mask.base)
        before = batch.observe()[0]
        with pytest.raises(ValueError, match="mask"):
            batch.step(batch.random_actions())
        assert np.array_equal(batch.observe()[0], before)
