#!/usr/bin/env python3
"""Count closures that have a name and lets that take a tuple apart, in each package, and compare them with scripts/shape.csv.

Usage: scripts/check_shape.py [--record]       a table; exit code 1 if a package has more than its row of shape.csv
       scripts/check_shape.py --list FOLDER    each place in FOLDER, as file:line
       scripts/check_shape.py --self-test      shows that the script counts what it should, and nothing else

A function reads from top to bottom if its steps are functions with names and types. `let name = |…|` hides a step inside another one,
and `let (a, b) = …` makes the reader match names with values. The goal is at most 4 and 5 per 1,000 lines of code. Tests, comments and
empty lines do not count. A package may have more places than its row of shape.csv only if it has no more per 1,000 lines, so clean code
may come and go, and no commit may raise a row. `--record` writes what is counted.
"""

import argparse, csv, io, re, subprocess, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMITS = ROOT / "scripts/shape.csv"
# The folder of each package without its tests. A file belongs to the last of them that it lies in.
PACKAGES = {"engine": "engine", "ai": "ai", "goldrush": "sim-cli"}
PACKAGES |= {name: f"sim-cli/{name}" for name in ("support", "games", "harness", "report", "table", "screens", "bot", "python")}
NOT_COUNTED = {"tests", "benches", "examples", "fuzz", "target"}
COUNTED = {"closures": "named closures", "tuples": "tuple lets"}

# Comments, and what may contain a brace, a bar or the start of a comment without being code.
TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<hashes>\#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\\n])'""", re.DOTALL)
TEST = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*[^;{]*[;{]")
PLACES = {
    "closures": re.compile(r"\blet\s+(?:mut\s+)?\w+\s*(?::[^=;]+?)?=\s*(?:&\s*(?:mut\s+)?)?(?:move\s+)?\|"),
    # At the start of a statement: `if let (Some(a), Some(b))` asks a question.
    "tuples": re.compile(r"(?<=[;{}\]])\s*let\s*\("),
}


def blank(text):
    """The text with nothing but its line ends; strings keep a mark so that their lines are code."""
    return re.sub(r"[^\n]+", "" if text.startswith(("//", "/*")) else "_", text)


def code(source):
    """Rust without comments, contents of strings, and tests; each line stays where it is."""
    source = TEXT.sub(lambda found: blank(found[0]), source)
    while found := TEST.search(source):
        end, depth = found.end(), int(found[0].endswith("{"))
        while depth and end < len(source):
            depth += {"{": 1, "}": -1}.get(source[end], 0)
            end += 1
        source = source[:found.start()] + re.sub(r"[^\n]+", "", source[found.start():end]) + source[end:]
    return source


def places(source):
    """The kind and line of each place in what `code` returns."""
    found = [(source.count("\n", 0, match.end()) + 1, kind) for kind, pattern in PLACES.items() for match in pattern.finditer(source)]
    return sorted(found)


def files(folder):
    for path in sorted(folder.rglob("*.rs")):
        inside = path.relative_to(ROOT)
        if not NOT_COUNTED & set(inside.parts) and path.name != "tests.rs":
            yield inside, code(path.read_text())


def count():
    counts = {package: {"lines": 0} | dict.fromkeys(COUNTED, 0) for package in PACKAGES}
    for inside, source in (found for folder in ("engine", "ai", "sim-cli") for found in files(ROOT / folder)):
        row = counts[[package for package, folder in PACKAGES.items() if inside.is_relative_to(folder)][-1]]
        row["lines"] += sum(1 for line in source.splitlines() if line.strip())
        for _, kind in places(source):
            row[kind] += 1
    return counts


def rate(row, kind):
    return 1000 * row[kind] / max(row["lines"], 1)


def is_worse(row, limit, kind):
    """Return true if there are more places, and more per line: clean code may be deleted or added."""
    return row[kind] > limit[kind] and rate(row, kind) > rate(limit, kind)


def read(text):
    return {row.pop("package"): {key: int(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(text))}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout


def earlier_limits():
    """shape.csv as each commit left it."""
    name = LIMITS.relative_to(ROOT).as_posix()
    return [read(git("show", f"{commit}:{name}")) for commit in git("log", "--format=%h", "--", name).split()]


def self_test():
    sample = '''
// let a = |x| x; let (b, c) = d;
fn f<'a>(s: &'a str) -> char { let quote = '"'; let (a, b) = (1, 2);
    let text = "let c = |x| x; {"; let raw = r#"{ " let d = |x| x;"#;
    let mut grow = move |x: u8| x; let named: &dyn Fn(u8) -> u8 = &|x| x;
    if let (Some(a), Some(b)) = (a, b) {} let sum = a || b; let sums = rows.map(|row| row.0);
    let far =
        |x| x;
}
#[cfg(test)]
mod tests { fn g() { let (a, b) = c; } }
fn h() { let (x, y) = z; }
'''
    found = [(3, "tuples"), (5, "closures"), (5, "closures"), (8, "closures"), (12, "tuples")]
    assert places(code(sample)) == found, places(code(sample))
    assert sum(1 for line in code(sample).splitlines() if line.strip()) == 8, code(sample)
    limit = {"lines": 1000, "closures": 4, "tuples": 5}
    assert not is_worse({"lines": 500, "closures": 4}, limit, "closures")
    assert not is_worse({"lines": 2000, "closures": 8}, limit, "closures")
    assert is_worse({"lines": 1000, "closures": 5}, limit, "closures")
    print("shape: the self-test passes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", metavar="FOLDER", type=Path, help="list the places in FOLDER")
    parser.add_argument("--record", action="store_true", help="write what is counted into scripts/shape.csv")
    parser.add_argument("--self-test", action="store_true", help="test the script itself")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if options.list:
        for inside, source in files((ROOT / options.list).resolve()):
            for line, kind in places(source):
                print(f"{inside}:{line}: {COUNTED[kind][:-1]}")
        return None
    counts = count()
    if options.record:
        LIMITS.write_text("".join(",".join(map(str, row)) + "\n" for row in [
            ("package", "lines", *COUNTED), *((package, *row.values()) for package, row in counts.items())]))
    limits = read(LIMITS.read_text())
    print("package    lines  closures  per 1,000  tuple lets  per 1,000")
    for package, row in counts.items():
        print(f"{package:9}{row['lines']:7,}{row['closures']:10}{rate(row, 'closures'):11.1f}{row['tuples']:12}{rate(row, 'tuples'):11.1f}")
    failed = [f"{COUNTED[kind]} in {package}: {row[kind]}, allowed {limits[package][kind]}; see --list {PACKAGES[package]}"
              for package, row in counts.items() for kind in COUNTED if is_worse(row, limits[package], kind)]
    failed += [f"scripts/shape.csv allows {package} more {COUNTED[kind]} than it once did" for before in earlier_limits() for package in before
               for kind in COUNTED if package in limits and is_worse(limits[package], before[package], kind)]
    for sentence in dict.fromkeys(failed):
        print(sentence)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
