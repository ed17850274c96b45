#!/usr/bin/env python3
"""Check that every column of every table keeps its type in every reader, read without options.

Usage: check_tables.py GOLDRUSH [READER…]      the readers that must be there, of duckdb, polars, pandas, R and libreoffice (default: all)

Also checks that the calls of RECORDS.md read a key of records that first occurs in line 20,601.

Plays small runs of all games whose texts look like numbers or dates to a reader that guesses types: points at the start by seat, tokens,
cards, restrictions, levels of rules, tiles with a number for a name, bots with odd names. Takes the types from COLUMNS.md. Prints
what each reader takes the columns of text for. First checks that the readers do mistake what they should: a check that finds nothing
wrong with a date is no check. pip install duckdb polars pandas; apt-get install r-base-core libreoffice-calc
"""

import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDRUSH = Path(sys.argv[1]).resolve()
# Columns of text of tables that are not in COLUMNS.md.
TEXTS = {
    "matches": {"a", "b", "commit", "game"},
    "tuning": {"command", "bot_name", "bot_salt"},
    "points": {"source", "part"},
    "choices": {"bot", "part", "measure"},
    "leads": {"bot", "what"},
    "luck": {"bot", "measure"},
    "tiles": {"draw"},
}
KINDS = {"text": "text", "integer": "number", "decimal": "number", "true or false": "truth"}
# A bot that answers nothing: its games are lost, so that there are faults.
ODD = ["exec:true 1e5", "exec:true 2024-01-02", 'exec:true "a;b|c"', "exec:true 12:30, 1/2"]
# What readers take for something else, and what they must say of it.
MISTAKEN = {"commit": ["12e4567890", "1234567890"], "level": ["0", "1"], "komi": ["1/3/5", "1/2/3"], "salt": ["1234", "5678"]}


def documented():
    """Kind of each column, by table, from COLUMNS.md."""
    kinds = {}
    table = None
    for line in (ROOT / "sim-cli/COLUMNS.md").read_text().splitlines():
        if heading := re.match(r"## (\w+)\.csv", line):
            table = heading[1]
        elif row := re.match(r"\| `(\w+)` \| ([a-z ]+) \|", line):
            kinds.setdefault(table, {})[row[1]] = KINDS[row[2]]
    # Only with --luck.
    kinds["seats"] |= {"luck": "number", "luck_wins": "number"}
    return kinds


def by_duckdb(files):
    import duckdb

    kinds = {"VARCHAR": "text", "BOOLEAN": "truth", "BIGINT": "number", "DOUBLE": "number"}
    tables = [duckdb.sql(f"select * from '{file}'") for file in files]
    return [{name: kinds.get(str(of), str(of)) for name, of in zip(table.columns, table.types)} for table in tables]


def by_polars(files):
    import polars

    def kind(of):
        return "text" if of == polars.String else "truth" if of == polars.Boolean else "number" if of.is_numeric() else str(of)

    return [{name: kind(of) for name, of in polars.read_csv(file).schema.items()} for file in files]


def by_pandas(files):
    import pandas
    from pandas.api import types

    def kind(of):
        return "truth" if types.is_bool_dtype(of) else "number" if types.is_numeric_dtype(of) else "text" if types.is_string_dtype(of) else str(of)

    return [{name: kind(of) for name, of in pandas.read_csv(file).dtypes.items()} for file in files]


def by_r(files):
    script = 'for (file in commandArgs(TRUE)) { table <- read.csv(file, check.names = FALSE); cat(paste(names(table), sapply(table, class)), "", sep = "\\n") }'
    told = subprocess.run(["Rscript", "-e", script, *files], capture_output=True, text=True, check=True).stdout
    kinds = {"character": "text", "integer": "number", "numeric": "number", "logical": "truth"}
    parts = [part.splitlines() for part in told.strip().split("\n\n")]
    return [{name: kinds.get(of, of) for name, of in (line.rsplit(" ", 1) for line in part)} for part in parts]


