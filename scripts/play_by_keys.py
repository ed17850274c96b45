#!/usr/bin/env python3
"""Play a whole game of each kind by keys alone in a real terminal (tmux) of each size, looking around in between. After each decision
the screen must be that of a game, and the end must have a result and a record that follows the rules.

Usage: scripts/play_by_keys.py GOLDRUSH [--game GAME]… [--size COLUMNSxROWS]… [--look COMMAND]

COMMAND runs at the beginning, in the middle and at the end of each game, with {socket} and {name} filled in, to take a picture:
'tmux -L {socket} capture-pane -e -p > {name}.txt', for example."""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

GAMES = ["gold-rush", "carcassonne", "carcassonne+gold-mines", "knizia-gold"]
SIZES = ["80x24", "100x30", "200x60"]
# Keys that decide, and keys that only look around; panes are closed again.
STEPS = ["Up", "Down", "Left", "Right", "Tab", "BTab", "r", "R", "1", "2", "3"]
LOOKS = [["z"], ["z"], ["0"], ["c"], ["s"], ["s"], ["S-Left"], ["S-Down"], ["b"], ["t"], ["m"], ["m"]]
LOOKS += [[pane, "Down", "Escape"] for pane in ["?", "l", "d", "i", "v"]]
OVER = ("The result", "the game is over")


class Terminal:
    def __init__(self, socket, columns, rows, command):
        self.socket = socket
        self.size = (columns, rows)
        self.run("kill-server", check=False)
        self.run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), command)

    def run(self, *words, check=True):
        words = ["tmux", "-L", self.socket, *words]
        return subprocess.run(words, check=check, capture_output=True, text=True).stdout

    def press(self, keys):
        for key in keys:
            self.run("send-keys", key)
        time.sleep(0.05)

    def screen(self):
        return self.run("capture-pane", "-p")

    def wait_for(self, *texts):
        for _ in range(600):
            shown = self.screen()
            if any(text in shown for text in texts):
                return shown
            time.sleep(0.1)
        sys.exit(f"the screen never shows {texts}:\n{shown}")


def check(shown, rows):
    lines = shown.split("\n")
    if "panicked" in shown or not lines[0].strip() or not lines[rows - 1].strip():
        sys.exit(f"not a screen of a game:\n{shown}")


def play(goldrush, game, size, look):
    columns, rows = map(int, size.split("x"))
    socket, chance = f"goldrush-keys-{os.getpid()}", random.Random(f"{game} {size}")
    with tempfile.TemporaryDirectory() as folder:
        kept = f"{folder}/game.json"
        options = f"--game {game} --opponents level2,level1 --seed 1 --pace 0 --no-lessons --save {kept}"
        terminal = Terminal(socket, columns, rows, f"'{goldrush}' play {options}; sleep 60")

        def looked(moment):
            if look:
                name = f"{game.replace('+', '-')}-{size}-{moment}"
                subprocess.run(look.format(socket=socket, name=name), shell=True, check=True)

        try:
            pressed = play_on(terminal, rows, chance, looked)
        finally:
            terminal.run("kill-server", check=False)
        subprocess.run([goldrush, "replay", kept], check=True, stdout=subprocess.DEVNULL)
        print(f"{game} at {size}: played to the end in {pressed} decisions; its record follows the rules", flush=True)


def play_on(terminal, rows, chance, looked):
    """Plays to the end and quits; returns the number of decisions."""
    shown = terminal.wait_for(" turn ")
    looked("1-beginning")
    pressed = 0
    while not any(over in shown for over in OVER):
        if chance.random() < 0.2:
            terminal.press(chance.choice(LOOKS))
            # Closes a pane that is still open.
            if "Esc closes" in terminal.screen():
                terminal.press(["Escape"])
        terminal.press([chance.choice(STEPS) for _ in range(chance.randrange(3))] + ["Enter"])
        pressed += 1
        if pressed == 40:
            looked("2-middle")
        if pressed > 3000:
            sys.exit(f"the game does not end:\n{shown}")
        shown = terminal.screen()
        check(shown, rows)
    time.sleep(0.5)
    if "The result" not in terminal.screen():
        terminal.press(["f"])
    terminal.wait_for("The result")
    terminal.wait_for("that cost about", "no clear errors", "more line", "search failed")
    looked("3-result")
    terminal.press(["Escape", "0"])
    time.sleep(0.3)
    looked("4-end")
    terminal.press(["q"])
    terminal.wait_for("The record of the game")
    return pressed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("goldrush", help="the program")
    parser.add_argument("--game", action="append", help="a game; may be repeated (default: all)")
    parser.add_argument("--size", action="append", help="COLUMNSxROWS; may be repeated (default: three sizes)")
    parser.add_argument("--look", help="command run at the beginning, middle and end of each game, with {socket} and {name} filled in")
    options = parser.parse_args()
    for game in options.game or GAMES:
        for size in options.size or SIZES:
            play(os.path.abspath(options.goldrush), game, size, options.look)


if __name__ == "__main__":
    main()
