#!/usr/bin/env python3
"""Run the checks of this project, as many at once as the machine has cores, and print what each of them costs.

Usage: .ci/run [--list] [--record] [STEP…]      what must hold for every change
       .ci/all [--list] [STEP…]                 everything, before a release; with names, these and what they need

Steps that a change cannot have moved are left out: `.ci/green` names the last commit on which all of `.ci/run` passed, and each step
lists the files that it depends on. Without that commit nothing is left out. Which fifth of the slow tests, which half of the board's
checks and which game in browsers and terminals is taken follows from the commit. `--record` writes the cost of each step into
`.ci/limits.csv`, if it is lower than what stands there; a run fails if a step costs half as much again.
"""

import argparse
import csv
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GREEN, LIMITS = ROOT / ".ci/green", ROOT / ".ci/limits.csv"
GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]
# Seconds after which a step is ended.
TOO_LONG = 2400
# A step may cost this many times its limit, and this many seconds more: machines are noisy.
TOO_MUCH, NOISE_S = 1.5, 10

# What steps depend on, as git names files. Everything except studies and pages that people read; a test reads results/bots.
PROGRAM = [".", ":(exclude,glob)results/*", ":(exclude,glob)results/[!b]*/**", ":!CHANGELOG.md", ":!CONTRIBUTING.md", ":!ARCHITECTURE.md", ":!README.md"]
# What a page shows and what plays in it.
PAGE_CRATES = ["support", "games", "harness", "report", "table", "screens"]
PAGE = ["Cargo.lock", "Cargo.toml", ".cargo", ".ci", "engine", "ai", "sim-cli/page", "scripts/build_page.sh", "scripts/check_browser.py"]
PAGE += ["scripts/check_friends.py", "scripts/check_page.py", *(f"sim-cli/{name}" for name in PAGE_CRATES)]
DEPENDENCIES = ["Cargo.lock", "deny.toml", "sim-cli/page/Cargo.lock", "sim-cli/fuzz/Cargo.lock"]


@dataclass
class Step:
    name: str
    what: str
    script: str
    # Steps that come first.
    needs: tuple = ()
    # Cores it keeps busy.
    cores: int = 1
    # Whether `.ci/run` has it.
    every_change: bool = True
    # Files it depends on, as git names them; without any it depends on all.
    files: tuple = ()
    # Debian packages with a command that shows that each is there.
    tools: tuple = ()


STEPS = []


def step(name, what, script, needs=("build",), **rest):
    STEPS.append(Step(name, what, script, needs, **{key: tuple(value) if isinstance(value, list) else value for key, value in rest.items()}))


CHROMIUM = [("chromium", "chromium --version"), ("chromium-driver", "chromedriver --version")]
VENV = ("python3-venv", "python3 -m ensurepip --version")

# Every change.

step("format", "rustfmt", """
cargo fmt --all --check
for part in fuzz page; do cargo fmt --manifest-path sim-cli/$part/Cargo.toml --check; done
""", needs=())

step("tiers", "no check is in neither tier", "python3 .ci/steps.py self-test", needs=())

step("shape", "closures with a name and lets that take a tuple apart", """
scripts/check_shape.py --self-test
scripts/check_shape.py
""", needs=())

step("python", "environments for scripts, browsers and the Python package", """
python3 -m venv "$target/python"
"$target/python/bin/pip" install --quiet --disable-pip-version-check --no-compile duckdb polars pandas selenium axe-core-python
python3 -m venv "$target/package"
"$target/package/bin/pip" install --quiet --disable-pip-version-check --no-compile \
  "numpy>=2" pytest "pettingzoo>=1.25" "gymnasium>=1.1" "open_spiel>=2.0" mypy==2.4.1 "pyright[nodejs]==1.1.414"
""", needs=(), cores=0, tools=[VENV])

