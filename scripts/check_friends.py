#!/usr/bin/env python3
"""Play over the local network as friends do, each in a browser of their own, and try what they must not be able to do.

Usage: check_friends.py GOLDRUSH [PICTURES]      with a folder, saves pictures of every screen there
       GAMES=knizia-gold check_friends.py …      some of the games
Another address of this machine's own network stands for the local network. Needs what check_browser.py needs.
"""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By

from check_browser import (
    GAMES,
    PHONE,
    STATE,
    Server,
    browser,
    by_clicks,
    check_access,
    complaints,
    is_asked,
    is_over,
    picture,
    wait,
)

ADDRESS = "127.0.0.2"


class Room(Server):
    """A game to which friends can come."""

    def start(self):
        lines = []
        while not lines or "The board:" not in lines[-1]:
            lines.append(self.process.stdout.readline() or sys.exit("".join(lines)))
        self.url = re.search(r"http://\S+", lines[-1]).group()
        self.port = int(re.search(r":(\d+)/", self.url).group(1))
        invitation = "".join(lines)
        self.address, self.guest_port = re.search(rf"(http://{ADDRESS}:(\d+))\s", invitation).groups()
        self.code = re.search(r"code ([A-Z2-9]{4}-[A-Z2-9]{4})\.", invitation).group(1).replace("-", "")
        if "not encrypted" not in invitation or "█" not in invitation:
            sys.exit(f"the terminal shows no QR code, or does not say that connections are open:\n{invitation}")
        # Nobody reads what is printed later, so that nothing waits for a reader.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        self.process.wait(timeout=20)


def turn(page):
    """The number of the turn; 0 while the page is drawn anew."""
    return int(page.execute_script("return document.getElementById('head')?.textContent.match(/Turn (\\d+)/)?.[1] ?? 0"))


def send(room, method, path, headers=None, body=None, port=None, host=None):
    """Sends a request to the room; returns the status and the text of the answer."""
    host = host or ADDRESS
    port = port or int(room.guest_port)
    connection = http.client.HTTPConnection(host, port, timeout=10)
    own = {"Host": f"{host}:{port}", "Origin": f"http://{host}:{port}", "Content-Type": "application/json"}
    try:
        connection.request(method, path, body, own | (headers or {}))
        answer = connection.getresponse()
        # A stream has no end.
        return answer.status, "" if path == "/events" and answer.status == 200 else answer.read().decode()
    except (ConnectionError, TimeoutError, http.client.HTTPException):
        return 400, ""
    finally:
        connection.close()


def listen(secret, host, port):
    """Opens the stream of events of somebody with this secret."""
    stream = socket.create_connection((host, port), timeout=10)
    stream.sendall(f"GET /events HTTP/1.1\r\nHost: {host}:{port}\r\nX-Goldrush: {secret}\r\n\r\n".encode())
    return stream


def first_frame(secret, host, port):
    """Returns the first frame that somebody with this secret is sent."""
    text = b""
    with listen(secret, host, port) as stream:
        while not (b"data:" in text and b"\n\n\r\n" in text):
            text += stream.recv(65536)
    return text.decode(errors="replace")


def join(page, room, name):
    """Comes to the table as a friend does who has scanned the QR code."""
    page.get(f"{room.address}/#join={room.code}")
    field = wait("the form to join", lambda: (found := page.find_element(By.ID, "join-name")).is_displayed() and found)
    check_access(page, "the form to join")
    picture(page, "friends-join")
    field.send_keys(name)
    page.find_element(By.CSS_SELECTOR, "#join button").click()
    wait(f"the board for {name}", lambda: not page.execute_script("return document.getElementById('join-dialog').open") and turn(page))


SECRETS = "return [...document.querySelectorAll('.secret')].map((one) => one.className.match(/secret-(\\d)/)[1]).join()"


def press(page, words):
    """Clicks a button in the panel of the table by its words."""
    script = "const all = [...document.querySelectorAll('#room button')]; all.find((one) => one.textContent === arguments[0])?.click() ?? 0"
    found = "return [...document.querySelectorAll('#room button')].some((one) => one.textContent === arguments[0])"
    # Cards to be hidden again stay until somebody has seen them: that click is part of asking.
    wait(f"the button {words}", lambda: (is_asked(page), page.execute_script(found, words))[1])
    page.execute_script(script, words)


def shows(page, text):
    wait(f"“{text}”", lambda: (is_asked(page), text in page.execute_script("return document.body.textContent"))[1])


