#!/usr/bin/env python3
"""Check the pages that the program writes with axe, light and dark, on a laptop and a phone: of a league, its members and its games, of an
answer and of a run, and a game as a file to send.

Usage: check_documents.py GOLDRUSH [PICTURES]      with a folder, saves pictures of every page there
Needs what check_browser.py needs.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from check_browser import LAPTOP, PHONE, browser, check_access, complaints, picture, wait

GOLDRUSH = Path(sys.argv[1]).resolve()


def goldrush(folder, *words, answers=""):
    done = subprocess.run([GOLDRUSH, *words], cwd=folder, input=answers, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"goldrush {' '.join(words)}: {done.stderr}")


def pages(folder):
    """Writes the pages; returns their names, their files and, at the end of the address, the turn to show."""
    goldrush(folder, "league", "init", "cup", "--game", "knizia-gold")
    for bot in ("random", "memory", "level1"):
        goldrush(folder, "league", "add", "cup", bot)
    goldrush(folder, "league", "play", "cup", "--games", "300")
    goldrush(folder, "ask", "tents", "--players", "3", "--games", "600", "--out", "answer")
    goldrush(folder, "simulate", "--agents", "greedy", "--players", "3", "--games", "300", "--luck", "--out", "run")
    goldrush(folder, "report", "run")
    goldrush(folder, "watch", "--agents", "level3,level1", "--seed", "4", "--save", "game.json", "--plain", "--pace", "0")
    goldrush(folder, "replay", "game.json", "--html", "sent.html", "--mistakes")
    two = ["--opponents", "human", "--names", "Ann,Bo", "--seed", "4", "--no-lessons", "--plain", "--save", "two.json"]
    goldrush(folder, "play", *two, answers="1\n" * 12)
    goldrush(folder, "replay", "two.json", "--html", "two.html")
    cup = folder / "cup"
    yield "a league", cup / "index.html", ""
    yield "a member of a league", cup / "figures/member-0.html", ""
    yield "a game of a league", next(cup.glob("figures/game-*.html")), ""
    yield "an answer", folder / "answer/report.html", ""
    yield "a run", folder / "run/report.html", ""
    yield "a game to send", folder / "sent.html", ""
    yield "a game of Ann and Bo", folder / "two.html", "#turn=2"


def main():
    with tempfile.TemporaryDirectory() as folder:
        checked = 0
        written = list(pages(Path(folder)))
        for size in (LAPTOP, PHONE):
            for dark in (False, True):
                page = browser(size, dark)
                for name, file, turn in written:
                    page.get(file.as_uri() + turn)
                    where = f"{name}, {size[0]}, {'dark' if dark else 'light'}"
                    picture(page, where.replace(" ", "-").replace(",", ""))
                    check_access(page, where)
                    if turn:
                        wait("the log that names Bo", lambda: "Bo lays " in page.execute_script("return document.body.textContent"))
                    if found := complaints(page):
                        sys.exit(f"{where}: messages in the browser's console: {found}")
                    checked += 1
                page.quit()
    print(f"{checked} pages without violations that axe finds")


if __name__ == "__main__":
    main()