step("build", "program, tests, examples and Python module, once", """
if [ -n "$ONLY_RESULTS" ]; then cargo build --bins; else cargo build --workspace --all-targets; fi
""", needs=("format",), cores=2, tools=[("g++", "g++ --version")])

step("tests", "the README's command", """
if ! cargo nextest --version > /dev/null 2>&1; then cargo install cargo-nextest --locked --debug; fi
cargo nextest run --workspace
cargo test --workspace --doc
""", cores=2, files=PROGRAM, tools=[("bubblewrap", "bwrap --version"), ("procps", "pgrep --version"), ("tmux", "tmux -V")])

step("board", "the board in a browser: half of the checks, one game", """
GAMES=$GAMES HALF=$HALF "$target/python/bin/python" scripts/check_browser.py "$GOLDRUSH"
""", needs=("build", "python"), files=PAGE, tools=CHROMIUM)

step("lints", "clippy", """
cargo clippy --jobs 1 --workspace --all-targets -- -D warnings
""", files=PROGRAM)

step("slow-tests", "a fifth of the slow tests", """
cargo nextest run --workspace --run-ignored only $SLOW
""", needs=("build", "tests"), cores=2, files=PROGRAM)

step("page", "the page that needs no program: one game", """
if ! rustup target add wasm32-unknown-unknown && [ ! -d /usr/lib/rustlib/src/rust/library ]; then
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends rustc-web cargo-web rust-web-src lld > /dev/null
fi
CARGO_PROFILE_RELEASE_OPT_LEVEL=$PAGE_LEVEL CARGO_TARGET_DIR=$target/page scripts/build_page.sh "$target/goldrush.html"
GAMES=$GAMES "$target/python/bin/python" scripts/check_page.py "$target/goldrush.html" "$GOLDRUSH"
""", needs=("build", "python"), files=PAGE, tools=CHROMIUM)

step("page-lints", "clippy for the page that needs no program", """
if rustup target add wasm32-unknown-unknown; then
  CARGO_TARGET_DIR=$target/page cargo clippy --manifest-path sim-cli/page/Cargo.toml --target wasm32-unknown-unknown -- -D warnings
else
  echo "not checked: no standard library"
fi
""", every_change=False)

step("friends", "friends at one table, each in a browser", """
GAMES=$GAMES "$target/python/bin/python" scripts/check_friends.py "$GOLDRUSH"
""", needs=("build", "python"), files=PAGE, tools=CHROMIUM)

step("documents", "the pages of leagues, answers and runs, and a game to send, by axe", """
"$target/python/bin/python" scripts/check_documents.py "$GOLDRUSH"
""", needs=("build", "python"), every_change=False, tools=CHROMIUM)

step("terminal", "a game in a terminal, and a terminal that is closed", """
GAMES=$GAMES scripts/check_terminal.sh "$GOLDRUSH"
""", files=PROGRAM, tools=[("tmux", "tmux -V")])

step("package", "the Python package, from the module of the build", """
site=$("$target/package/bin/python" -c 'import site; print(site.getsitepackages()[0])')
rm -rf "$site"/goldrush*
cp -r sim-cli/python/package/goldrush "$site"
cp "$target/debug/lib_goldrush.so" "$site/goldrush/_goldrush.abi3.so"
mkdir "$site/goldrush-0.1.0.dist-info"
printf 'Metadata-Version: 2.1\\nName: goldrush\\nVersion: 0.1.0\\n' > "$site/goldrush-0.1.0.dist-info/METADATA"
"$target/package/bin/python" -c 'import re; exec(re.findall("(?s)```python\\n(.*?)```", open("README.md").read())[0])'
(cd "$target" && "$target/package/bin/python" -m doctest "$OLDPWD/sim-cli/python/README.md")
"$target/package/bin/python" -m pytest --quiet --durations 5 sim-cli/python/tests
export MYPY_CACHE_DIR=$target/mypy
"$target/package/bin/python" -m mypy --strict sim-cli/python/tests/typed_program.py
"$target/package/bin/pyright" --pythonpath "$target/package/bin/python" sim-cli/python/tests/typed_program.py
"$target/package/bin/python" -m mypy.stubtest goldrush._goldrush
""", needs=("build", "python"), files=[*PROGRAM[:-1]])

