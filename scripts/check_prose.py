#!/usr/bin/env python3
"""Check what people read: words, README samples, links and commit subjects.

Usage: scripts/check_prose.py [--words] [--samples] [--links] [--commits] [GOLDRUSH]
       scripts/check_prose.py --self-test

    --words      unidiomatic or British words in Markdown, in comments of Rust and Python, in texts that the program prints (string
                 literals of Rust outside tests), and in every --help of GOLDRUSH
    --samples    each ```text block right after a ```sh block of README.md is what its last command prints
    --links      relative links and anchors of all Markdown files and of results/index.html
    --commits    subjects of the commits that build on the one that added this script
    --self-test  shows that each check finds what it should, and nothing else

Without options, all four checks. Prints each finding as "file:line: what — write instead". Exit code 1 if there are any, 2 if
GOLDRUSH is missing.

Not Vale: its packages on PyPI and npm fetch a program from GitHub on their first run, so the check would fail offline. proselint
has a fixed list of rules. Neither knows the program's help, the samples or the commits.
"""

import argparse, fnmatch, html, os, re, shlex, subprocess, sys, tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent

# Files, the name of a row of WORDS or * for all, and why it may stay.
ALLOWED = [
    ("sim-cli/harness/src/findings/rating/fit.rs", "British spelling", "the title of a paper"),
]

# Name, regular expression, and what to write instead. The name is an example, which the self-test looks for. A space also matches
# the end of a line.
WORDS = [
    # Nameless subjects.
    ("whoever", r"\bwhom?ever\b", "name the player, bot or reader"),
    ("Who draws begins.", r"(?:^|  |[.:;|] )(?-i:Who) [a-z][^.?:|]*\.(?: |$)", "a subject: a player who …, the seat that …"),
    ("whatever ends", r"\bwhatever end(?:s|ed)\b", "say what happens: after a crash or Ctrl-C"),
    # Verbs translated word by word.
    ("goes on with", r"\b(?:go|goes|going|went|gone) on with\b", "resume, continue"),
    ("comes along", r"\b(?:comes?|came|coming) along\b", "include"),
    ("came of", r"\b(?:comes?|came) of\b", "result, outcome; follow from, start"),
    ("put together", r"\bput(?:s|ting)? (?:\w+ )?together\b", "merge, build, combine"),
    ("a game begun", r"(?<!has )(?<!have )(?<!had )(?<!not )(?<!already )\bbegun\b", "started"),
    # Quantities as clauses, and numbers.
    ("so many", r"\bso many\b", "this many, as many, or the name of the quantity"),
    ("less the mean", r"\bless (?:(?:the|its|their|that of the) (?:\w+ )?(?:mean|average|base|rank|others?')(?!\w)|1\b)", "minus"),
    ("; none when", r"(?<![\w`])(?-i:none) if\b|[;:,(] (?-i:none) (?:where|when|with|without|unless|before|after)\b", "`None` if, empty if"),
    ("one a line", r"\b(?:one|two|file|row|number) an? (?:line|game|turn|cell|row|seat|process|message|step)\b", "one per line"),
    ("as well as it can", r"\bas (?:well|strongly) as (?:it|he|they) can\b", "a number: beats rollout in 69% of games"),
    ("games of two", r"\bgames? of (?:two|three|four|five)\b(?!-| player)", "two-player games; three games in four"),
    ("97 %", r"[\d.,]*\d[ \u00a0\u2009\u202f]%", "97%"),
    ("300 006", r"(?<![\w.,-])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?![\w.]\d)(?!\w)", "300,006"),
    # Documents that speak, missing agents, and history.
    ("is said", r"\b(?:is|are|be|was|were) said\b", "who does it: goldrush warns, lists; by default"),
    ("is told of", r"\b(?:is|are|was|were) told (?:of|with|from)\b", "reported with, distinguished from"),
    ("tells how", r"\btells (?:how|what|whether|which|where)\b", "estimates, shows, lists, returns"),
    ("default: on where", r"(?:^|[.;:(] |default: )o(?:n|ff) where\b", "on when, on by default for"),
    ("in what two", r"\bin what (?:two|three|they|these|it)\b", "the differences between"),
    ("all else", r"\ball else\b", "everything else, the rest"),
    ("but for the", r"\bbut for (?=the|that|those|these|this|what|its|their|his|one|`)", "except for, except"),
    ("maximised", r"\b\w+(?:im|al|an|ogn|ar)is(?:e[ds]?|ing|ations?)\b", "American spelling: -ize"),
    ("was planned", r"\bwas planned\b|\bwas printed before\b|before this study\b|\bformerly\b", "delete: CHANGELOG has it"),
]

