#!/usr/bin/env python3
"""List every text that the program shows to people: string literals with a space, and help texts, with their places. Read them aloud.

Usage: scripts/strings.py [WORD…]      only texts with one of these words
"""

import re
import sys
from pathlib import Path

LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
HELP = re.compile(r"^\s*/// (.*)$", re.M)
words = [re.compile(rf"\b{re.escape(word)}\b", re.I) for word in sys.argv[1:]]


def told(file):
    """Line and text of each string in a source file that people may read, without tests."""
    source = file.read_text().split("#[cfg(test)]")[0]
    # Quotes in comments and character literals do not begin a string.
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