step("documentation", "the documentation of the code, and what is published", """
RUSTDOCFLAGS="-D warnings" cargo doc --jobs 1 --workspace --no-deps --exclude goldrush-python
# Not in the usual folder, whose name the environment of the Python package has.
cargo package --workspace --exclude goldrush-python --no-verify --allow-dirty --quiet --target-dir "$target/packages"
""", files=PROGRAM)

step("words", "words, samples, links and commits", """
scripts/check_prose.py --self-test
scripts/check_prose.py "$GOLDRUSH"
""")

step("tables", "tables and answers show what was played", """
"$GOLDRUSH" lab results --check
scripts/measure.py --strength --check
scripts/index.py --check
""")

step("studies", "two studies still hold, and their pages are drawn", """
scripts/check_results.py --goldrush "$GOLDRUSH" --minutes 0.5 memory draws
rm -rf "$target/pages"
scripts/build_pages.sh "$target/pages" ladder/3
scripts/check_report.sh "$target/pages/ladder/3/report.html"
""", tools=CHROMIUM)

step("commands", "a match, and a search tried out in the game whose states are the largest", """
"$GOLDRUSH" simulate
"$GOLDRUSH" match --a rollout:playouts=20 --b heuristic --games 20
"$GOLDRUSH" lab regret --game carcassonne --positions 2 --worlds 16 --allocation playouts=100
""", files=PROGRAM)

step("readers", "tables are read by DuckDB, Polars and pandas", """
rm -rf "$target/readers"
"$GOLDRUSH" tournament --agents greedy,level1,random --games 300 --out "$target/readers" > /dev/null
"$target/python/bin/python" scripts/read_results.py "$target/readers"
"$target/python/bin/python" scripts/check_tables.py "$GOLDRUSH" duckdb polars pandas
""", needs=("build", "python"), files=PROGRAM)

step("completions", "Tab in bash", """
scripts/check_completions.py "$GOLDRUSH" bash
""", files=PROGRAM, tools=[("bash-completion", "test -e /usr/share/bash-completion/bash_completion")])

step("bots", "bots in Python, JavaScript and Rust, as their pages say", """
for bot in "python3 scripts/bots/greedy.py" "node scripts/bots/miner.js"; do
  "$GOLDRUSH" lab check-bot "$bot"
done
python3 -m unittest discover -s scripts/bots
node --test scripts/bots
scripts/check_rust_bot.sh "$GOLDRUSH"
""", files=PROGRAM, tools=[("nodejs", "node --version"), ("bubblewrap", "bwrap --version")])

step("go", "a bot in Go, as its page says", """
test -z "$(gofmt -l scripts/bots)"
rm -rf "$target/gobot"
"$GOLDRUSH" lab new-bot go "$target/gobot"
(cd "$target/gobot" && GOPROXY=off go test && GOPROXY=off go build)
"$GOLDRUSH" lab check-bot "$target/gobot/gobot"
for game in gold-rush carcassonne carcassonne+gold-mines knizia-gold; do
  "$GOLDRUSH" match --game $game --a "exec:$target/gobot/gobot" --b random --games 20
done
""", files=PROGRAM, tools=[("bubblewrap", "bwrap --version"), ("golang-go", "go version")])

step("parts", "a match, a tournament, a league's round and a search in parts under GNU parallel, of which a worker is killed", """
PYTHON=$target/python/bin/python scripts/check_launch.sh "$GOLDRUSH" parallel
""", needs=("build", "python"), files=PROGRAM, tools=[("parallel", "parallel --version")])