# Only where a doc comment begins, unless it asks.
DOC_COMMENT = ("What of a doc comment", r"^(?-i:What|How|Whether|Of) (?![^.]*\?)", "a verb (Returns …) or a noun (Number of …)")

# Only in texts that the program prints.
PRINTED = [
    ("{} %", r"\}(?: |\\u\{\w+\})%", "97%"),
    ("is said", r"\b(?:is|are|was|were) (?:said|told)\b", "is listed, prints, shows"),
    ("goes on", r"\b(?:go|goes|going|went) on\b", "continues, resumes"),
    ("is kept", r"\b(?:is|are) kept\b(?! back)", "is saved"),
    ("take up", r"\btakes? up\b", "pick up"),
    ("points a game", r"\b(?:points|times|turns|results|ms|rows?) an? (?:game|turn|deal|agent|bot)\b", "points per game"),
    ("games of 3 players", r"\bgames? of (?:\{\w*\}|\d) players\b", "three-player games"),
]

# American spelling; "catalogue" and "dialogue" are American, too.
BRITISH = """colour color, neighbour neighbor, behaviour behavior, favour favor, honour honor, licence license, centre center,
grey gray, analyse\\b analyze, analysed analyzed, judgement judgment, artefact artifact, modell(?=ed|ing) model, whilst while"""
WORDS += [("British spelling", rf"\b\w*{pair.split()[0]}\w*", pair.split()[1]) for pair in BRITISH.split(",")]

# Comments, and strings, in which none begins.
COMMENTS = {
    ".rs": r"(?s)\"(?P<string>(?:\\.|[^\"\\])*)\"|\br(#*)\".*?\"\1|'(?:\\u\{\w+\}|\\.|[^'\\\n])'|(?P<marker>//[/!]?|/\*)(?P<text>[^\n]*)",
    ".py": r"(?s)(?P<marker>#|(?P<doc>\"{3}))(?P<text>(?(doc).*?|[^\n]*))(?(doc)\"{3})|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
}
COMMENTS[".pyi"] = COMMENTS[".py"]


def find_words(text, more=()):
    """Yields line (from 1), name, found text and advice for each forbidden word; `more` are rows beside WORDS."""
    text = "\n".join(line.strip(" \t>") for line in text.split("\n"))
    # Code, link targets and tags become underscores, so that every other character keeps its place.
    for pattern in (r"(?ms)^(```|~~~).*?(?:^\1|\Z)", r"(`+)(?!`)[^`]+?\1", r"(?<=\])\([^)]*\)", r"</?[a-z][^<>]*>", r"https?://\S+"):
        text = re.sub(pattern, lambda match: re.sub(r"[^\n]", "_", match.group()), text)
    # An empty line becomes two spaces, which no pattern crosses.
    flat = text.replace("\n", " ")
    found = [(match, name, advice) for name, pattern, advice in [*more, *WORDS] for match in re.finditer(pattern, flat, re.I)]
    for match, name, advice in sorted(found, key=lambda each: each[0].start()):
        start = match.end() - len(match.group().lstrip(" .;:,(|"))
        yield text.count("\n", 0, start) + 1, name, flat[start : match.end()].strip()[:40], advice


def comments(source, suffix):
    """Yields line, text and rows beside WORDS for each comment; lines that follow each other are one."""
    found = {}
    for match in re.finditer(COMMENTS[suffix], source):
        start = source.rfind("\n", 0, match.start()) + 1
        alone = not source[start : match.start()].strip()
        if match["marker"] and (alone or match["marker"] != '"""'):
            found[source.count("\n", 0, start) + 1] = (match["marker"] if alone else "", match["text"])
    while found:
        first = min(found)
        marker, text = found.pop(first)
        texts = [text]
        while marker and found.get(first + len(texts), [""])[0] == marker:
            texts.append(found.pop(first + len(texts))[1])
        yield first, "\n".join(texts), [DOC_COMMENT] if marker in ("///", "//!", '"""') else []


