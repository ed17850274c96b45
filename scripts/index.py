#!/usr/bin/env python3
"""Write results/index.html, which gathers the studies: the question, the answer, a picture, what it means at the table, and where it
holds. Fails if a short answer in results/README.md has a number that the text of its study has not.

Usage: scripts/index.py [--check]             --check fails if the page is out of date
       scripts/index.py --pages FOLDER        writes FOLDER/index.html, which links to the reports that scripts/build_pages.sh wrote

The page begins with the first table of results/README.md. The rest comes from the README of each study, in the order and under the
headings of results/README.md: its title, the paragraph that begins with **Answer.**, the first picture with its title, the
paragraph that begins with **What this means at the table.**, and those that begin with a question whether it holds elsewhere.
"""
import html, os, re, sys

root = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "results"))
if "--pages" in sys.argv[1:]:
    root = os.path.realpath(sys.argv[sys.argv.index("--pages") + 1])

STYLE = """
:root { --ink: #22262b; --muted: #646a72; --paper: #fffefb; --line: #e9e6df; --accent: #0a6c8c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ecebe6; --muted: #a3a8ae; --paper: #1b1e22; --line: #34383d; --accent: #5fc0de; }
}
body { margin: 0 auto; max-width: 66rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1, h2 { line-height: 1.2; } h3 { margin: 0 0 .5rem; line-height: 1.25; font-size: 1.3rem; }
a { color: var(--accent); } code { font-size: .9em; }
nav ul { columns: 20rem; padding-left: 1.2rem; }
section { border-top: 1px solid var(--line); padding: 1.6rem 0; display: grid; gap: 0 2rem; grid-template-columns: minmax(0, 1fr); }
h2.group { margin-top: 2.5rem; } figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: .5rem; }
img { width: 100%; max-width: 30rem; height: auto; }
.more, summary { color: var(--muted); } summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; color: var(--muted); font-weight: 600; }
th, td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
@media print { nav, .more { display: none; } section, tr { break-inside: avoid; } details::details-content { content-visibility: visible; } }
@media (min-width: 56rem) { section.pictured { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
"""


def inline(text, folder):
    """Converts code, links and bold in a Markdown paragraph to HTML."""
    # Code first, and set aside: nothing inside it is markup.
    codes = []
    text = re.sub(r"`([^`]+)`", lambda found: codes.append(found[1]) or f"\0{len(codes) - 1}\0", text.replace("\n", " "))
    text = html.escape(text, quote=False)

    def link(found):
        at = found[2] if "://" in found[2] else os.path.normpath(os.path.join(folder, found[2]))
        return f'<a href="{html.escape(at)}">{found[1]}</a>'

    text = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", link, text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"(?<!\*)\*([^*]+)\*(?!\*)", r"<em>\1</em>", text)
    return re.sub(r"\0(\d+)\0", lambda found: f"<code>{html.escape(codes[int(found[1])])}</code>", text)


def paragraph(text, begins):
    found = re.search(r"^\*\*" + re.escape(begins) + r"\*\* ?(.+?)(?:\n\n|\n?\Z)", text, re.M | re.S)
    return found and found[1].strip()