def say(page, text):
    """Sends a message to the table by its keys, none of which may play."""
    page.find_element(By.ID, "say-text").send_keys(text, "\n")


def play_until(pages, last, game):
    """Lets each person answer when asked, until a turn or the end; checks that nobody sees the tokens of others."""
    number = 0
    while not is_over(pages[0]) and turn(pages[0]) < last:
        page = wait(f"{game}: a question to somebody", lambda: next((page for page in pages if is_asked(page)), None) or is_over(pages[0]))
        if page is True:
            return
        for other in pages:
            shown = other.execute_script(SECRETS)
            if shown not in ("", str(other.seat)):
                sys.exit(f"{game}: seat {other.seat} is shown the secrets of {shown}")
        before = page.execute_script(STATE)
        by_clicks(page, number)
        wait("an answer", lambda: page.execute_script(STATE) != before)
        number += 1


ALLOWED = "Hints are allowed to everybody at this table."


def hints(pages, game):
    """Hints are off until the host allows them. Then all are told, and the person who asks for one sees it alone."""
    host = pages[0]
    asked = wait("a question to somebody", lambda: next((page for page in pages if is_asked(page)), None))
    if asked.execute_script("return !!document.querySelector('[data-act=hint]')"):
        sys.exit(f"{game}: hints are offered that are not allowed")
    if pages[1].execute_script("return document.body.textContent.includes('Allow hints')"):
        sys.exit(f"{game}: a guest may allow hints")
    press(host, "Allow hints to everybody")
    for page in pages:
        shows(page, ALLOWED)
    check_access(host, f"{game}, hints are allowed")
    wait("the button for a hint", lambda: asked.execute_script("document.querySelector('[data-act=hint]').click(); return true"))
    shows(asked, "Best turns, with the expected lead")
    check_access(asked, f"{game}, a hint at a table with friends")
    for page in pages:
        if page is not asked and "Best turns" in page.execute_script("return document.body.textContent"):
            sys.exit(f"{game}: seat {page.seat} sees the hints of seat {asked.seat}")
    press(host, "Allow no hints")
    for page in pages:
        wait("no hints", lambda: ALLOWED not in page.execute_script("return document.body.textContent"))


def resumed(home):
    """A saved game has the names of its people, who get their seats back by them; hints are allowed from the start."""
    words = ["play", f"--lan={ADDRESS}", "--names", "Bo"]
    host, ann = pages = [browser(), browser(PHONE)]
    first = Room(home, *words, "--opponents", "human", "--seed", "7", "--no-lessons", "--save", f"{home}/kept.json")
    host.get(first.url)
    host.seat, ann.seat = 0, 1
    wait("the board", lambda: is_asked(host))
    join(ann, first, "Ann")
    play_until(pages, 4, "a game to be resumed")
    first.end()
    # Ann is the host now.
    second = Room(home, "play", f"--lan={ADDRESS}", "--names", "Ann", "--resume", f"{home}/kept.json", "--hints")
    host.get(second.url)
    for words in ("free seat of Bo", "Ann (you)", "Bo lays", ALLOWED):
        shows(host, words)
    check_access(host, "a resumed game with a free seat")
    ann.execute_script("localStorage.clear()")
    ann.get("about:blank")
    join(ann, second, "Bo")
    shows(ann, "Bo (you)")
    for page in pages:
        page.quit()
    second.end()
    print("a saved game knows its people, and lets all have hints if it is asked to")