def printed(source):
    """Yields line and text of each string of a Rust file that people may read: no tests, and no reasons why a panic is impossible."""
    for match in re.finditer(COMMENTS[".rs"], source.split("#[cfg(test)]")[0]):
        is_reason = source[: match.start()].rstrip().endswith("expect(")
        text = ("" if is_reason else match["string"] or "").replace("\\\n", "\n").replace("\\n", " ")
        if " " in text.strip() and re.search(r"[a-zA-Z]{2}", text):
            yield source.count("\n", 0, match.start()) + 1, text


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8", **options)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def files(*endings):
    """Paths of all files that git does not ignore; without git, of all outside of build outputs."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stderr=subprocess.DEVNULL)
    paths = listed.stdout.split("\0") if listed.returncode == 0 else [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")]
    paths = [path for path in paths if listed.returncode == 0 or not re.search(r"(^|/)(\.git|\.venv|target)/", path)]
    return sorted(path for path in paths if path.endswith(endings or "") and (ROOT / path).is_file())


def helps(program):
    """Yields name and text of the help of the program and of each command that a help lists."""
    commands = [[]]
    for command in commands:
        text = run([program, *command, "--help"], stderr=subprocess.DEVNULL).stdout
        usage = re.search(r"(?m)^Usage: +\S+(.*)$", text)
        if usage and usage.group(1).split()[: len(command)] == command:
            yield " ".join(["goldrush", *command, "--help"]), text
            commands += [command + [name] for name in re.findall(r"(?m)^ {1,4}([a-z][a-z-]+)(?: {2,}\S|$)", text) if name != "help"]


def check_words(program):
    texts = [(name, 1, text, []) for name, text in helps(program)]
    if not texts:
        yield "goldrush --help", 1, "no help", "a program whose --help works"
    texts += [(path, 1, read(path), []) for path in files(".md")]
    texts += [(path, *text, PRINTED) for path in files(".rs") if "/src/" in path for text in printed(read(path))]
    texts += [(path, *comment) for path in files(*COMMENTS) for comment in comments(read(path), Path(path).suffix)]
    shared = set()
    for path, first, text, more in texts:
        for line, name, shown, advice in find_words(text, more):
            allowed = any(fnmatch.fnmatch(path, files) and row in (name, "*") for files, row, _ in ALLOWED)
            # Options that commands share are shown once.
            option = (name, text.split("\n")[line - 1]) if path.startswith("goldrush ") else None
            if not allowed and option not in shared:
                yield path, first + line - 1, f"{name}: “{shown}”", advice
            shared.update([option] if option else [])


def samples(text):
    """Yields line, last command and expected output of each sample of a Markdown text."""
    for match in re.finditer(r"(?ms)^```sh\n((?:(?!```).)*?)^```\n\n*^```text\n(.*?)^```$", text):
        command = match.group(1).replace("\\\n", " ").strip().split("\n")[-1]
        yield text.count("\n", 0, match.start(2)) + 1, command, match.group(2)


def differs(expected, printed):
    """Returns the index of the first expected line that was not printed, or `None`; a line `…` stands for any lines."""
    printed, pattern = "".join(line.rstrip() + "\n" for line in printed.strip("\n").split("\n")), ""
    for number, line in enumerate(expected.strip("\n").split("\n")):
        pattern += r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()) + r"\n"
        if not re.match(pattern, printed):
            return number
    return None if re.fullmatch(pattern, printed) else number


def check_samples(program):
    for line, command, expected in samples(read("README.md")):
        words = shlex.split(re.sub(r"^cargo run --release -- ", "goldrush ", command), comments=True)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
            environment = dict(os.environ, HOME=home, XDG_DATA_HOME=home, NO_COLOR="1", COLUMNS="100")
            printed = run([program, *words[1:]], cwd=folder, env=environment, stderr=subprocess.DEVNULL)
        wrong = differs(expected, printed.stdout)
        if printed.returncode or wrong is not None:
            shown = f"exit code {printed.returncode}" if printed.returncode else expected.strip("\n").split("\n")[wrong]
            yield "README.md", line + (wrong or 0), f"sample: “{shown}”", f"what {shlex.join(words)} prints"


def anchors(text):
    """Anchors of a Markdown or HTML text; those of headings by GitHub's rules."""
    found, seen = set(re.findall(r"\b(?:id|name)=\"([^\"]+)\"", text)), Counter()
    for title in re.findall(r"(?m)^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$", re.sub(r"(?ms)^(```|~~~).*?(?:^\1|\Z)", "", text)):
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)|</?\w[^>]*>|(?<!\w)_(.+?)_(?!\w)", r"\1\2", title)
        slug = re.sub(r"[^\w\- ]", "", html.unescape(title).lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


def check_links(texts=None, known=None):
    """Follows the links of {path: text} to paths of files that are `known`; by default, of this repository."""
    known = set(known or files())
    texts = texts or {path: read(path) for path in files(".md", "results/index.html")}
    folders = {"."} | {str(folder) for path in known for folder in Path(path).parents}
    for path, text in texts.items():
        link = r"\b(?:href|src)=\"([^\"]*)\""
        if path.endswith(".md"):
            # Code has no links, but their text may have code.
            code = r"(?ms)^ *(```|~~~).*?(?:^ *\1|\Z)|(`+)(?!`)[^`]+?\2"
            text = re.sub(code, lambda match: re.sub(r"[^\n]", "_", match.group()), text)
            link += r"|\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|^ {0,3}\[[^\]]+\]: +(\S+)"
        for match in re.finditer(rf"(?m){link}", text):
            target = html.unescape(match.group(match.lastindex))
            name, _, anchor = unquote(target).partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
            if re.match(r"[a-z][a-z0-9+.-]*:|//", target):
                continue
            line = text.count("\n", 0, match.start()) + 1
            if file not in known and file not in folders:
                yield path, line, f"link: “{target}”", "a file of the repository"
            elif anchor and anchor not in anchors(texts.get(file if file in known else f"{file}/README.md", "")):
                yield path, line, f"anchor: “{target}”", "a heading of that file"


def subject_fault(subject):
    """Returns what is wrong with a commit's subject and what to write instead, or `None`."""
    area = re.match(r"[a-z0-9.][\w./-]*(?:, [a-z0-9.][\w./-]*)*: (?=\S)", subject)
    verb = re.match(r"[A-Za-z]*", subject[area.end() if area else 0 :]).group().lower()
    imperative = r".*(?:ss|us|ias|eed|embed)|[a-z]?(?:bed|shed|shred|wed)|[a-z]{0,2}(?:ing|as)|spring|string"
    past = "made wrote kept took gave went became built left sent found was were is are does has".split()
    if len(subject) > 72:
        return f"{len(subject)} characters", "at most 72"
    if subject.endswith("."):
        return "period at the end", "none"
    if not area and not subject[:1].isupper():
        return "no area", "area: words, or a capital letter"
    if verb in past or re.fullmatch(r".*(?:ed|s|ing)", verb) and not re.fullmatch(imperative, verb):
        return verb, "a verb in the imperative: add, fix, keep"
    return None


def check_commits():
    git = lambda *words: run(["git", *words], cwd=ROOT, stderr=subprocess.DEVNULL).stdout.strip()
    added = git("log", "--diff-filter=A", "--format=%H", "--", "scripts/check_prose.py").split("\n")[-1]
    if not added or git("rev-parse", "--is-shallow-repository") != "false":
        print("commits: not checked: no git history, a shallow one, or one without this script")
        return
    log = ["log", "--no-merges", "--format=%h %s"]
    subjects = git(*log, "-1", added) + "\n" + git(*log, "--ancestry-path", f"{added}..HEAD")
    for commit, _, subject in (line.partition(" ") for line in subjects.strip().split("\n")):
        for what, instead in filter(None, [subject_fault(subject)]):
            yield f"commit {commit}", 1, f"subject ({what}): “{subject}”", instead


def self_test():
    """Each check on texts with and without faults."""
    every = [DOC_COMMENT, *PRINTED]
    for name, _, _ in WORDS + every:
        text = f"Bots. {name}" if name != "British spelling" else "NEIGHBOURS"
        assert name in [found for _, found, _, _ in find_words(text.replace("Bots. What", "What"), every)], f"not found: {name}"
    clean = """How many are left? A game has begun. `so many` are as many as 300,006, or 97% of 12.5 100. It depends on where they
        go. It is told the catalogue; color [it](whoever.md "x"). None if 1 of 2 games had two players. The analyses tell you how.
        \n```\nwhoever 97 %\n```\nThe less the better. The game of two-player teams. Know who leads. Who wins?"""
    assert not list(find_words(clean, [DOC_COMMENT])), list(find_words(clean, [DOC_COMMENT]))
    assert [line for line, *_ in find_words("Ends,\nso\nmany")] == [2]
    rust = 'let url = "http://so many"; // so\n// many\n/// What\n/// is so\n/// many.\nlet quote = \'"\'; // Whoever'
    assert list(comments(rust, ".rs"))[1:] == [(2, " many", []), (3, " What\n is so\n many.", [DOC_COMMENT]), (6, " Whoever", [])]
    assert list(printed('x.expect("jk l"); f("ab c {}\\\n   %"); // "de f"\n#[cfg(test)]\n"gh i"')) == [(1, "ab c {}\n   %")]
    python = 'x = "# so many" # so\n# so\n# many\ny = """\nwhoever"""\ndef f():\n    """What\n    is."""\n'
    assert list(comments(python, ".py"))[1:] == [(2, " so\n many", []), (7, "What\n    is.", [DOC_COMMENT])]
    readme = "```sh\nls\ngoldrush games  # all\n```\n\n```text\na\n…\nd\n```\n```sh\nls\n```\nNot:\n```text\n```\n"
    assert list(samples(readme)) == [(7, "goldrush games  # all", "a\n…\nd\n")]
    for expected, wrong in (("a\n…\nd", None), ("…\nc\n…", None), ("a\nb", 1), ("b\n…", 0), ("a\n…\nx\nd", 2), ("a\n…\nc", 2)):
        assert differs(expected, "a\nb\nc  \nd\n") == wrong, expected
    text = """# A _b_ `c-d`: e & f!\n## A\n## A\n[1](#a-b-c-d-e--f) [2](a.md#a-1) [3](#a) ![4](../x/y.svg) [5](sub)
        <a href="http://x"> [7](no.md) [8](#no) `[code](no.md)` <img src="no.png"> [9](../../out.md)\n[x]: no.txt"""
    bad = [what.split("“")[1] for _, _, what, _ in check_links({"d/a.md": text}, ["d/a.md", "x/y.svg", "d/sub/z"])]
    assert bad == ["no.md”", "#no”", "no.png”", "../../out.md”", "no.txt”"], bad
    right = ["store: keep games", "Add a bot", "engine, ai: reword help", ".ci/run: pass on", "web: embed art", "ai: bring it"]
    wrong = ["store: kept games", "Bots are told", "ai: adds it", "ai: adding", "words", "Add it.", "Add " + "a" * 69, "ai: fixed"]
    assert [subject for subject in right + wrong if not subject_fault(subject)] == right
    print("all checks find what they should")


CHECKS = {"words": check_words, "samples": check_samples, "links": lambda _: check_links(), "commits": lambda _: check_commits()}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n\nNot")[0])
    for name in [*CHECKS, "self-test"]:
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("program", metavar="GOLDRUSH", nargs="?", type=os.path.realpath)
    chosen = parser.parse_args()
    if chosen.self_test:
        return self_test()
    wanted = [name for name in CHECKS if getattr(chosen, name)] or list(CHECKS)
    if {"words", "samples"} & set(wanted) and not os.access(chosen.program or "", os.X_OK):
        parser.error("--words and --samples need the path of the program, such as target/release/goldrush")
    findings = [finding for name in wanted for finding in CHECKS[name](chosen.program)]
    for path, line, what, instead in findings:
        print(f"{path}:{line}: {what} — write instead: {instead}")
    counts = Counter(what.split(": “")[0] for _, _, what, _ in findings).most_common()
    return f"{len(findings)} findings: " + ", ".join(f"{name} {count}" for name, count in counts) if findings else None


if __name__ == "__main__":
    sys.exit(main())