REFEREE = "../shared/referee/referee.py"
step("referee", "an independent referee", f"""
if [ -f {REFEREE} ]; then
  scripts/check_referee.sh "$GOLDRUSH" {REFEREE}
else
  echo "not made: the referee is no part of this project, and there is none at {REFEREE}"
fi
""", files=PROGRAM)

COUNT = """
count() {
  line=$(scripts/instructions.sh "$1" 2 "$2" "${4:-gold-rush}")
  echo "$line, at most $3 are allowed"
  [ "$(echo "$line" | sed 's/.*: \\([0-9]*\\).*/\\1/')" -le "$3" ]
}
"""
step("instructions", "instructions of a game in this build, which asserts and checks overflows", COUNT + """
count playouts 1000 153000
count random 250 206000
count heuristic 5 4400000
count random 250 168000 carcassonne
""", files=PROGRAM, tools=[("valgrind", "valgrind --version")])

step("licences", "licences, sources and duplicates of the dependencies", """
deny=0.20.2
if [ "$(cargo deny --version 2> /dev/null)" != "cargo-deny $deny" ]; then
  # Not optimized: it builds in a fraction of the time and looks at 250 crates.
  CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_DEV_OPT_LEVEL=0 cargo install cargo-deny --version $deny --locked --debug
fi
cargo deny --workspace check -D warnings licenses sources bans
""", needs=("build",), files=DEPENDENCIES)

# Before a release, or when a change touches them.

step("release", "the release: instructions of its games, and the README's first command", COUNT + """
cargo run --release -- simulate
export GOLDRUSH=$target/release/goldrush
count playouts 2000 90000
count random 500 112000
count greedy 50 1190000
count heuristic 10 3750000
count random 500 101000 carcassonne
count playouts 2000 8300 knizia-gold
# With agents; most of it is what plays every game, move by move, and streams of chance.
count random 2000 17500 knizia-gold
""", cores=2, every_change=False, tools=[("valgrind", "valgrind --version")])

step("systems", "Windows and macOS compile, if their standard libraries are to be had", """
for system in x86_64-pc-windows-gnu aarch64-apple-darwin; do
  if rustup target add $system; then cargo check --quiet --package goldrush --target $system; else echo "not checked: $system"; fi
done
""", every_change=False)

step("windows", "the program for Windows under Wine", """
if rustup target add x86_64-pc-windows-gnu; then scripts/check_windows.sh "$GOLDRUSH"; else echo "not checked: no standard library"; fi
""", every_change=False)

step("wheel", "the wheel, in an environment that has nothing else, and learners", """
CARGO_TARGET_DIR=$target/wheel scripts/build_wheel.sh "$target/wheels"
rm -rf "$target/wheel-only"
python3 -m venv "$target/wheel-only"
# A wheel needs no Rust.
env PATH=/usr/bin:/bin "$target/wheel-only/bin/pip" install --quiet --disable-pip-version-check "$target"/wheels/goldrush-*.whl gymnasium
python=$target/wheel-only/bin/python
$python scripts/python/ppo.py --rounds 2 --every 1 --turns 32 --games 10
$python scripts/python/learn.py --rounds 2 --every 2 --games 20 --out "$target/weights.npz"
"$GOLDRUSH" match --game carcassonne --games 20 --a "exec:$python scripts/python/learn.py --serve $target/weights.npz" --b random
""", every_change=False, tools=[VENV])

step("fuzz", "every fuzz target for a minute", """
cargo clippy --manifest-path sim-cli/fuzz/Cargo.toml -- -D warnings
# Hardly optimized: it takes longer to build than to run.
CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=false scripts/fuzz.sh 60
""", cores=2, every_change=False, tools=[("g++", "g++ --version")])

step("clusters", "the same under Slurm, Dask, and GNU parallel on machines that share no folder", """
"$target/python/bin/pip" install --quiet --disable-pip-version-check "dask[distributed]"
PYTHON=$target/python/bin/python scripts/check_launch.sh "$GOLDRUSH" copy slurm dask
""", needs=("build", "python"), every_change=False, tools=[
    ("munge", "munged --version"), ("slurm-wlm", "slurmctld -V"), ("parallel", "parallel --version"), ("rsync", "rsync --version"),
    ("openssh-server", "test -x /usr/sbin/sshd"), ("iproute2", "ip -V")])