def by_libreoffice(files):
    """The kinds of cells; also with dates and numbers in scientific notation looked for, as the dialog offers."""
    import gzip
    import xml.etree.ElementTree as xml

    office, table = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}", "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
    kinds = {"string": "text", "float": "number", "boolean": "truth"}
    found = [{} for _ in files]
    for how in ([], ["--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"]):
        with tempfile.TemporaryDirectory() as work:
            copies = [Path(work) / f"{number}.csv" for number in range(len(files))]
            for file, copy in zip(files, copies):
                # It does not unpack.
                copy.write_bytes(gzip.open(file).read() if file.endswith(".gz") else Path(file).read_bytes())
            command = ["soffice", f"-env:UserInstallation=file://{work}/user", "--headless", *how, "--convert-to", "fods", "--outdir", work, *copies]
            subprocess.run(command, capture_output=True, check=True)
            for copy, columns in zip(copies, found):
                names, *rows = [cells(row, table) for row in xml.parse(copy.with_suffix(".fods")).iter(f"{table}table-row")]
                names = ["".join(cell.itertext()).strip() for cell in names]
                for row in rows:
                    for name, cell in zip(names, row):
                        if kind := cell.get(f"{office}value-type"):
                            columns.setdefault(name, set()).add(kinds.get(kind, kind))
    return [{name: "/".join(sorted(of)) for name, of in columns.items()} for columns in found]


def cells(row, table):
    """The cells of a row; neighbors that are the same are written once. The last stands for the empty rest of the sheet."""
    return [cell for cell in row for _ in range(min(int(cell.get(f"{table}number-columns-repeated", 1)), 100))]


def documented_calls():
    """The call of each reader for records, from RECORDS.md."""
    rows = re.findall(r"^\| (\w+) [\d.]+ \| `(.*)` \|$", (ROOT / "sim-cli/RECORDS.md").read_text(), re.MULTILINE)
    return {name.lower(): call for name, call in rows}


def faults_in(call, file):
    """The columns of a file of records and the faults in its last line, as a call reads them."""
    import importlib

    library = call.split(".")[0]
    table = eval(call.replace("records.jsonl", str(file)), {library: importlib.import_module(library)})
    if library == "duckdb":
        return table.columns, table.project("faults").fetchall()[-1][0]
    last = table["faults"][len(table) - 1]
    return list(table.columns), last if isinstance(last, list) else last.to_list()


def check_records(work, readers):
    """Returns what is wrong with the calls for records: each must read the fault in the last line of a long file."""
    bot, out = work / "quits.sh", work / "faults"
    bot.write_text('read hello\necho \'{"t":"ready","name":"quits","proto":2}\'\nread game\nread question\n')
    play("match", "--a", "random", "--b", f"exec:sh {bot}", "--games", 2, "--allow-faults", "--records", "all", "--out", out, allowed=(0, 1, 3))
    late = json.loads((out / "records.jsonl").read_text().splitlines()[0])
    file, plain = work / "records.jsonl", {key: value for key, value in late.items() if key in ("format", "game", "seed", "block", "seats")}
    file.write_text("".join(json.dumps({**plain, "block": block}) + "\n" for block in range(20_600)) + json.dumps({**late, "turns": []}) + "\n")
    if not late.get("faults"):
        return [f"{out}: a bot that answers nothing has no fault"]
    wrong, calls = [], documented_calls()
    for reader in (reader for reader in readers if reader in ("duckdb", "polars", "pandas")):
        columns, faults = faults_in(calls[reader], file)
        if "names" in late and "names" not in columns or [fault["kind"] for fault in faults] != [fault["kind"] for fault in late["faults"]]:
            wrong.append(f"{reader}: {calls[reader]} does not read the fault in the last line")
    # Otherwise the calls are longer than they need be.
    if "polars" in readers:
        import polars

        if "faults" in polars.read_ndjson(file).columns:
            wrong.append("polars reads all keys without an option: RECORDS.md can be shorter")
    return wrong


READERS = {"duckdb": by_duckdb, "polars": by_polars, "pandas": by_pandas, "R": by_r, "libreoffice": by_libreoffice}