def friends(home):
    """Three people at one table, each at a screen of their own: away and back, bots that stand in, pauses, turns taken back."""
    for game in GAMES:
        words = ["play", f"--lan={ADDRESS}", "--names", "Ann", "--game", game, "--opponents", "human,human,level2", "--seed", "7"]
        room = Room(home, *words, "--no-lessons")
        host, bo, cy = pages = [browser(), browser(PHONE), browser(PHONE, dark=True)]
        for seat, page in enumerate(pages):
            page.seat = seat
        host.get(room.url)
        wait("the board", lambda: is_asked(host))
        join(bo, room, "Bo")
        join(cy, room, "Cy")
        shows(host, "Cy")
        say(bo, "h <b>good</b> luck")
        shows(host, "Bo h <b>good</b> luck")
        play_until(pages, 6, game)
        shows(host, "Bo flips" if game == "knizia-gold" else "Bo lays")
        hints(pages, game)
        check_access(host, f"{game}, the host at a table with friends")
        check_access(bo, f"{game}, a friend's phone")
        picture(host, f"friends-{game}-host")
        picture(bo, f"friends-{game}-phone")
        picture(cy, f"friends-{game}-phone-dark")
        # Bo's page is closed, and comes back to its seat without the code.
        before = bo.execute_script(SECRETS)
        bo.get("about:blank")
        shows(host, "away")
        bo.get(room.address)
        wait("the board again", lambda: turn(bo) and bo.execute_script(SECRETS) == before)
        # A bot stands in for Bo, who then plays again.
        press(bo, "Let a bot play for me")
        shows(host, "a bot plays")
        began = turn(host)
        play_until([host, cy], began + 5, game) if not is_over(host) else None
        press(bo, "Play again")
        play_until(pages, turn(host) + 3, game)
        # Nobody plays during a pause.
        press(host, "Pause")
        shows(cy, "The host has paused the game.")
        check_access(cy, f"{game}, a pause")
        if any(is_asked(page) for page in pages):
            sys.exit(f"{game}: somebody is asked during a pause")
        press(host, "Resume")
        # A turn is taken back when all agree.
        wait("a question to somebody", lambda: any(is_asked(page) for page in pages))
        now = turn(host)
        press(cy, "Ask to take back my last turn")
        shows(host, "Cy asks to take back")
        check_access(host, f"{game}, a turn to be taken back")
        picture(host, f"friends-{game}-take-back")
        press(host, "Agree")
        press(bo, "Agree")
        wait("the turn taken back", lambda: turn(host) < now)
        play_until(pages, 10_000, game)
        wait("the end", lambda: all((is_asked(page), is_over(page))[1] for page in pages))
        picture(cy, f"friends-{game}-over-phone")
        check_access(cy, f"{game}, the end at a table with friends")
        if bo.execute_script("return !!document.querySelector('[data-act=next_game]')"):
            sys.exit(f"{game}: a guest may start the next game")
        host.execute_script("document.querySelector(`[data-next='\"rematch\"']`).click()")
        wait("the rematch", lambda: turn(bo) == 1 and is_asked(host))
        shows(bo, "Bo (you)")
        for page in pages:
            # A page that comes back meets a game that is being replaced once.
            if found := [one for one in complaints(page) if "Failed to load resource" not in one and "ERR_" not in one]:
                sys.exit(f"{game}: messages in the browser's console: {found}")
            page.quit()
        room.end()
        print(f"{game}: a whole game of three people at screens of their own, and a rematch")


