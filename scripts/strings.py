#!/usr/bin/env python3
"""List every text that the program shows to people: strings with a space, and help texts, with their places. Read them aloud.

Usage: scripts/strings.py [WORD…]      only texts with one of these words
"""

import re
import sys

from check_prose import files, printed, read

HELP = re.compile(r"^\s*/// (.*)$", re.M)
words = [re.compile(rf"\b{re.escape(word)}\b", re.I) for word in sys.argv[1:]]

for path in files(".rs"):
    if path.startswith("sim-cli/") and "/src/" in path:
        source = read(path)
        texts = [(line, re.sub(r"\n\s*", "", text)) for line, text in printed(source)]
        if "/cli/" in path:
            texts += [(source.count("\n", 0, match.start()) + 1, match.group(1)) for match in HELP.finditer(source)]
        for line, text in sorted(texts):
            if not words or any(word.search(text) for word in words):
                print(f"{path}:{line}: {text}")