step("more-readers", "tables are read by R and LibreOffice, too, and Tab in zsh and fish", """
"$target/python/bin/python" scripts/check_tables.py "$GOLDRUSH"
scripts/check_completions.py "$GOLDRUSH" zsh fish
""", needs=("build", "python"), every_change=False, tools=[
    ("fish", "fish --version"), ("libreoffice-calc", "soffice --version"), ("r-base-core", "R --version"), ("zsh", "zsh --version")])

step("ratings", "other packages come to the same ratings", """
"$target/python/bin/pip" install --quiet --disable-pip-version-check choix statsmodels
"$target/python/bin/python" scripts/check_ratings.py "$GOLDRUSH"
""", needs=("build", "python"), every_change=False, tools=[
    ("r-cran-bradleyterry2", "Rscript -e 'library(BradleyTerry2)'"), ("r-cran-survival", "Rscript -e 'library(survival)'")])

step("firefox", "the page in Firefox: whole games, and the same games as the program's", """
if ! geckodriver --version > /dev/null 2>&1; then cargo install geckodriver --locked --debug; fi
BROWSER=firefox "$target/python/bin/python" scripts/check_page.py "$target/goldrush.html" "$GOLDRUSH"
""", needs=("build", "python", "page"), every_change=False, tools=[("firefox-esr", "firefox-esr --version")])

step("keys", "whole games by keys in terminals of three sizes", """
scripts/play_by_keys.py "$GOLDRUSH"
""", every_change=False, tools=[("tmux", "tmux -V")])

step("advice", "hints and named mistakes against the truth, luck removed, levels", """
scripts/check_advice.py "$GOLDRUSH" --turns 20
scripts/check_luck.py --goldrush "$GOLDRUSH" --seeds 20
""", cores=2, every_change=False)

step("all-studies", "a sample of every study", """
scripts/check_results.py --goldrush "$GOLDRUSH" --minutes 10
""", cores=2, every_change=False)


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)


def last_green():
    """The last commit on which everything passed, or None if this history does not have it."""
    commit = GREEN.read_text().strip() if GREEN.exists() else ""
    return commit if commit and git("merge-base", "--is-ancestor", commit, "HEAD").returncode == 0 else None


def is_moved(files, green):
    """Return true if one of the files differs from the green commit, besides the one that names it."""
    return green is None or git("diff", "--quiet", green, "--", *files, ":!.ci/green").returncode != 0