def play(*words, allowed=(0,)):
    done = subprocess.run([GOLDRUSH, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in allowed:
        sys.exit(f"goldrush {' '.join(map(str, words))}: {done.stderr}")


def tables(work):
    """Plays, and returns the tables."""
    tiles = work / "2024.toml"
    tiles.write_text((ROOT / "engine/data/gold_rush.toml").read_text())
    balance = ["balance", "--games", 200]
    for game, factors in {
        "gold-rush": ["komi=none,A1+B3,B4", "tokens=printed,1=10+2=12", "tents=1,0", "incomplete=yes,no"],
        "carcassonne": ["komi=0,4", "ties=all,half"],
        "carcassonne+gold-mines": ["road-points=0,1"],
        "knizia-gold": ["gold-cards=printed,1=5+2=7+3=6+4=5", "digger-cards=printed,2=2+3=2+4=2+5=0", "rush-cards=10,20"],
    }.items():
        words = [word for factor in factors for word in ("--factor", factor)]
        denied = ["--restrict", "tents,farmers"] if game == "gold-rush" else []
        out = work / game
        agents = "random,memory" if game == "knizia-gold" else "random,greedy"
        play(*balance, "--agents", agents, "--game", game, *words, *denied, "--out", out)
    play("balance", "--agents", "random", "--tiles", tiles, "--rule", "komi=A1+B3+C5", "--players", 3, "--factor", "seat=0,1", "--factor", "farmers=yes,no", "--games", 60, "--out", work / "three")
    play("tournament", "--agents", "greedy,random,level1", "--rule", "komi=B4", "--games", 60, "--luck", "--compress", "--out", work / "packed")
    for number, bot in enumerate(ODD):
        words = ["match", "--a", "random", "--b", bot, "--games", 4, "--allow-faults", "--append", work / "matches.csv", "--out", work / f"odd-{number}"]
        play(*words, allowed=(0, 1, 3))
    play("match", "--a", "greedy", "--b", "random", "--games", 4, "--append", work / "matches.csv")
    # The commits of other programs.
    ledger = (work / "matches.csv").read_text().splitlines()
    at = ledger[0].split(",").index("commit")
    commits = iter(["g1234567890", "g12e4567890", "g0000000000", "g1e45678901", "gunknown"])
    rows = [row.rsplit(",", len(ledger[0].split(",")) - at) for row in ledger[1:]]
    changed = [",".join([row[0], next(commits), *row[2:]]) for row in rows]
    if any(not row[1].startswith("g") for row in rows):
        sys.exit("matches.csv: a commit does not begin with g")
    (work / "matches.csv").write_text("\n".join([ledger[0], *changed]) + "\n")
    for question in ("points", "choices", "leads", "luck", "tiles"):
        play("ask", question, "--agents", "random", "--games", 20, "--out", work / question)
    play("lab", "tune", "--iterations", 2, "--games", 4, "--test", 4, "--out", work / "tuning.csv")
    return sorted([*work.rglob("*.csv"), *work.rglob("*.csv.gz")])


def name_of(file):
    return file.name.split(".")[0]


def expected(file, kinds):
    """Kind of each column of a table; a column in which nothing stands has none."""
    import gzip

    with (gzip.open(file, "rt", newline="") if file.suffix == ".gz" else open(file, newline="")) as text:
        rows = list(csv.DictReader(text))
    texts = TEXTS.get(name_of(file))
    known = kinds.get(name_of(file)) or {name: "text" if name in texts else "number" for name in rows[0]}
    return {name: known[name] for name in rows[0] if any(row[name] for row in rows)}


def check(files, readers, kinds):
    """Returns what is wrong, and the kind of each column to each reader."""
    wrong, seen = [], {}
    columns = [expected(file, kinds) for file in files]
    for reader in readers:
        for file, kinds_there, read in zip(files, columns, READERS[reader]([str(file) for file in files]), strict=True):
            for column, kind in kinds_there.items():
                seen.setdefault((name_of(file), column, kind), {}).setdefault(reader, set()).add(read.get(column))
                # R and LibreOffice take `true` for a truth value only if told to.
                if read.get(column) not in ({kind} | ({"text", "text/truth"} if kind == "truth" and reader in ("R", "libreoffice") else set())):
                    wrong.append(f"{file}: {column} is {kind}, and {read.get(column)} to {reader}")
    return wrong, seen


def main():
    needed = sys.argv[2:] or list(READERS)
    commands = {"R": "Rscript", "libreoffice": "soffice"}
    if absent := [name for name in needed if name in commands and not shutil.which(commands[name])]:
        sys.exit(f"not installed: {', '.join(absent)}")
    with tempfile.TemporaryDirectory() as work:
        mistaken = Path(work) / "mistaken.csv"
        with open(mistaken, "w", newline="") as file:
            csv.writer(file).writerows([MISTAKEN, *zip(*MISTAKEN.values())])
        for reader in needed:
            columns = [name for name, kind in READERS[reader]([str(mistaken)])[0].items() if kind != "text"]
            print(f"{reader} mistakes what it should: {', '.join(columns)}")
            if not columns:
                sys.exit(f"{reader} mistakes nothing: this check would find nothing")
        mistaken.unlink()
        wrong, seen = check(tables(Path(work)), needed, documented())
        wrong += check_records(Path(work), needed)
    print(f"| table | column | {' | '.join(needed)} |\n|---|---|{'---|' * len(needed)}")
    for (table, column, kind), found in sorted(seen.items()):
        if kind == "text":
            print(f"| {table} | {column} | {' | '.join('/'.join(sorted(map(str, found.get(reader, ['-'])))) for reader in needed)} |")
    count = sum(len(found) for found in seen.values())
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(seen)} columns keep their types in {len(needed)} readers ({count} readings)")


if __name__ == "__main__":
    main()