def attempts(home):
    """Tries what people of the network, invited or not, must not be able to do."""
    room = Room(home, "play", f"--lan={ADDRESS}", "--names", "Ann", "--opponents", "human,human", "--seed", "9")
    own = int(room.guest_port)
    host_secret = room.url.split("=")[1]
    enter = lambda name, code=None: send(room, "POST", "/join", body=json.dumps({"code": code or room.code, "name": name}))
    status, bo = enter("Bo")
    _, cy = enter("Cy")
    _, dee = enter("Dee")
    if status != 200 or not re.fullmatch("[0-9a-f]{32}", bo) or len({bo, cy, dee}) != 3:
        sys.exit(f"not let in: {status} {bo}")
    order = lambda secret, **what: send(room, "POST", "/do", {"X-Goldrush": secret}, json.dumps({"at": 1} | what))[0]
    frame = first_frame(dee, ADDRESS, own)
    wrong = [f"a spectator is sent the secrets of seat {seat}" for seat in range(3) if f"secret secret-{seat}" in frame]
    wrong += ["a spectator is sent the code"] if room.code in frame.replace("-", "") else []
    mine = first_frame(bo, ADDRESS, own)
    wrong += [f"Bo is sent the secrets of seat {seat}" for seat in (0, 2) if f"secret secret-{seat}" in mine]
    # A move that the host could play now.
    move = re.search(r'"move":"([^"]+)"', first_frame(host_secret, "127.0.0.1", room.port)).group(1)
    legal = {"act": "play", "moves": [move]}
    tries = {
        "no secret": send(room, "GET", "/events")[0],
        "a guessed secret": send(room, "GET", "/events", {"X-Goldrush": "0" * 32})[0],
        "half a secret": send(room, "GET", "/story", {"X-Goldrush": bo[:16]})[0],
        "the code in the place of a secret": send(room, "GET", "/events", {"X-Goldrush": room.code})[0],
        "the host's secret from the network": send(room, "GET", "/events", {"X-Goldrush": host_secret})[0],
        "a friend's secret at the host's door": send(room, "GET", "/events", {"X-Goldrush": bo}, port=room.port, host="127.0.0.1")[0],
        "joining at the host's door": send(room, "POST", "/join", {}, "{}", port=room.port, host="127.0.0.1")[0],
        "the launch key from the network": send(room, "POST", "/launch", {"X-Goldrush": bo})[0],
        "another host": send(room, "GET", "/", {"Host": f"127.0.0.1:{own}"})[0],
        "a rebound name": send(room, "GET", "/", {"Host": f"evil.example:{own}"})[0],
        "a post of another page": send(room, "POST", "/do", {"X-Goldrush": bo, "Origin": "http://evil.example"}, "{}")[0],
        "a look from another page": send(room, "GET", "/events", {"X-Goldrush": bo, "Sec-Fetch-Site": "cross-site"})[0],
        "a join from another page": send(room, "POST", "/join", {"Origin": "http://evil.example"}, "{}")[0],
        "a move for somebody else": order(bo, **legal),
        "a move of a spectator": order(dee, **legal),
        "a hint": order(bo, act="hint"),
        "an undo": order(bo, act="undo"),
        "ending the game": order(bo, act="leave"),
        "the next game": order(bo, act="next_game", next="rematch"),
        "a pause": order(bo, act="room", request="pause"),
        "removing a friend": order(bo, act="room", request={"remove": 1}),
        "a bot for somebody else": order(bo, act="room", request={"stand_in": 0}),
        "somebody's seat": order(dee, act="room", request={"sit": 1}),
        "a seat that is none": order(dee, act="room", request={"sit": 99}),
        "agreeing to nothing": order(bo, act="room", request={"agree": 0}),
        "a taken-back turn of a spectator": order(dee, act="room", request="request_take_back"),
        "another request": order(bo, act="room", request="format"),
        "megabytes": send(room, "POST", "/do", {"X-Goldrush": bo}, " " * 5_000_000)[0],
        "the same name": enter("bo")[0],
        "no name": enter(" ")[0],
        "a wrong code": enter("Eve", "A" * 8)[0],
    }
    wrong += [f"{name}: {status}" for name, status in tries.items() if not 400 <= status < 500]
    # Guesses end soon, with the right code, too.
    guesses = [enter("Eve", f"AAAA{n:04}")[0] for n in range(20)] + [enter("Eve")[0]]
    if guesses.count(403) > 3 or 200 in guesses or guesses[-1] != 429:
        wrong.append(f"guesses: {guesses}")
    # A friend who floods the program is stopped, and keeps nobody out.
    flood = [send(room, "GET", "/story", {"X-Goldrush": cy})[0] for _ in range(300)]
    if 429 not in flood:
        wrong.append("300 requests at once were answered")
    idle = []
    for _ in range(200):
        try:
            idle.append(socket.create_connection((ADDRESS, own), timeout=1))
        except OSError:
            break
    if send(room, "GET", "/")[0] != 200:
        wrong.append("idle connections keep people out")
    page = browser()
    page.get(room.url)
    wait("the board", lambda: is_asked(page))
    for connection in idle:
        connection.close()
    if turn(page) != 1:
        wrong.append("something was played")
    # A removed friend is out, with the old code, too.
    stream = listen(bo, ADDRESS, own)
    press(page, "Remove")
    wait("Bo to be removed", lambda: send(room, "GET", "/events", {"X-Goldrush": bo})[0] == 403)
    try:
        while stream.recv(65536):
            pass
    except TimeoutError:
        wrong.append("a removed friend's page is still sent frames")
    time.sleep(11)
    if (status := enter("Bo again")[0]) == 200:
        wrong.append("a removed friend came back by the old code")
    page.quit()
    room.end()
    # Without the flag only this machine is listened to.
    server = Server(home, "play", "--opponents", "human", "--seed", "9")
    listening = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True).stdout if has_ss() else ""
    other = [line for line in listening.splitlines() if f"pid={server.process.pid}," in line and "127.0.0.1:" not in line]
    server.end()
    if other:
        wrong.append(f"without --lan the program listens at {other}")
    if wrong:
        sys.exit("not refused: " + "; ".join(wrong))
    print(f"{len(tries)} forbidden requests of the network refused; guesses, floods and idle connections stopped")


def has_ss():
    return subprocess.run(["sh", "-c", "command -v ss"], capture_output=True).returncode == 0


def main():
    with tempfile.TemporaryDirectory() as home:
        attempts(home)
        resumed(home)
        friends(home)


if __name__ == "__main__":
    try:
        main()
    except (WebDriverException, subprocess.CalledProcessError) as problem:
        sys.exit(f"{problem}\n{getattr(problem, 'stderr', '')}")