def study(folder):
    with open(f"{root}/{folder}/README.md") as file:
        text = file.read()
    question = re.match(r"# (.+)", text)[1]
    answer, means = paragraph(text, "Answer."), paragraph(text, "What this means at the table.")
    if answer is None:
        sys.exit(f"results/{folder}/README.md: no paragraph begins with **Answer.**")
    picture = re.search(r"^!\[([^\]]*)\]\(([^)]+)\)", text, re.M)
    body = f'<div><h3>{inline(question, folder)}</h3>\n<p>{inline(answer, folder)}</p>\n'
    if means:
        body += f"<p><b>At the table:</b> {inline(means, folder)}</p>\n"
    elsewhere = re.findall(r"^(\*\*Do(?:es)? [^*]+\?\*\* .+?)\n\n", text, re.M | re.S)
    if elsewhere:
        body += "<details><summary>Where does it hold?</summary>\n" + "".join(f"<p>{inline(one, folder)}</p>\n" for one in elsewhere) + "</details>\n"
    reports = sorted(os.path.relpath(path, root) for path, _, files in os.walk(f"{root}/{folder}") if "report.html" in files)
    pages = [f'<a href="{path}/report.html">{"all results" if len(reports) == 1 else os.path.relpath(path, folder)}</a>' for path in reports]
    pages = f" · all results: {', '.join(pages)}" if len(reports) > 1 else "".join(f" · {page}" for page in pages)
    body += f'<p class="more"><a href="{folder}/README.md">numbers and method</a>{pages}</p></div>\n'
    if picture:
        if not os.path.exists(f"{root}/{folder}/{picture[2]}"):
            sys.exit(f"results/{folder}/README.md: {picture[2]} is missing")
        title = html.escape(picture[1])
        body += f'<figure><figcaption>{title}</figcaption>\n<img src="{folder}/{picture[2]}" alt="{title}" loading="lazy"></figure>\n'
    pictured = ' class="pictured"' if picture else ""
    return question, f'<section id="{folder}"{pictured}>\n{body}</section>\n'


FOUND = re.compile(r"<!-- found -->\n(.*?)<!-- end of found -->", re.S)


def found(text):
    """The findings of results/README.md, each with its number on both reconstructions and how sure it is."""
    lines = FOUND.search(text)[1].splitlines()
    rows = [re.sub(r"\(([^/)]+)/README.md", r"(#\1", line).strip("|").split("|") for line in lines]
    cells = lambda row, tag: "".join(f"<{tag}>{inline(cell.strip(), '')}</{tag}>" for cell in row)
    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows[2:])
    return f"<table>\n<tr>{cells(rows[0], 'th')}</tr>\n{body}\n</table>\n"


def check_answers(text):
    """Fails if a short answer has a number that the page of its study has not, outside of tables."""
    for folder, answer in re.findall(r"^\| \[[^\]]+\]\(([^/)]+)/README\.md[^)]*\) \| [^|]+ \| (.+) \|$", text, re.M):
        with open(f"{root}/{folder}/README.md") as file:
            page = re.sub(r"^\|.*", "", file.read(), flags=re.M)
        for number in re.findall(r"\d(?:[\d,.]*\d)?%?", re.sub(r"`[^`]*`", "", answer)):
            if not re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d%])", page):
                sys.exit(f"results/README.md: the answer of {folder} says {number}, which its page does not")


with open(root + "/README.md") as file:
    text = file.read()
first = found(text)
text = FOUND.sub("", text)
check_answers(text)
sections = re.findall(r"^## (.+)\n((?:(?!## ).*\n?)*)", text, re.M)
links = body = ""
for heading, text in sections:
    studies = [(folder, *study(folder)) for folder in re.findall(r"^\| \[[^\]]+\]\(([^/)]+)/README\.md\)", text, re.M)]
    if studies:
        entries = "\n".join(f'<li><a href="#{folder}">{inline(question, folder)}</a></li>' for folder, question, _ in studies)
        links += f"<h2>{inline(heading, '')}</h2>\n<ul>\n{entries}\n</ul>\n"
        body += f'<h2 class="group">{inline(heading, "")}</h2>\n' + "".join(section for _, _, section in studies)
page = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What bots found out about Gold Rush and its family</title>
<style>{STYLE}</style>
<h1>What bots found out about Gold Rush and its family</h1>
<p>Questions about Carcassonne: Gold Rush and three related games, answered by bots that played them thousands of times. Each study has its
numbers, with 95% intervals, and a command that plays it again.</p>
<h2>In short</h2>
<p>Two-player games of Gold Rush, by <code>heuristic</code>. What its tiles show had to be reconstructed, so every finding but the last was
repeated on a second reconstruction, in which half of the tiles differ (the last column was not).</p>
{first}<nav>
{links}</nav>
<main>
{body}</main>
</html>
"""
path = os.path.join(root, "index.html")
with open(path) as file:
    before = file.read()
if before != page and "--check" in sys.argv[1:]:
    sys.exit("results/index.html is out of date; run scripts/index.py")
with open(path, "w") as file:
    file.write(page)