def settings(everything, green):
    """Return the environment of scripts: where things are, and which part is taken this time."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
    turn = int(git("rev-parse", "HEAD").stdout[:7] or "0", 16)
    fifth = f"--partition hash:{turn % 5 + 1}/5 -E not(test(a_strong_honest_search_beats_the_oracle))"
    return {
        "target": str(target),
        "GOLDRUSH": str(target / "debug/goldrush"),
        "GAMES": ",".join(GAMES) if everything else GAMES[turn % len(GAMES)],
        "HALF": "" if everything else str(turn // len(GAMES) % 2),
        "SLOW": "" if everything else fifth,
        "PAGE_LEVEL": "s" if everything else "1",
        "ONLY_RESULTS": "" if everything or is_moved(PROGRAM, green) else "yes",
        # Everything is built once: what a next build could reuse would only take room.
        "CARGO_INCREMENTAL": "0",
    }


def install(steps):
    """Installs the tools of the steps that do not run."""
    def missing():
        return sorted({package for one in steps for package, command in one.tools if subprocess.run(
            command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode})
    if not (packages := missing()):
        return
    print("installing", *packages, flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    if packages := missing():
        sys.exit(f"does not run though it was installed: {', '.join(packages)}")


class Run:
    """Steps in progress: as many as there are cores for, in their order."""

    def __init__(self, steps, environment):
        self.waiting, self.running, self.done = list(steps), {}, {}
        self.environment = os.environ | environment
        self.changed = threading.Condition()
        self.names = {one.name for one in steps}
        # One more than there are: browsers and terminals wait a lot.
        self.free = (os.cpu_count() or 1) + 1
        self.began = time.monotonic()

    def all(self):
        with self.changed:
            while self.waiting or self.running:
                self.start()
                if self.running:
                    self.changed.wait()

    def start(self):
        """Starts what can be started; drops what needs a step that failed."""
        for one in list(self.waiting):
            needs = [self.done.get(need) for need in one.needs if need in self.names]
            if any(need is not None and need["failed"] for need in needs):
                self.waiting.remove(one)
                self.done[one.name] = {"failed": True, "wall": 0, "cpu": 0}
                print(f"== {one.name}: not made, as a step that it needs failed", flush=True)
            elif None not in needs and min(one.cores, self.free) == one.cores:
                self.waiting.remove(one)
                self.free -= one.cores
                self.running[one.name] = one
                threading.Thread(target=self.play, args=[one]).start()

    def play(self, one):
        log = Path(self.environment["target"]) / "ci" / f"{one.name}.log"
        began = time.monotonic()
        with log.open("w") as out:
            child = subprocess.Popen(["timeout", str(TOO_LONG), "bash", "-c", "set -euo pipefail\n" + one.script], cwd=ROOT,
                                     env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        result = {"failed": child.returncode != 0, "wall": time.monotonic() - began, "cpu": used.ru_utime + used.ru_stime}
        with self.changed:
            after = clock(time.monotonic() - self.began)
            verdict = f"FAILED with {child.returncode}" if result["failed"] else "passed"
            print(f"\n== {one.name}: {one.what}: {verdict} in {clock(result['wall'])} min, {result['cpu']:.0f} CPU s (after {after})")
            print(log.read_text(errors="replace"), end="", flush=True)
            self.done[one.name] = result
            del self.running[one.name]
            self.free += one.cores
            self.changed.notify_all()


def print_end_of_log(environment, name, lines=60):
    """Prints what a step said last once more, where one looks first: below everything else."""
    log = Path(environment["target"]) / "ci" / f"{name}.log"
    if log.exists():
        print(f"\n== {name} said last:", *log.read_text(errors="replace").splitlines()[-lines:], sep="\n")


def clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def yardstick():
    """CPU seconds of a fixed piece of work, which tell how fast this machine is today."""
    def work():
        began, total = time.process_time(), 0
        for number in range(3_000_000):
            total += number * number % 7
        return time.process_time() - began
    return min(work() for _ in range(3))


def limits():
    with LIMITS.open() as file:
        return {row["step"]: float(row["cpu_s"]) for row in csv.DictReader(file)} if LIMITS.exists() else {}


def judge(done, slowness):
    """The steps that cost too much, each with a sentence."""
    allowed = limits() if LIMITS.exists() else {}
    speed = slowness / allowed["yardstick"] if "yardstick" in allowed else 1
    found = {}
    for name, result in done.items():
        limit = allowed.get(name, float("inf")) * speed
        if result["cpu"] > TOO_MUCH * limit + NOISE_S:
            found[name] = f"{name} cost {result['cpu']:.0f} CPU s; {limit:.0f} are its limit on a machine as fast as this one"
    return found


def record(done, slowness):
    """Writes lower limits; a machine's speed is taken out."""
    known = limits() if LIMITS.exists() else {"yardstick": slowness}
    speed = slowness / known["yardstick"]
    for name, result in done.items():
        known[name] = min(known.get(name, float("inf")), round(result["cpu"] / speed, 1))
    with LIMITS.open("w") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["step", "cpu_s"])
        writer.writerows([name, known[name]] for name in ["yardstick", *(one.name for one in STEPS)] if name in known)


