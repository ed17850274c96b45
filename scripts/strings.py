#!/usr/bin/env python3
"""Lists what the program says to people: every string literal of the sources that has a space in it, and what help says, with its
place. To be read aloud.

Usage: scripts/strings.py [WORD…]      only those that have one of these words in them
"""

import re
import sys
from pathlib import Path

LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
HELP = re.compile(r"^\s*/// (.*)$", re.M)
words = [re.compile(rf"\b{re.escape(word)}\b", re.I) for word in sys.argv[1:]]


def told(file):
    """Line and text of each string of a source file that people may read; tests are left out."""
    source = file.read_text().split("#[cfg(test)]")[0]
    # Quotes in comments and single characters are none that begin a string.
    code = re.sub(r"//[^\n]*|'(\\.|[^\\'])'", lambda m: " " * len(m.group()) if "\n" not in m.group() else m.group(), source)
    for match in LITERAL.finditer(code):
        text = re.sub(r"\\\n\s*", "", match.group(1)).replace("\\n", "\n")
        if " " in text.strip() and re.search(r"[a-zA-Z]{2}", text):
            yield source.count("\n", 0, match.start()) + 1, text
    if "/cli/" in str(file):
        for match in HELP.finditer(source):
            yield source.count("\n", 0, match.start()) + 1, match.group(1)


for file in sorted(Path("sim-cli/src").rglob("*.rs")):
    for line, text in sorted(told(file)):
        if not words or any(word.search(text) for word in words):
            print(f"{file}:{line}: {text}")
