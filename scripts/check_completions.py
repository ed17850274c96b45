#!/usr/bin/env python3
"""Press Tab in real shells, and check what stands on the command line afterwards.

Usage: check_completions.py GOLDRUSH [SHELL…]      shells: bash, zsh, fish (default: all)
apt-get install bash-completion zsh fish
"""

import os
import pty
import re
import select
import shutil
import sys
import tempfile
import time
from pathlib import Path

GOLDRUSH = Path(sys.argv[1]).resolve()
LEFT, TAB = "\x1b[D", "\t"

# What is typed before Tab, and the line afterwards.
CASES = [
    ("goldrush tourn", "goldrush tournament "),
    ("goldrush lab reg", "goldrush lab regret "),
    ("goldrush play --game kn", "goldrush play --game knizia-gold "),
    ("goldrush play --game=kn", "goldrush play --game=knizia-gold "),
    ("goldrush match --game=knizia-gold --a per", "goldrush match --game=knizia-gold --a perfect "),
    ("goldrush match --game knizia-gold --a=per", "goldrush match --game knizia-gold --a=perfect "),
    ("goldrush simulate --agents=gre", "goldrush simulate --agents=greedy "),
    ("goldrush simulate --agents greedy,heur", "goldrush simulate --agents greedy,heuristic "),
    ("goldrush simulate --agents=greedy,heur", "goldrush simulate --agents=greedy,heuristic "),
    ("goldrush simulate --agents rollout:play", "goldrush simulate --agents rollout:playouts="),
    ("goldrush simulate --agents=rollout:play", "goldrush simulate --agents=rollout:playouts="),
    ("goldrush simulate --agents rollout:playouts=5,dep", "goldrush simulate --agents rollout:playouts=5,depth="),
    ("goldrush simulate --agents greedy,rollout:playouts=5,heur", "goldrush simulate --agents greedy,rollout:playouts=5,heuristic "),
    ("goldrush balance --factor locomotive-t", "goldrush balance --factor locomotive-tiles="),
    ("goldrush balance --factor=locomotive-t", "goldrush balance --factor=locomotive-tiles="),
    ("goldrush balance --factor farmers=y", "goldrush balance --factor farmers=yes "),
    ("goldrush balance --factor=farmers=yes,n", "goldrush balance --factor=farmers=yes,no "),
    ("goldrush simulate --rule nug", "goldrush simulate --rule nugget-points="),
    ("goldrush simulate --rule ties=h", "goldrush simulate --rule ties=half "),
    ("goldrush simulate --rule ties=half --agents rand", "goldrush simulate --rule ties=half --agents random "),
    ("true; goldrush tourn", "true; goldrush tournament "),
    # In the middle of a line.
    ("goldrush balance --factor farmers=y --games 5" + LEFT * 10, "goldrush balance --factor farmers=yes --games 5"),
]
# With several to choose from, nothing is added but what they have in common; they are listed.
LISTED = [
    ("goldrush balance --factor farmers=", ["yes", "no"]),
    ("goldrush balance --factor=farmers=", ["yes", "no"]),
    ("goldrush simulate --agents rollout:", ["playouts=", "depth="]),
    ("goldrush simulate --rule ties=", ["all", "nobody", "half"]),
    ("goldrush simulate --agents=", ["greedy", "heuristic"]),
]
# Only in bash, which cuts words: a word in quotes is whole.
OF_BASH = [('goldrush balance --factor "farmers=y', 'goldrush balance --factor "farmers=yes" ')]

SHELLS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        """PS1='$ '; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; bind 'set completion-query-items 1000'
        bind 'set page-completions off'; bind 'set show-all-if-ambiguous on'
        show() { printf '\\n<<%s>>\\n' "$READLINE_LINE"; }; bind -x '"\\C-x\\C-p": show'
        source <(goldrush completions bash)""",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        """PS1='$ '; unsetopt beep zle_bracketed_paste; LISTMAX=1000
        autoload -Uz compinit; compinit -D -u; show() { print -r -- $'\\n'"<<$BUFFER>>"; }; zle -N show; bindkey '^X^P' show
        source <(goldrush completions zsh)""",
    ),
    "fish": (
        ["fish", "--no-config", "-i"],
        """function fish_prompt; echo '$ '; end; function fish_greeting; end; set -g fish_autosuggestion_enabled 0
        function show; printf '\\n<<%s>>\\n' (commandline); end; bind \\cx\\cp show
        goldrush completions fish | source""",
    ),
}


class Shell:
    """A shell in a terminal of its own."""

    def __init__(self, name, folder):
        command, setup = SHELLS[name]
        process, self.terminal = pty.fork()
        if process == 0:
            os.environ |= {"PATH": f"{folder}:{os.environ['PATH']}", "TERM": "xterm", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
            os.environ["COLUMNS"], os.environ["LINES"] = "200", "50"
            os.chdir(folder)
            os.execvp(command[0], command)
        import fcntl, struct, termios

        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self.heard = ""
        for line in setup.splitlines():
            self.type(line.strip() + "\r")
            self.quiet()
        self.type("echo rea''dy\r")
        self.until("ready", 30)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def hear(self, seconds):
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            self.heard += os.read(self.terminal, 65536).decode(errors="replace")
        except OSError:
            return False
        return True

    def quiet(self, seconds=0.3):
        """Waits until nothing more is written."""
        while self.hear(seconds):
            pass

    def until(self, what, seconds):
        end = time.monotonic() + seconds
        while not (found := re.search(what, self.heard, re.S)):
            if time.monotonic() > end or not self.hear(end - time.monotonic()):
                sys.exit(f"the shell never writes {what!r}:\n{self.heard[-2000:]}")
        return found

    def complete(self, typed):
        """The line after Tab, and what was written meanwhile."""
        self.heard = ""
        self.type(typed)
        self.quiet()
        self.heard = ""
        self.type(TAB)
        # The program has been asked when its answer shows; slow machines take their time.
        self.quiet(1)
        told, self.heard = self.heard, ""
        self.type("\x18\x10")
        line = self.until(r"<<(.*?)>>", 30)[1]
        # To the end of the line, and all of it away.
        self.type("\x05\x15")
        self.quiet()
        return line, told


def check(name, folder):
    shell = Shell(name, folder)
    wrong = []
    for typed, expected in CASES + (OF_BASH if name == "bash" else []):
        line, _ = shell.complete(typed)
        # Zsh keeps the blank before the rest of the line, and adds its own.
        if line != expected and (name != "zsh" or line.replace("  ", " ") != expected):
            wrong.append(f"{name}: {typed.replace(LEFT, '')!r} became {line!r} instead of {expected!r}")
    for typed, listed in LISTED:
        line, told = shell.complete(typed)
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told)
        # Fish puts what the candidates have in common, or the first of them, on the line.
        if not line.startswith(typed) or "--" in line[len(typed):] or (name != "fish" and line != typed):
            wrong.append(f"{name}: {typed!r} became {line!r}")
        if missing := [one for one in listed if one not in plain]:
            wrong.append(f"{name}: {typed!r} does not list {', '.join(missing)}: {plain[-500:]!r}")
    os.close(shell.terminal)
    print(f"{name}: {len(CASES) + len(LISTED)} lines completed, {len(wrong)} wrong")
    return wrong


def main():
    wanted = sys.argv[2:] or list(SHELLS)
    if absent := [name for name in wanted if not shutil.which(name)]:
        sys.exit(f"not installed: {', '.join(absent)}")
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(GOLDRUSH, Path(folder) / "goldrush")
        wrong = [problem for name in wanted for problem in check(name, folder)]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
