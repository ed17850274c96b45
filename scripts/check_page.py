#!/usr/bin/env python3
"""Play in the page that needs no program, in a real browser and without a network, as people do.

Usage: check_page.py PAGE.html GOLDRUSH [PICTURES]      with a folder, saves pictures of every screen there
       BROWSER=firefox check_page.py …           in Firefox, without what only Chromium can be told or asked
Needs what check_browser.py needs.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

# Its arguments are a program and a folder for pictures.
PAGE, GOLDRUSH = Path(sys.argv.pop(1)).resolve().as_uri(), sys.argv[1]

from selenium.common.exceptions import NoAlertPresentException, WebDriverException
from selenium.webdriver.common.by import By

from check_browser import (
    A_REVIEW,
    FIREFOX,
    GAMES,
    LAPTOP,
    PHONE,
    STATE,
    STEPS,
    ask_for_hints,
    browser,
    by_clicks,
    check_access,
    complaints,
    is_asked,
    is_over,
    picture,
    play,
    turn,
    wait,
)

# Bots whose games must be the same as the program's.
WORKLOADS = [
    ("gold-rush", "random", 200),
    ("gold-rush", "greedy,heuristic", 20),
    ("carcassonne", "greedy,heuristic", 20),
    ("carcassonne+gold-mines", "rollout:playouts=20", 2),
    ("gold-rush", "best,mcts:playouts=100", 1),
    ("knizia-gold", "memory", 200),
    ("knizia-gold", "mcts:playouts=100,perfect", 3),
]


def opened(page, words="", inside=True):
    """Opens the page, with the words of a game; goes into the page of the game."""
    page.get("about:blank")
    page.get(f"{PAGE}?pace=0" + (f"#{quote(words)}" if words else ""))
    if inside:
        enter(page)


def enter(page):
    page.switch_to.default_content()
    frame = wait("a game", lambda: page.find_elements(By.ID, "game"))
    page.switch_to.frame(frame[0])
    wait("the board", lambda: page.execute_script("return document.body?.dataset.shown"))


def resumed(page, before, how):
    """Goes into the page of a game that was in this turn."""
    enter(page)
    wait("a question", lambda: is_asked(page))
    if turn(page) != before:
        sys.exit(f"turn {before} became {turn(page)} {how}")


def menu(page):
    page.switch_to.default_content()
    wait("the menu", lambda: page.find_element(By.ID, "menu").is_displayed())


def offline(page):
    """Cuts the network off: a page that asked for anything would say so."""
    page.execute_cdp_cmd("Network.enable", {})
    page.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})


def check(page, where):
    if found := complaints(page):
        sys.exit(f"{where}: messages in the browser's console: {found}")


def same_games(page):
    """The bots play the same games here and there."""
    opened(page, inside=False)
    menu(page)
    for game, agents, games in WORKLOADS:
        told = subprocess.run(
            [GOLDRUSH, "lab", "bench", "--game", game, "--agents", agents, "--games", str(games)], capture_output=True, text=True, check=True
        )
        there = re.search(r"fingerprint  (\S+)", told.stdout).group(1)
        here = page.execute_async_script("const done = arguments[3]; Worked.fingerprint(...[...arguments].slice(0, 3)).then(done, (e) => done(e.message));", game, agents, games)
        if here != there:
            sys.exit(f"{game}, {agents}: the page played {here}, the program {there}")
    print(f"the same games as the program's in {len(WORKLOADS)} workloads")


def by_the_menu(page):
    """A game is set up by clicks, left, listed, resumed, and deleted."""
    began = time.monotonic()
    opened(page, inside=False)
    menu(page)
    shown = time.monotonic() - began
    check_access(page, "the menu")
    picture(page, "page-menu")
    began = time.monotonic()
    page.find_element(By.ID, "begin").click()
    enter(page)
    asked = time.monotonic() - began
    play(page, by_clicks, "a game from the menu", until=5)
    before = turn(page)
    page.refresh()
    resumed(page, before, "when the page was loaded again")
    page.find_element(By.CSS_SELECTOR, "[data-act=leave]").click()
    menu(page)
    listed = page.find_element(By.ID, "kept").text
    if f"turn {before}" not in listed:
        sys.exit(f"a game left in turn {before} is listed as {listed!r}")
    picture(page, "page-kept")
    page.find_element(By.CSS_SELECTOR, "#kept button.main").click()
    resumed(page, before, "after the game was left")
    page.back()
    menu(page)
    page.forward()
    resumed(page, before, "after Back and Forward")
    page.find_element(By.CSS_SELECTOR, "[data-act=leave]").click()
    menu(page)
    page.find_elements(By.CSS_SELECTOR, "#kept button")[-1].click()
    page.switch_to.alert.accept()
    wait("no kept game", lambda: not page.find_element(By.ID, "kept-box").is_displayed())
    check(page, "the menu")
    print(f"by the menu: shown after {shown:.1f} s, the first question after {asked:.1f} s more; reloaded, left, resumed, deleted")


def whole_games(page):
    """A whole game of each kind, with a tab that is killed, hints, a review, and a file that the program reads."""
    for game in GAMES:
        began = time.monotonic()
        level = "level3" if game == "knizia-gold" else "level9"
        opened(page, f"play --opponents {level} --game {game} --no-lessons --practice --seed 7")
        wait("a question", lambda: is_asked(page))
        shown = time.monotonic() - began
        check_access(page, f"{game}, a question")
        play(page, by_clicks, game, until=6)
        ask_for_hints(page)
        picture(page, f"page-{game}-hints")
        before = turn(page)
        page.execute_script("document.querySelector('[data-act=undo]').click()")
        wait("the turn undone", lambda: is_asked(page) and turn(page) < before)
        play(page, by_clicks, game, until=12)
        before = turn(page)
        # The tab is closed; another one goes on.
        page.switch_to.new_window("tab")
        fresh = page.current_window_handle
        for handle in page.window_handles:
            if handle != fresh:
                page.switch_to.window(handle)
                page.close()
        page.switch_to.window(fresh)
        opened(page, inside=False)
        menu(page)
        page.find_element(By.CSS_SELECTOR, "#kept button.main").click()
        resumed(page, before, f"in another tab: {game}")
        play(page, by_clicks, game)
        if not page.find_elements(By.CSS_SELECTOR, "[data-link]"):
            sys.exit(f"{game}: no link to the deal at the end")
        # Reviews of the other games take as long again, and are made in the same way.
        if game in ("gold-rush", "knizia-gold"):
            wait("the review", lambda: "Looking for" not in page.find_element(By.ID, "ask").text, A_REVIEW)
        picture(page, f"page-{game}-over")
        check_access(page, f"{game}, the end")
        page.find_element(By.TAG_NAME, "body").send_keys("v")
        wait("the steps", lambda: page.execute_script(STEPS))
        page.find_element(By.TAG_NAME, "body").send_keys("m")
        picture(page, f"page-{game}-steps")
        page.switch_to.default_content()
        kept = page.execute_script("return Object.keys(localStorage).filter((name) => name.startsWith('goldrush-game-')).map((name) => localStorage.getItem(name))")
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(json.loads(kept[0])["text"])
            file.flush()
            replayed = subprocess.run([GOLDRUSH, "replay", file.name], capture_output=True, text=True)
        if replayed.returncode:
            sys.exit(f"{game}: its record breaks the rules: {replayed.stderr}")
        page.execute_script("localStorage.clear()")
        check(page, game)
        print(f"{game}: a whole game by clicks, in two tabs; first question after {shown:.1f} s")


def answers_quickly(page):
    """Turns of the strongest bots keep no click waiting, even while hints are looked for."""
    opened(page, "watch --agents level12,level12 --seed 3")
    wait("some turns", lambda: turn(page) > 12)
    opened(page, "play --opponents level12 --no-lessons --practice --seed 3")
    longest = 0
    for number in range(8):
        wait("a question", lambda: is_asked(page))
        if number % 2:
            page.execute_script("document.querySelector('[data-act=hint]')?.click()")
            wait("that hints are looked for", lambda: "…" in page.find_element(By.ID, "ask").text)
        before = page.execute_script(STATE)
        began = time.monotonic()
        by_clicks(page, 0)
        wait("an answer", lambda: page.execute_script(STATE) != before)
        longest = max(longest, time.monotonic() - began)
    if longest > 1:
        sys.exit(f"an answer to a click took {longest:.1f} s")
    print(f"an answer to a click against level12 took {1000 * longest:.0f} ms at most")


def moves_now(page):
    """Bots may think for as long as an address says; asked to, they play at once."""
    opened(page, "play --opponents rollout:ms=300,greedy --no-lessons --seed 3")
    play(page, by_clicks, "a bot that thinks for 0.3 s before one that does not", until=8)
    opened(page, "play --opponents rollout:ms=3600000 --no-lessons --seed 3")
    button = lambda: page.find_elements(By.CSS_SELECTOR, "[data-act=hurry]")
    while not button():
        wait("a question or a bot", lambda: is_asked(page) or button())
        if not button():
            by_clicks(page, 0)
    picture(page, "page-thinking")
    began = time.monotonic()
    page.execute_script("document.querySelector('[data-act=hurry]').click()")
    wait("a move of the bot", lambda: is_asked(page))
    took = time.monotonic() - began
    if "was asked to move now" not in page.find_element(By.TAG_NAME, "body").text:
        sys.exit("nothing says that the bot was asked to move")
    if took > 1:
        sys.exit(f"Move now took {took:.1f} s")
    print(f"a bot that would think for an hour moved {1000 * took:.0f} ms after Move now")


def a_mouse_rests(page):
    """A mouse chooses the place where it rests, not one that it passes."""
    opened(page, "play --opponents level4 --no-lessons --seed 7")
    wait("a question", lambda: is_asked(page))
    chosen = lambda: page.execute_script("return [...document.querySelectorAll('#spots .place')].findIndex((one) => one.classList.contains('at'))")
    over = lambda what, nth=0: page.execute_script(
        "document.querySelectorAll(arguments[0])[arguments[1]].dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))", what, nth
    )
    before = chosen()
    other = 1 - before
    over("#spots .place", other)
    over("#ask")
    time.sleep(0.3)
    if chosen() != before:
        sys.exit("a mouse chose a place that it only passed")
    over("#spots .place", other)
    wait("the place where the mouse rests", lambda: chosen() == other)
    print("a mouse chooses the place where it rests")


def by_phone():
    page = browser(PHONE)
    opened(page, "play --opponents level4 --seed 5")
    wait("a question", lambda: is_asked(page))
    picture(page, "page-phone")
    page.find_element(By.CSS_SELECTOR, "[data-act=leave]").click()
    menu(page)
    picture(page, "page-phone-menu")
    wide = page.execute_script("return document.documentElement.scrollWidth > innerWidth")
    page.quit()
    if wide:
        sys.exit("the menu is wider than a phone")
    print("by phone")


def from_a_server():
    """From a server, phones can put the page on their home screen; without encryption, all of it works all the same."""
    path = Path(url2pathname(urlsplit(PAGE).path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=path.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Firefox does not tell.
    if not FIREFOX:
        can_be_installed(f"http://127.0.0.1:{server.server_port}/{path.name}")
    without_encryption(f"http://{NAME}:{server.server_port}/{path.name}")
    server.shutdown()


def can_be_installed(address):
    page = browser(PHONE)
    page.get(address)
    menu(page)
    wrong = page.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
    page.quit()
    if wrong:
        sys.exit(f"the page cannot be installed: {wrong}")
    print("from a server, it can be installed")


# A name that only the browser knows: it leads to this machine, and is none of those that browsers trust without encryption.
NAME = "goldrush.test"


def without_encryption(address):
    """From a server without encryption, browsers withhold the clipboard and more; all of the page works all the same."""
    global PAGE
    local, PAGE = PAGE, address
    page = browser(PHONE if FIREFOX else LAPTOP, name=NAME)
    opened(page, "watch --agents random,random --seed 7")
    page.switch_to.default_content()
    if page.execute_script("return isSecureContext || !!navigator.clipboard"):
        sys.exit(f"{address}: the browser takes it for a page with encryption, so this is no check")
    enter(page)
    wait("the end", lambda: page.find_elements(By.CSS_SELECTOR, "[data-link]"))
    page.execute_script("setTimeout(() => document.querySelector('[data-link]').click())")
    shown = wait("the link", lambda: alert(page))
    if "The link to this deal" not in shown:
        sys.exit(f"instead of the link to the deal: {shown!r}")
    check(page, "the link to a deal")
    opened(page, "play --opponents level3 --no-lessons --practice --seed 7")
    wait("a question", lambda: is_asked(page))
    play(page, by_clicks, "a game from a server without encryption", until=3)
    ask_for_hints(page)
    before = turn(page)
    page.refresh()
    resumed(page, before, "from a server without encryption")
    page.find_element(By.CSS_SELECTOR, "[data-act=leave]").click()
    menu(page)
    wait("the kept game", lambda: page.find_element(By.ID, "kept-box").is_displayed())
    check(page, "a server without encryption")
    page.quit()
    PAGE = local
    print("from a server without encryption: the link is shown, games are played and kept")


def alert(page):
    """Closes the dialog of the browser that is open, and returns its text; nothing if there is none."""
    try:
        shown = page.switch_to.alert
        text = shown.text
        shown.dismiss()
        return text
    except NoAlertPresentException:
        return None


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def wrong_words(page):
    opened(page, "play --game chess", inside=False)
    wait("a message", lambda: "chess" in page.find_element(By.ID, "wrong").text)
    print("a wrong address says what is wrong")


def main():
    page = browser(LAPTOP)
    if FIREFOX:
        by_the_menu(page)
        whole_games(page)
        same_games(page)
        page.quit()
        by_phone()
        from_a_server()
        return
    offline(page)
    by_the_menu(page)
    whole_games(page)
    answers_quickly(page)
    moves_now(page)
    a_mouse_rests(page)
    wrong_words(page)
    same_games(page)
    page.quit()
    by_phone()
    from_a_server()


if __name__ == "__main__":
    try:
        main()
    except (WebDriverException, subprocess.CalledProcessError) as problem:
        sys.exit(f"{problem}\n{getattr(problem, 'stderr', '')}")