def raised(green):
    """Limits that are higher than those of the green commit."""
    before = git("show", f"{green}:.ci/limits.csv").stdout.splitlines() if green else []
    before = {row["step"]: float(row["cpu_s"]) for row in csv.DictReader(before)}
    now = limits() if LIMITS.exists() else {}
    return [name for name in now if now[name] > before.get(name, now[name])]


def self_test():
    """Every check is in a tier, and no test is ignored by both."""
    scripts = "\n".join(one.script for one in STEPS)
    lost = [path.name for path in sorted((ROOT / "scripts").glob("check_*")) if f"scripts/{path.name}" not in scripts]
    assert not lost, f"in neither .ci/run nor .ci/all: {', '.join(lost)}"
    assert settings(True, None)["SLOW"] == "", ".ci/all leaves out slow tests"
    names = [one.name for one in STEPS]
    assert len(set(names)) == len(names) and all(need in names[:at] for at, one in enumerate(STEPS) for need in one.needs), names
    unknown = set(limits()) - {"yardstick", *names} if LIMITS.exists() else set()
    assert not unknown, f"limits of steps that do not exist: {unknown}"
    assert not (higher := raised(last_green())), f"limits only go down; higher than on the green commit: {', '.join(higher)}"
    print("every check is in a tier")


def with_needs(names):
    chosen = set()
    for one in reversed(STEPS):
        if one.name in names or one.name in chosen:
            chosen |= {one.name, *one.needs}
    return [one for one in STEPS if one.name in chosen]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tier", choices=["run", "all", "self-test"])
    parser.add_argument("steps", nargs="*", metavar="STEP", choices=[[], *(one.name for one in STEPS)])
    parser.add_argument("--list", action="store_true", help="list the steps")
    parser.add_argument("--record", action="store_true", help="lower the limits to what this run costs")
    options = parser.parse_args()
    if options.tier == "self-test":
        return self_test()
    everything = options.tier == "all"
    if options.list:
        for one in STEPS:
            print(f"{one.name:14} {'every change' if one.every_change else 'before a release':17} {one.what}")
        return
    green = None if everything or options.steps else last_green()
    tier = with_needs(options.steps) if options.steps else [one for one in STEPS if everything or one.every_change]
    steps = [one for one in tier if not one.files or is_moved(one.files, green)]
    for one in tier:
        if one not in steps:
            print(f"left out: {one.name}; no file that it depends on differs from {green[:10]}, on which it passed")
    slowness = yardstick()
    environment = settings(everything, green)
    (Path(environment["target"]) / "ci").mkdir(parents=True, exist_ok=True)
    install(steps)
    run = Run(steps, environment)
    run.all()
    costly = {} if everything or options.steps else judge(run.done, slowness)
    for name, result in run.done.items():
        if result["failed"]:
            print_end_of_log(environment, name)
    print("\nstep             wall   CPU s")
    for name, result in run.done.items():
        print(f"{name:14} {clock(result['wall']):>6} {result['cpu']:7.0f}{'  failed' if result['failed'] else ''}")
    used = sum(result["cpu"] for result in run.done.values())
    print(f"{'all':14} {clock(time.monotonic() - run.began):>6} {used:7.0f}    yardstick {slowness:.3f} s")
    for sentence in costly.values():
        print(sentence)
    if options.record:
        record(run.done, slowness)
    failed = [name for name, result in run.done.items() if result["failed"] or name in costly]
    # What was left out is as it was when it passed.
    if not failed and not options.steps and not git("status", "--porcelain").stdout:
        GREEN.write_text(git("rev-parse", "HEAD").stdout)
    print(f"{len(run.done) - len(failed)} passed, {len(failed)} failed, {len(tier) - len(steps)} skipped")
    if failed:
        sys.exit(f"not green: {', '.join(failed)}")


if __name__ == "__main__":
    main()
