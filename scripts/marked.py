"""Parts of pages that scripts write: the lines between `<!-- NAME -->` and `<!-- end of NAME -->`."""
import os, re, sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def update(page, **parts):
    """Writes the lines of each part into a page of the repository. With --check, fails instead if something would change."""
    path = os.path.join(ROOT, page)
    with open(path) as file:
        before = after = file.read()
    for name, lines in parts.items():
        pattern = re.compile(f"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.S)
        if not pattern.search(after):
            sys.exit(f"{page} has no marks <!-- {name} --> and <!-- end of {name} -->")
        after = pattern.sub(lambda found: found[1] + "\n".join(lines) + "\n" + found[2], after)
    replace(page, before, after)


def replace(page, before, after):
    """Replaces the content of a file. With --check, fails instead if it would change."""
    if before == after:
        return
    if "--check" in sys.argv[1:]:
        sys.exit(f"{page} is out of date; run scripts/{os.path.basename(sys.argv[0])}")
    with open(os.path.join(ROOT, page), "w") as file:
        file.write(after)
