#!/usr/bin/env python3
"""Play on the board in a real browser as people do, and try what others must not be able to do.

Usage: check_browser.py GOLDRUSH [PICTURES]      with a folder, saves pictures of every screen there
       ONLY=viewer,looks check_browser.py …      some of the checks, by the names of their functions
       HALF=0 check_browser.py …                 every second check, from the first; with 1 from the second
       GAMES=knizia-gold check_browser.py …      some of the games, where all are played
       BROWSER=firefox …                         in Firefox; only check_page.py does
Needs Chromium or Firefox, its driver, and the packages selenium and axe-core-python.
"""

import http.client
import http.server
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, SessionNotCreatedException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

GOLDRUSH = os.path.abspath(sys.argv[1])
PICTURES = Path(sys.argv[2]) if len(sys.argv) > 2 else None
GAMES = os.environ.get("GAMES", "gold-rush,carcassonne,carcassonne+gold-mines,knizia-gold").split(",")
LAPTOP, PHONE = (1280, 720), (360, 740)
FIREFOX = os.environ.get("BROWSER") == "firefox"


# Seconds for the review of a whole game, on slow machines with other work.
A_REVIEW = 1200


class Server:
    """A game or the studio served to a browser; without a pace, it has none."""

    def __init__(self, home, *words, pace="0"):
        self.home = home
        clean = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        # Nothing that an earlier run has found.
        environment = clean | {"XDG_DATA_HOME": home, "XDG_CACHE_HOME": home}
        self.process = subprocess.Popen(
            [GOLDRUSH, *words, "--browser", *(["--pace", pace] if pace else [])],
            cwd=home,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            # Behind a script's & Ctrl-C is ignored, and a game respects that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.start()

    def start(self):
        self.url = re.search(r"http://\S+", self.process.stdout.readline()).group()
        self.port = int(re.search(r":(\d+)/", self.url).group(1))

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.communicate(timeout=20)[0]


def firefox(size, name):
    options = webdriver.FirefoxOptions()
    options.set_preference("network.dns.localDomains", name)
    options.add_argument("-headless")
    options.binary_location = shutil.which("firefox-esr") or shutil.which("firefox")
    driver = webdriver.Firefox(options=options, service=webdriver.FirefoxService(shutil.which("geckodriver")))
    driver.set_window_size(*size)
    return driver


def browser(size=LAPTOP, dark=False, arguments=(), name=""):
    """Starts a browser; for it, the name leads to this machine."""
    if FIREFOX:
        return firefox(size, name)
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=%d,%d" % size, *arguments]:
        options.add_argument(argument)
    if name:
        options.add_argument(f"--host-resolver-rules=MAP {name} 127.0.0.1")
    if size == PHONE:
        metrics = {"width": size[0], "height": size[1], "pixelRatio": 2, "touch": True}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    driver = started(lambda: webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver")))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    # Whole games are played by one script, on machines of any speed.
    driver.set_script_timeout(600)
    return driver


def started(start, tries=3):
    """Starts a browser, again if it ends at once, as one of hundreds does."""
    for left in reversed(range(tries)):
        try:
            return start()
        except SessionNotCreatedException:
            if not left:
                raise


def wait(what, found, seconds=60):
    """Waits until something is found and returns it; while a page is replaced, it has none of its elements."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if result := found():
                return result
        except (NoSuchElementException, StaleElementReferenceException):
            pass
        except WebDriverException as e:
            # The driver's own words for an element of a page that is gone.
            if "does not belong to the document" not in str(e):
                raise
        time.sleep(0.02)
    sys.exit(f"did not appear within {seconds} s: {what}")


def of_these_games(cases):
    """The cases of the games that are played; reviews take long, and the card game's is quick."""
    return [(game, size) for game, size in cases if game == "knizia-gold" or any(game in one for one in GAMES)]


def picture(page, name):
    if PICTURES:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.save_screenshot(str(PICTURES / f"{name}.png"))


def complaints(page):
    """Messages in the browser's console, except about a missing icon; none of Firefox, whose driver does not tell them."""
    if FIREFOX:
        return []
    return [entry["message"] for entry in page.get_log("browser") if "favicon" not in entry["message"]]


def is_asked(page):
    # Without a pace, cards to be hidden again stay until somebody has seen them.
    page.execute_script("if (document.getElementById('banner').textContent.startsWith('Press Enter')) document.body.click()")
    return page.execute_script("return document.body.classList.contains('asked')")


def is_over(page):
    return page.execute_script("return !!document.querySelector('#ask .result')")


def turn(page):
    found = re.search(r"Turn (\d+)", page.execute_script("return document.getElementById('head')?.innerText ?? ''"))
    return int(found.group(1)) if found else 0


ACCESS = Axe()


# Elements that still fade in have too little contrast.
STILL = "return document.getAnimations().every((one) => one.playState !== 'running')"


def check_access(page, where):
    """Fails on any accessibility violation that axe finds."""
    wait("a page without running animations", lambda: page.execute_script(STILL))
    violations = ACCESS.run(page)["violations"]
    for violation in violations:
        print(f"{where}: {violation['id']}: {violation['help']}: {violation['nodes'][0]['html'][:160]}")
    if violations:
        sys.exit(f"{where}: {len(violations)} violations")


# A counter that grows when a click or a key has changed something.
STATE = "return document.body.dataset.shown"


def by_clicks(page, number):
    """Answers by clicking a place, a choice or a card."""
    page.execute_script(
        """
        const found = document.querySelectorAll("#spots .place, #ask .choices button[data-entry], #cards button[data-move]");
        const event = (kind) => new PointerEvent(kind, { bubbles: true, pointerType: "mouse" });
        const target = found[arguments[0] % Math.max(found.length, 1)];
        const before = document.body.dataset.shown;
        for (const kind of ["pointerover", "pointerdown", "pointerup", "click"]) target?.dispatchEvent(event(kind));
        // A click puts the tile there, and another button lays it.
        if (target?.matches(".place") && before === document.body.dataset.shown) document.querySelector("#ghost [data-lay]").dispatchEvent(event("click"));
        """,
        number,
    )


def by_keys(page, number):
    """Answers by keys: an arrow, r, Enter or a number."""
    body = page.find_element(By.TAG_NAME, "body")
    keys = page.switch_to.active_element
    if page.find_elements(By.CSS_SELECTOR, "#cards button[data-move]"):
        # An Enter too soon after another is taken as meant for the screen before.
        time.sleep(0.32)
        (keys if keys.tag_name == "button" else body).send_keys([Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_UP][number % 4])
        page.switch_to.active_element.send_keys(Keys.ENTER)
    elif page.find_elements(By.CSS_SELECTOR, "#spots .place"):
        body.send_keys([Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_UP][number % 4], "r", Keys.ENTER)
    else:
        entries = len(page.find_elements(By.CSS_SELECTOR, "#ask .choices button[data-entry]"))
        body.send_keys(str(number % min(entries, 9) + 1))


def play(page, answer, name, until=None):
    """Plays a game to its end, or to a turn."""
    for number in itertools.count():
        wait(f"{name}: a question", lambda: is_asked(page) or is_over(page))
        if is_over(page) or (until and turn(page) >= until):
            return
        before = page.execute_script(STATE)
        answer(page, number)
        wait(f"{name}: an answer to {answer.__name__} {number}", lambda: page.execute_script(STATE) != before)


def whole_games(home):
    for game in GAMES:
        for answer in (by_clicks, by_keys):
            server = Server(home, "play", "--game", game, "--opponents", "level2", "--seed", "7", "--no-lessons")
            page = browser()
            began = time.monotonic()
            page.get(server.url)
            wait("the board", lambda: is_asked(page), 20)
            shown = time.monotonic() - began
            if answer == by_clicks:
                check_access(page, f"{game}, a question")
            play(page, answer, game, until=12)
            check_log(page, game)
            check_names(page, game)
            picture(page, f"{game}-turn-12-{answer.__name__}")
            page.refresh()
            play(page, answer, game)
            picture(page, f"{game}-over-{answer.__name__}")
            if not page.find_elements(By.CSS_SELECTOR, "#ahead polyline"):
                sys.exit(f"{game}: the curve of who was ahead is missing")
            if answer == by_clicks:
                check_access(page, f"{game}, the end")
                page.find_element(By.TAG_NAME, "body").send_keys("v")
                wait("the steps", lambda: page.execute_script(STEPS))
                page.find_element(By.TAG_NAME, "body").send_keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
                wait("turn 2", lambda: page.find_element(By.ID, "turn").get_attribute("value") == "2")
                picture(page, f"{game}-steps")
                check_access(page, f"{game}, the steps")
            if found := complaints(page):
                sys.exit(f"{game}: messages in the browser's console: {found}")
            page.quit()
            file = re.search(r"record of the game: (\S+)", server.end()).group(1)
            replayed = subprocess.run([GOLDRUSH, "replay", file], capture_output=True, text=True)
            if replayed.returncode:
                sys.exit(f"{game}: its record breaks the rules: {replayed.stderr}")
            print(f"{game}: a whole game {answer.__name__.replace('_', ' ')}, reloaded once; first question after {shown:.1f} s")


def killed_and_gone_on_with(home):
    """An open page continues when the program is restarted on the saved game and its address is opened."""
    for game in GAMES:
        server = Server(home, "play", "--game", game, "--opponents", "level2", "--seed", "8", "--no-lessons")
        page = browser()
        page.get(server.url)
        play(page, by_clicks, game, until=6)
        before = turn(page)
        server.end(signal.SIGKILL)
        wait("a banner that the program is gone", lambda: page.find_element(By.ID, "banner").is_displayed())
        kept = max(Path(home, "goldrush").glob("*.json"), key=lambda file: file.stat().st_mtime)
        again = Server(home, "play", "--resume", str(kept))
        if again.port != server.port:
            sys.exit(f"{game}: resumed at another address")
        # Any tab lets the browser in again. To close it may take a loaded machine longer than the driver waits.
        first = page.current_window_handle
        page.switch_to.new_window("tab")
        second = page.current_window_handle
        page.get(again.url)
        page.switch_to.window(first)
        wait("the board again", lambda: not page.find_element(By.ID, "banner").is_displayed() and is_asked(page))
        if turn(page) != before:
            sys.exit(f"{game}: turn {before} became {turn(page)}")
        # Two tabs show the same, and a move in one appears in the other.
        page.switch_to.window(second)
        play(page, by_clicks, game, until=before + 2)
        told = page.execute_script("return document.getElementById('head').textContent")
        page.switch_to.window(first)
        wait("the same in both tabs", lambda: page.execute_script("return document.getElementById('head').textContent") == told)
        page.quit()
        again.end()
        print(f"{game}: killed and resumed in the open page, with two tabs")


def ask(port, method="GET", path="/", headers=None, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    for name, value in ({"Host": f"127.0.0.1:{port}"} | (headers or {})).items():
        connection.putheader(name, value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    try:
        if body:
            connection.send(body)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders())
    except (ConnectionError, TimeoutError):
        return 400, {}
    finally:
        connection.close()


class Listener(http.server.ThreadingHTTPServer):
    """Another server of this machine, which writes down what it is asked."""

    def __init__(self, page=""):
        super().__init__(("127.0.0.1", 0), Listener.Answer)
        self.page, self.requests = page, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.server.requests.append((self.path, f"{self.path} {self.headers}"))
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<title>Another page</title>{self.server.page}".encode())

        def log_message(self, *_):
            pass


def two_people(home):
    """Two people in one browser: the page never has the tokens of the one who is not there."""
    server = Server(home, "play", "--opponents", "human", "--seed", "7", "--no-lessons")
    page = browser()
    page.get(server.url)
    secrets = "return [...document.querySelectorAll('.secret')].map((one) => one.className.match(/secret-(\\d)/)[1]).join()"
    handed = "return document.querySelector('[data-act=hand_over]')"
    for seat in ["0", "1"] * 4:
        button = wait(f"the screen to be handed to {seat}", lambda: page.execute_script(handed))
        if (shown := page.execute_script(secrets)) or is_asked(page):
            sys.exit(f"before the screen is handed to {seat}: the tokens of {shown}")
        picture(page, "hand-over")
        check_access(page, "the screen is handed over")
        if seat == "0":
            button.click()
        else:
            # An Enter that comes too soon was meant for the last turn.
            time.sleep(0.32)
            page.find_element(By.TAG_NAME, "body").send_keys(Keys.ENTER)
        wait("a question", lambda: is_asked(page))
        picture(page, "handed-over")
        if page.execute_script(secrets) != seat:
            sys.exit("not the tokens of the person who is there")
        page.refresh()
        wait("the same after a reload", lambda: is_asked(page) and page.execute_script(secrets) == seat)
        number = 0
        while is_asked(page):
            before = page.execute_script(STATE)
            by_clicks(page, number)
            wait("an answer", lambda: page.execute_script(STATE) != before)
            number += 1
    if found := complaints(page):
        sys.exit(f"two people: the browser complains: {found}")
    page.quit()
    server.end()
    print("two people in one browser: each sees the own tokens alone")


def attempts(home):
    """Requests of other pages, other users and wrong guesses are refused and change nothing."""
    server = Server(home, "play", "--opponents", "level1", "--seed", "9")
    secret = server.url.split("=")[1]
    own = f"http://127.0.0.1:{server.port}"
    key = {"X-Goldrush": secret}
    post = key | {"Origin": own, "Content-Type": "application/json"}
    move = json.dumps({"at": 0, "act": "leave"}).encode()
    tries = {
        "no secret": ("GET", "/events", {}, None),
        "a wrong secret": ("GET", "/events", {"X-Goldrush": "0" * 32}, None),
        "half a secret": ("GET", "/events", {"X-Goldrush": secret[:16]}, None),
        "the secret in the address": ("GET", f"/events?key={secret}", {}, None),
        "the secret as a cookie": ("GET", "/events", {"Cookie": f"goldrush-{server.port}={secret}"}, None),
        "the secret in the place of the launch key": ("POST", "/launch", post, b""),
        "another name of this machine": ("GET", "/", key | {"Host": f"localhost:{server.port}"}, None),
        "another host": ("GET", "/", key | {"Host": "example.org"}, None),
        "another host that looks like it": ("GET", "/", key | {"Host": f"127.0.0.1.example.org:{server.port}"}, None),
        "another port": ("GET", "/", key | {"Host": "127.0.0.1:1"}, None),
        "an empty host": ("GET", "/", key | {"Host": ""}, None),
        "a look from another page": ("GET", "/story", key | {"Sec-Fetch-Site": "cross-site"}, None),
        "a look from another page of this machine": ("GET", "/events", key | {"Sec-Fetch-Site": "same-site"}, None),
        "a post of another page": ("POST", "/do", post | {"Origin": "http://example.org"}, move),
        "a post of another port": ("POST", "/do", post | {"Origin": "http://127.0.0.1:1"}, move),
        "a post of nobody": ("POST", "/do", {k: v for k, v in post.items() if k != "Origin"}, move),
        "a post of a sandbox": ("POST", "/do", post | {"Origin": "null"}, move),
        "a post without the secret": ("POST", "/do", {k: v for k, v in post.items() if k != "X-Goldrush"}, move),
        "plain text": ("POST", "/do", post | {"Content-Type": "text/plain"}, move),
        "no JSON": ("POST", "/do", post, b"leave"),
        "another wish": ("POST", "/do", post, b'{"at": 0, "act": "format"}'),
        "a wish of another moment": ("POST", "/do", post, b'{"at": 7, "act": "hint"}'),
        "a move that is not legal": ("POST", "/do", post, b'{"at": 1, "act": "play", "moves": ["place 99,99 0"]}'),
        "megabytes": ("POST", "/do", post, b" " * 5_000_000),
        "a wish by GET": ("GET", "/do?act=leave", key, None),
        "a path upward": ("GET", "/../../etc/passwd", key, None),
        "a path upward, hidden": ("GET", "/%2e%2e/%2e%2e/etc/passwd", key, None),
        "a web socket": ("GET", "/events2", key | {"Connection": "Upgrade", "Upgrade": "websocket", "Origin": "http://example.org"}, None),
        "another method": ("DELETE", "/", post, None),
    }
    wrong = []
    for name, (method, path, headers, body) in tries.items():
        status, _ = ask(server.port, method, path, headers, body)
        if not 400 <= status < 500:
            wrong.append(f"{name}: {status}")
    # Very many connections that say nothing do not keep the page from being served.
    idle = []
    for _ in range(1000):
        try:
            idle.append(socket.create_connection(("127.0.0.1", server.port), timeout=1))
        except OSError:
            break
    status, headers = ask(server.port, "GET", "/", key)
    for connection in idle:
        connection.close()
    if status != 200 or "default-src 'none'" not in headers.get("content-security-policy", ""):
        wrong.append(f"the page itself was refused: {status}")
    page = browser()
    page.get(server.url)
    wait("the board", lambda: is_asked(page))
    if turn(page) != 1:
        wrong.append("something was played")
    # Servers on other ports of this machine, also by a link from a foreign page, are not told the secret.
    other = Listener()
    foreign = Listener(f"<a href='http://127.0.0.1:{other.server_port}/link'>here</a>")
    page.get(f"http://127.0.0.1:{other.server_port}/typed")
    page.get(f"http://localhost:{foreign.server_port}/")
    page.find_element(By.TAG_NAME, "a").click()
    wait("the other server", lambda: any(path == "/link" for path, _ in other.requests))
    if any(secret in text for _, text in other.requests + foreign.requests):
        wrong.append("the secret was sent to another port")
    # A page of another origin that is open in the same browser.
    other_page = "data:text/html,<script>fetch('%s/do',{method:'POST',mode:'no-cors',credentials:'include',body:'{}'}).catch(()=>0)</script>" % own
    page.get(other_page)
    time.sleep(0.3)
    # What the browser kept lets every tab in, at the address without the secret too.
    page.get(own)
    wait("the board", lambda: is_asked(page) and turn(page) == 1)
    page.quit()
    server.end()
    if wrong:
        sys.exit("not refused: " + "; ".join(wrong))
    print(f"{len(tries)} forbidden requests refused with {len(idle)} idle connections; nothing changed")


def in_view(page, selector):
    """Returns true if an element is inside the window and not behind another."""
    return page.execute_script(
        """
        const found = document.querySelector(arguments[0]);
        if (!found) return false;
        const { left, right, top, bottom } = found.getBoundingClientRect();
        const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return bottom > top && top >= 0 && bottom <= innerHeight && right <= innerWidth + 1 && found.contains(shown);
        """,
        selector,
    )


def settled(page, selector):
    """Elements that a search has found, once it has ended: until then better ones may replace them."""
    return "Looking for" not in page.find_element(By.ID, "ask").text and page.find_elements(By.CSS_SELECTOR, selector)


def ask_for_hints(page):
    page.find_element(By.CSS_SELECTOR, "[data-act=hint]").click()
    return wait("hints", lambda: settled(page, "#ask [data-moves]"), 200)


def check_stillness(page):
    """The hints found first stay as they are while a mouse moves over them; better ones come when it rests."""
    list_of_hints = "return document.querySelector('#ask ol')?.outerHTML"
    page.find_element(By.CSS_SELECTOR, "[data-act=hint]").click()
    first = wait("the first hints", lambda: page.execute_script(list_of_hints))
    end = time.monotonic() + 5
    while time.monotonic() < end:
        page.execute_script("document.querySelector('#ask ol').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))")
        if page.execute_script(list_of_hints) != first:
            sys.exit("hints are replaced under the mouse")
        time.sleep(0.2)
    wait("better hints", lambda: page.execute_script(list_of_hints) != first)
    page.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    wait("no hints", lambda: not page.execute_script(list_of_hints))


def hints(home):
    """A hint is shown by a click and played by another; Enter lays the tile instead of asking again."""
    for game, size in itertools.product(["gold-rush", "knizia-gold"], [LAPTOP, PHONE]):
        server = Server(home, "play", "--game", game, "--opponents", "level1", "--seed", "5", "--practice", "--no-lessons")
        page = browser(size)
        page.get(server.url)
        wait("a question", lambda: is_asked(page))
        if (game, size) == ("gold-rush", LAPTOP):
            check_stillness(page)
        given = ask_for_hints(page)
        leads = [one.text.split()[0].rstrip(",") for one in page.find_elements(By.CSS_SELECTOR, "#ask .margin")]
        numbers = [float(lead.replace("−", "-")) for lead in leads]
        if any("-" in lead for lead in leads) or numbers != sorted(numbers, reverse=True):
            sys.exit(f"{game}: the leads of hints are not all leads, best first: {leads}")
        check_cards(page, f"{game}, hints")
        given[-1].click()
        shown = "return document.querySelector('#better')?.childElementCount || document.querySelectorAll('.card.better').length"
        if not page.execute_script(shown) or given[-1].get_attribute("aria-pressed") != "true":
            sys.exit(f"{game}: a hint that was clicked is not shown")
        picture(page, f"{game}-{size[0]}-hint")
        turns, asked = turn(page), page.find_element(By.CSS_SELECTOR, "#ask h2").text
        given[-1].click()
        # A hint may be the first of two cards.
        played = "return document.querySelector('#ask h2')?.textContent ?? ''"
        wait("the turn that was advised", lambda: is_asked(page) and (turn(page) > turns or page.execute_script(played).lower() != asked.lower()))
        page.find_element(By.TAG_NAME, "body").send_keys("u")
        wait("the turn undone", lambda: is_asked(page) and turn(page) == turns)
        if game == "gold-rush":
            ask_for_hints(page)
            time.sleep(0.32)
            page.switch_to.active_element.send_keys(Keys.ENTER)
            wait("the tile laid by Enter", lambda: page.find_elements(By.CSS_SELECTOR, "#ask [data-entry]"))
        if found := complaints(page):
            sys.exit(f"{game}: messages in the browser's console: {found}")
        page.quit()
        server.end()
    print("hints: shown by a click, played by another, undone; Enter lays the tile")


# True if the steps of a review are shown. While a page is replaced it has no elements to ask.
STEPS = "return document.getElementById('stepper')?.getClientRects().length > 0"
# True if the circles with the numbers of choices keep apart.
APART = """
    const at = [...document.querySelectorAll(".stand circle:last-of-type")].map((one) => one.getBoundingClientRect());
    const apart = (a, b) => Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
    return at.every((one, n) => at.slice(0, n).every((other) => apart(one, other) >= (one.width + other.width) / 2));
"""


# True if everything of a better move is inside the picture.
INSIDE = """
    const board = document.getElementById("board").getBoundingClientRect();
    const all = [...document.querySelectorAll("#better > rect, #better > circle")].map((one) => one.getBoundingClientRect());
    return all.every((one) => one.left >= board.left && one.right <= board.right && one.top >= board.top && one.bottom <= board.bottom);
"""


# The words of a card: of a hint, a mistake, or an entry of the list of mistakes.
CARDS = "return [...document.querySelectorAll('#ask :is(.mistake, .turns button, .mistakes button, .verdict)')].map((one) => one.textContent)"
# What people see on the board needs no words; the place of a card is written on it.
PLACE = re.compile(r"\d (north|south|east|west)|of the start|\d°|\bhint \d|-?\d+,-?\d+")


def check_cards(page, where):
    """The board shows what a card says, which names no places, rotations or numbers of other hints."""
    for text in page.execute_script(CARDS):
        if found := PLACE.search(text):
            sys.exit(f"{where}: {found[0]!r} in: {text}")


# Points at a line of the log as the mouse does; returns its text and what is marked on the table then.
POINT = """
const line = document.querySelectorAll('#log li')[arguments[0]];
line.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
return [line.textContent, document.querySelectorAll('#pointed rect, .card.pointed').length];
"""


def check_log(page, game):
    """The log says what was done in words of the game, and shows where when it is pointed at, by mouse or keys."""
    for line in range(min(6, len(page.find_elements(By.CSS_SELECTOR, "#log li")))):
        text, marked = page.execute_script(POINT, line)
        if game != "knizia-gold" and (found := PLACE.search(text)):
            sys.exit(f"{game}: {found[0]!r} in the log: {text}")
        # A card that has left the game has no place any more.
        if not marked and game != "knizia-gold":
            sys.exit(f"{game}: the log does not show where: {text}")
    page.execute_script("document.getElementById('log-box').focus()")
    page.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    if not page.find_elements(By.CSS_SELECTOR, "#log .current"):
        sys.exit(f"{game}: keys do not go through the log")
    page.execute_script("document.getElementById('ask').focus()")


def check_names(page, game):
    """Every piece on the board has a name for those who do not see it."""
    nameless = page.execute_script("return document.querySelectorAll('#pieces > :not([aria-label])').length")
    outside = page.execute_script("""
        const tiles = [...document.querySelectorAll('#tiles > g')].map((tile) => tile.getAttribute('transform').match(/-?[\\d.]+/g).map(Number));
        const stands = [...document.querySelectorAll('#spots .stand')].map((one) => one.getAttribute('transform').match(/-?[\\d.]+/g).map(Number));
        return stands.filter(([x, y]) => !tiles.some(([left, top]) => x >= left && x <= left + 100 && y >= top && y <= top + 100)).length;
    """)
    if nameless or outside:
        sys.exit(f"{game}: {nameless} pieces without a name, {outside} choices beside the tiles")


def check_mistake(page, game):
    """A mistake is shown on the position in which it was made, with both turns, told apart by more than color."""
    check_cards(page, game)
    shown = page.execute_script("""
        const words = (which) => document.querySelector(`.tag.${which} text`)?.textContent ?? "";
        const turn = document.getElementById("turn").value, marked = document.querySelector("#ask .mistakes [aria-current]");
        const laid = document.getElementById("tiles")?.childElementCount;
        return [words("played"), words("better"), marked?.dataset.turn === turn, laid === undefined ? turn : laid, turn,
                document.querySelectorAll(".card.played").length, document.querySelectorAll(".card.better").length];
    """)
    played, better, marked, tiles, number, *cards = shown
    if not marked:
        sys.exit(f"{game}: the mistake of turn {number} is not marked in the list")
    # The start tile, and one for each turn before the mistake.
    if game != "knizia-gold" and ((played, better) != ("played", "better") or tiles != int(number)):
        sys.exit(f"{game}: turn {number} is shown as {shown}")
    # Words on cards lie on their own card.
    if "-" in (page.execute_script("const one = document.querySelector('.card.played'); return one && getComputedStyle(one, '::after').top") or ""):
        sys.exit(f"{game}: the word on a card hides another card")
    if game == "knizia-gold" and not all(cards):
        sys.exit(f"{game}: turn {number} is shown as {shown}")


def pinch(page):
    """Spreads two fingers on the start tile."""
    area = page.find_element(By.ID, "board").rect
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    for kind, apart in [("touchStart", 10), ("touchMove", 30), ("touchMove", 50), ("touchEnd", None)]:
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        page.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


# What a finger could not choose, or an eye not read, although the page asks for it.
OUT_OF_REACH = """
    const board = document.getElementById("board"), area = board.getBoundingClientRect(), unit = board.getScreenCTM().a, wrong = [];
    const apart = (a, b) => Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
    const isSeen = (one) => one.left >= area.left - 1 && one.right <= area.right + 1 && one.top >= area.top - 1 && one.bottom <= area.bottom + 1;
    const place = document.querySelector("#spots .place.at"), stands = [...document.querySelectorAll("#spots .stand")];
    if (place && (100 * unit < 44 || !isSeen(place.getBoundingClientRect()))) wrong.push(`a place of ${100 * unit} px`);
    const all = stands.map((one) => [one.dataset.entry, one.querySelector(".reach").getBoundingClientRect()]);
    for (const [entry, one] of all) {
        const others = all.filter(([other]) => other !== entry).map(([, other]) => apart(one, other));
        // Only another choice may leave it less room.
        const middle = new DOMRect(one.x + one.width / 2, one.y + one.height / 2, 0, 0);
        if (!isSeen(middle) || one.width < 0.95 * Math.min(46, ...others)) wrong.push(`choice ${entry} of ${one.width} px`);
    }
    for (const count of document.querySelectorAll(".pile text")) {
        const { height } = count.getBoundingClientRect();
        if (height < 10 && 100 * unit >= 40) wrong.push(`a count ${height} px high`);
    }
    return wrong;
"""
# Taps on an element as a finger does; returns what the tile at hand and the tip show then.
TAP = """
    const event = (kind) => new PointerEvent(kind, { bubbles: true, pointerType: "touch", pointerId: 9 });
    const at = document.querySelector(arguments[0]);
    for (const kind of ["pointerover", "pointerdown", "pointerup", "click"]) at.dispatchEvent(event(kind));
    return [document.querySelector("#ghost use")?.getAttribute("href"), document.getElementById("tip").hidden, document.body.dataset.shown];
"""


def check_reach(page, where):
    """A finger can choose what is asked for once the view has come to it, and the whole board is one tap away."""
    try:
        wait("a view", lambda: not page.execute_script(OUT_OF_REACH), 3)
    except SystemExit:
        sys.exit(f"{where}: {page.execute_script(OUT_OF_REACH)}")


def check_laying(page):
    """A tap puts the tile somewhere, more turn it, and none of them lays it; the tip of an earlier tap goes."""
    places = page.execute_script("return [...document.querySelectorAll('#spots .place')].map((one) => !!one.querySelector('.tile-count'))")
    turns = f"#spots .place[data-place='{places.index(True)}']"
    _, no_tip, before = page.execute_script(TAP, "#parts [data-f]")
    first, tip_gone, _ = page.execute_script(TAP, turns)
    second, _, after = page.execute_script(TAP, turns)
    if no_tip or not tip_gone:
        sys.exit("phone: the tip of a tap does not come, or stays after the next tap")
    if before != after or first == second or not page.find_elements(By.CSS_SELECTOR, "#ghost.pinned .check"):
        sys.exit(f"phone: taps lay the tile, or do not turn it: {first}, {second}")
    page.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    if page.find_elements(By.CSS_SELECTOR, "#ghost.pinned"):
        sys.exit("phone: Esc does not take up the tile")


# For each sum that explains a result, whether its parts add up.
SUMS = """
return [...document.querySelectorAll('#ask h3 + table.result')].map((table) => {
  const points = [...table.querySelectorAll('td')].map((cell) => +cell.textContent.replace('−', '-')), sum = points.pop();
  return points.reduce((all, one) => all + one, 0) === sum;
});
"""


def after_the_game(home):
    """A finished game is reviewed, on a phone too; a click or a key starts the next one."""
    for game, size in of_these_games([("gold-rush", PHONE), ("knizia-gold", LAPTOP)]):
        server = Server(home, "play", "--game", game, "--opponents", "level1", "--seed", "6")
        page = browser(size)
        page.get(server.url)
        wait("a question", lambda: is_asked(page))
        if size == PHONE and not in_view(page, "[data-lay]"):
            sys.exit("phone: the button that lays the tile is not in view")
        if size == PHONE and not page.find_element(By.CSS_SELECTOR, ".seat .mini").is_displayed():
            sys.exit("phone: the supply is not shown")
        if size == PHONE:
            check_laying(page)
            pinch(page)
            if page.find_element(By.ID, "tip").is_displayed():
                sys.exit("phone: a tip stays after a pinch")
            click(page, "[data-key='0']")
        page.find_element(By.CSS_SELECTOR, "[data-rule]").click()
        wait("the rule in the page", lambda: in_view(page, "#keys-dialog [id^=rule-] h3") or page.execute_script("return document.getElementById('keys-dialog').scrollTop > 0"))
        page.find_element(By.CSS_SELECTOR, "#keys-dialog button").click()
        for number in itertools.count():
            wait("a question", lambda: is_asked(page) or is_over(page))
            if is_over(page):
                break
            if size == PHONE:
                check_reach(page, f"turn {turn(page)}")
            if not page.execute_script(APART):
                sys.exit(f"turn {turn(page)}: circles of choices overlap")
            before = page.execute_script(STATE)
            by_clicks(page, number)
            wait("an answer", lambda: page.execute_script(STATE) != before)
        wait("what mattered", lambda: settled(page, "#ask .back li"), 400)
        sums = page.execute_script(SUMS)
        if not sums or not all(sums):
            sys.exit(f"{game}: the sum that explains the result does not add up: {sums}")
        # An entry of the list shows its position.
        entry = page.execute_script("const one = document.querySelector('#ask .mistakes [data-turn]'); one?.click(); return one?.dataset.turn")
        if entry:
            wait("the mistake", lambda: page.execute_script(STEPS) and page.find_element(By.ID, "turn").get_attribute("value") == entry)
            wait("both turns", lambda: page.execute_script("return !!document.querySelector('.card.better, #better > *')"))
            check_mistake(page, game)
        printed = server.end()
        if "The moves that mattered:" not in printed:
            sys.exit(f"what mattered is not printed: {printed}")
        # A finished game opens as a review.
        file = re.search(r"record of the game: (\S+)", printed).group(1)
        server = Server(home, "play", "--resume", file)
        page.get(server.url)
        wait("the review", lambda: page.execute_script(STEPS))
        wait("the mistakes", lambda: settled(page, "#ask [data-turn]"), A_REVIEW)
        if page.execute_script("return document.querySelector('main').clientHeight") < 200:
            sys.exit(f"{game}: the review leaves the board too little room")
        for mark in range(len(page.find_elements(By.CSS_SELECTOR, "#ask [data-turn]"))):
            page.execute_script("document.querySelectorAll('#ask [data-turn]')[arguments[0]].click()", mark)
            if not page.execute_script("return !!document.querySelector('.card.better, #better > *')"):
                sys.exit(f"{game}: the better move is not marked")
            if game == "gold-rush" and not page.execute_script(INSIDE):
                sys.exit(f"{game}: the better move is out of view")
            check_mistake(page, game)
            for button in ("#next-mistake", "#last-mistake", "#ask .again button"):
                if not in_view(page, button):
                    sys.exit(f"{game}: a mistake is shown without {button} in view")
            others = page.find_elements(By.CSS_SELECTOR, "#ask .turns [data-moves]")
            # A second click on the selected one shows where the mistake led. It is selected already if the turn has two mistakes.
            if len(others) > 1 and others[-1].get_attribute("aria-pressed") != "true":
                page.execute_script("arguments[0].click()", others[-1])
            if others[-1].get_attribute("aria-pressed") != "true":
                sys.exit(f"{game}: the next best turn is not shown")
        picture(page, f"{game}-{size[0]}-review")
        check_access(page, f"{game}, the review")
        # Back from the steps, a click starts a rematch in the same page, and a key one against a stronger opponent.
        page.execute_script("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }))")
        # The first player moves last now.
        begun = "return document.body.classList.contains('asked') && /Turn 2\\b/.test(document.getElementById('head').textContent)"
        button = wait("the rematch", lambda: page.find_elements(By.CSS_SELECTOR, "[data-next='\"rematch\"']"))[0]
        button.click()
        wait("the first turn of the rematch", lambda: page.execute_script(begun))
        page.quit()
        server.end()
    print("a finished game: reviewed with every better move in view, printed, reopened, and played again")


def click(page, selector):
    """Clicks the first element that a selector finds, at once: the page may be drawn anew at any moment."""
    page.execute_script("document.querySelector(arguments[0]).click()", selector)


VERDICT = "return document.querySelector('#ask .verdict')?.textContent ?? ''"


def variations(home):
    """A finished game is played on from a mistake, judged, and returned to; its file stays as it was."""
    for game, size in of_these_games([("gold-rush", LAPTOP), ("carcassonne", PHONE), ("knizia-gold", LAPTOP)]):
        file = Path(home, f"{game}-finished.json")
        subprocess.run([GOLDRUSH, "play", "--plain", "--game", game, "--opponents", "level3", "--seed", "6", "--save", file],
                       input="1\n" * 400 if game != "knizia-gold" else "\n".join(f"{c}{r}" for _ in range(40) for r in range(1, 9) for c in "abcdefgh"),
                       text=True, capture_output=True, check=True)
        kept = file.read_bytes()
        server = Server(home, "play", "--resume", file)
        page = browser(size)
        page.get(server.url)
        wait("the review", lambda: page.execute_script(STEPS))
        wait("the mistakes", lambda: settled(page, "#ask [data-turn]"), A_REVIEW)
        body = page.find_element(By.TAG_NAME, "body")
        # Other turns are judged, too.
        body.send_keys(Keys.HOME)
        for _ in range(8):
            body.send_keys(Keys.ARROW_RIGHT)
            if page.execute_script(VERDICT):
                break
        else:
            sys.exit(f"{game}: no turn but mistakes is judged")
        picture(page, f"{game}-{size[0]}-good-turn")
        body.send_keys("m")
        played = wait("a mistake", lambda: page.find_elements(By.CSS_SELECTOR, "#ask .mistake")) and turn(page)
        click(page, "#ask [data-key=b]")
        wait("the turn to try again", lambda: is_asked(page) and not page.execute_script(STEPS))
        if turn(page) != played:
            sys.exit(f"{game}: turn {played} is tried again from turn {turn(page)}")
        body.send_keys("h")
        wait("hints", lambda: settled(page, "#ask [data-moves]"))
        click(page, "#ask [data-moves]")
        click(page, "#ask [data-moves][aria-pressed=true]")
        said = wait("a verdict", lambda: not is_asked(page) and "best turn found" in page.execute_script(VERDICT) and page.execute_script(VERDICT))
        # The bots wait until it has been read.
        if not page.execute_script("return !!document.querySelector('#ask [data-act=hurry]')"):
            sys.exit(f"{game}: bots answer before the verdict")
        body.send_keys(Keys.ESCAPE)
        if not said.startswith(f"Turn {played}"):
            sys.exit(f"{game}: the verdict on turn {played} is: {said}")
        wait("a question", lambda: is_asked(page))
        picture(page, f"{game}-{size[0]}-variation")
        check_access(page, f"{game}, playing on")
        body.send_keys("a")
        wait("every seat by hand", lambda: "Let the others move" in page.find_element(By.ID, "ask").text)
        body.send_keys("u")
        body.send_keys("g")
        wait("the game as it was played", lambda: page.execute_script(STEPS) and turn(page) == played)
        if file.read_bytes() != kept:
            sys.exit(f"{game}: playing on has changed the file")
        page.quit()
        server.end()
        if file.read_bytes() != kept:
            sys.exit(f"{game}: leaving has changed the file")
        # The same file on an analysis board, from the middle on.
        server = Server(home, "board", file, "--turn", "10")
        page = browser(size)
        page.get(server.url)
        wait("a question", lambda: is_asked(page) and turn(page) == 11)
        before = page.execute_script(STATE)
        if game != "knizia-gold":
            click(page, "[data-key=d]")
            click(page, "[data-kind]")
            wait("another tile in hand", lambda: is_asked(page) and page.execute_script(STATE) != before)
            before = page.execute_script(STATE)
        by_clicks(page, 0)
        wait("an answer", lambda: page.execute_script(STATE) != before)
        click(page, "[data-act=return]")
        wait("the steps of the record", lambda: page.execute_script(STEPS))
        page.quit()
        server.end()
    print("a finished game: tried again from a mistake, judged, returned to unchanged; and put on the board")


def by_turn(page, answered):
    """Plays a turn, which may be two flips, up to its verdict."""
    for number in range(2):
        if answered():
            return
        before = page.execute_script(STATE)
        by_clicks(page, number)
        wait("the rest of the turn", lambda: answered() or is_asked(page) and page.execute_script(STATE) != before)


def puzzles(home):
    """A puzzle is answered, and the next one follows in the same page."""
    server = Server(home, "train", "--game", "knizia-gold")
    page = browser(PHONE)
    page.get(server.url)
    said = lambda: is_asked(page) and page.execute_script(VERDICT)
    wait("the first puzzle", lambda: (said() or "").startswith("Puzzle 1"))
    picture(page, "puzzle")
    check_access(page, "a puzzle")
    # The game stands still at the verdict until the person tries again or plays on.
    judged = "return document.querySelector('#ask :is(.verdict, .mistake)')?.textContent ?? ''"
    answered = lambda: not is_asked(page) and "olved" in page.execute_script(judged)
    by_turn(page, answered)
    wait("the verdict", answered)
    check_cards(page, "a puzzle")
    for button in ("[data-next='\"puzzle\"']", "[data-act=vary]", "#ask :is(.verdict, .mistake)"):
        wait(f"{button} in view", lambda: in_view(page, button), 5)
    picture(page, "puzzle-verdict")
    check_access(page, "the verdict on a puzzle")
    shown = page.execute_script(STATE)
    time.sleep(1)
    if page.execute_script(STATE) != shown or is_asked(page):
        sys.exit("puzzle: the game does not stop at the verdict")
    if "Not solved" in page.execute_script(judged) and not page.find_elements(By.CSS_SELECTOR, ".card.better"):
        sys.exit("puzzle: what would have been better is not shown")
    click(page, "[data-act=vary]")
    wait("another try", lambda: is_asked(page) and page.execute_script(judged).startswith("Puzzle 1"))
    again = lambda: not is_asked(page) and page.execute_script(judged).startswith("Turn ")
    by_turn(page, again)
    wait("the second verdict", again)
    click(page, "[data-act=hurry]")
    wait("the game played on", lambda: is_asked(page))
    click(page, "[data-next='\"puzzle\"']")
    wait("the next puzzle", lambda: (said() or "").startswith("Puzzle 2"))
    page.quit()
    server.end()
    print("puzzles: answered, judged, and followed by another")


def check_board_stays(page, game):
    """A message does not move the board."""
    top = "return document.querySelector('main').getBoundingClientRect().top"
    before = page.execute_script(top)
    page.execute_script("const news = document.getElementById('news'); news.classList.remove('none');"
                        "news.innerHTML = '<span>A</span><span>' + 'A long message. '.repeat(30) + '</span>'")
    if page.execute_script(top) != before:
        sys.exit(f"{game}: a message moves the board")


def check_left(page, game):
    """All that is left is counted, and Enter does not open the closed window again."""
    page.find_element(By.CSS_SELECTOR, "[data-key=d]").click()
    wait("what is left", lambda: page.find_elements(By.CSS_SELECTOR, "#left-dialog[open] figure"))
    counted = page.execute_script("return [...document.querySelectorAll('#left figcaption')].reduce((sum, one) => sum + +one.textContent, 0)")
    left = int(re.search(r"(\d+) (tiles|cards) left", page.find_element(By.ID, "head").text)[1])
    if counted != left:
        sys.exit(f"{game}: {left} are left, and {counted} are counted")
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    wait("the window closed", lambda: not page.find_elements(By.CSS_SELECTOR, "dialog[open]"))
    page.switch_to.active_element.send_keys(Keys.ENTER)
    if page.find_elements(By.CSS_SELECTOR, "dialog[open]"):
        sys.exit(f"{game}: Enter opens what was closed")


def looks(home):
    """Every screen, light and dark, on a laptop and a phone."""
    for game, (name, size), dark in itertools.product(GAMES, [("laptop", LAPTOP), ("phone", PHONE)], [False, True]):
        if not PICTURES and (game == "carcassonne" or (name == "laptop" and not dark)):
            continue
        server = Server(home, "play", "--game", game, "--opponents", "level4,level2", "--seed", "3", "--practice")
        page = browser(size, dark)
        page.get(server.url)
        play(page, by_clicks, game, until=21)
        theme = "dark" if dark else "light"
        # In practice mode the page shows who is expected to be ahead at the end.
        wait("a lead", lambda: "expected" in page.execute_script("return document.getElementById('ahead-name').textContent"))
        picture(page, f"{game}-{name}-{theme}-question")
        check_access(page, f"{game}, {name}, {theme}")
        if page.find_elements(By.CSS_SELECTOR, "#spots .place"):
            by_clicks(page, 3)
            wait("what then", lambda: page.find_elements(By.CSS_SELECTOR, "#ask [data-entry]"))
            picture(page, f"{game}-{name}-{theme}-answers")
        check_board_stays(page, game)
        check_left(page, game)
        wide = page.execute_script("return document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            sys.exit(f"{game}: {wide} px wider than the {name}")
        page.quit()
        server.end()
    print("screens: light and dark, laptop and phone, no accessibility violations")


# Steps through a game; returns for each step the milliseconds until its frame was handed over to be painted.
FRAMES = """
    const [steps, done] = arguments, times = [];
    const one = () => {
        if (times.length === steps) return done(times);
        const began = performance.now(), painted = new MessageChannel();
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        requestAnimationFrame(() => painted.port2.postMessage(0));
        painted.port1.onmessage = () => { times.push(performance.now() - began); setTimeout(one, 120); };
    };
    one();
"""


def check_frames(file, game):
    """A step through a game is drawn at once, on a phone too."""
    page = browser(PHONE)
    page.get(f"file://{file}")
    wait("the game", lambda: page.execute_script(STEPS))
    times = sorted(page.execute_async_script(FRAMES, 50))
    half, most, longest = times[25], times[45], times[-1]
    print(f"{game}: a step on a phone: half within {half:.0f} ms, nine in ten within {most:.0f}, all within {longest:.0f}")
    # Machines that do other things meanwhile take several times as long.
    if half > 200:
        sys.exit(f"{game}: half of the steps take {half:.0f} ms or more")
    page.quit()


def viewer(home):
    """A game in a single HTML file."""
    for game in GAMES:
        file, run = Path(home, f"{game}.html"), Path(home, f"run-{game}")
        agents = "level2,level1,random"
        subprocess.run([GOLDRUSH, "simulate", "--game", game, "--agents", agents, "--games", "6", "--out", run],
                       check=True, capture_output=True)
        subprocess.run([GOLDRUSH, "replay", "--run", run, "--html", file], check=True, capture_output=True)
        page = browser()
        if file.stat().st_size > 300_000:
            sys.exit(f"{game}: the file of a game has {file.stat().st_size} bytes")
        page.get(f"file://{file}#turn=21")
        wait("turn 21", lambda: turn(page) == 21)
        page.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
        wait("turn 22", lambda: turn(page) == 22 and page.current_url.endswith("#turn=22"))
        picture(page, f"{game}-file")
        check_access(page, f"{game}, a file")
        views = page.find_elements(By.CSS_SELECTOR, "#eyes option")
        # Everybody at the table sees a flipped card.
        hides = game == "gold-rush"
        if len(views) != (4 if hides else 1):
            sys.exit(f"{game}: {len(views)} views for three players and everybody")
        if hides:
            seen = "return ['seats', 'cards', 'log'].map((id) => document.getElementById(id)?.textContent).join()"
            everything = page.execute_script(seen)
            views[2].click()
            wait("what B saw", lambda: page.execute_script(seen) != everything)
            picture(page, f"{game}-file-b")
        keys_off = page.find_element(By.TAG_NAME, "body")
        keys_off.send_keys("?")
        page.find_element(By.ID, "letters").click()
        page.find_element(By.CSS_SELECTOR, "#keys-dialog button").click()
        keys_off.send_keys("?")
        if page.find_elements(By.CSS_SELECTOR, "dialog[open]"):
            sys.exit(f"{game}: letter keys work although they are turned off")
        if found := complaints(page):
            sys.exit(f"{game}: messages in the browser's console: {found}")
        page.quit()
        check_frames(file, game)
        if game == "gold-rush":
            subprocess.run([GOLDRUSH, "replay", "--run", run, "--html", file, "--mistakes"], check=True, capture_output=True)
            page = browser()
            page.get(f"file://{file}")
            wait("the game", lambda: turn(page) > 0)
            page.find_element(By.TAG_NAME, "body").send_keys("m")
            check_mistake(page, game)
            picture(page, "mistakes")
            page.quit()
        size = file.stat().st_size
        print(f"{game}: an HTML file of {size / 1000:.0f} kB")
        if size > 300_000:
            sys.exit(f"{game}: an HTML file of {size:,} bytes, over the limit of 300,000")


def watching(home):
    server = Server(home, "watch", "--agents", "level3,level1", "--seed", "4", pace="0.1")
    page = browser()
    page.get(server.url)
    wait("some turns", lambda: turn(page) >= 10)
    body = page.find_element(By.TAG_NAME, "body")
    body.send_keys("p")
    time.sleep(1)
    stopped = turn(page)
    time.sleep(1)
    if turn(page) != stopped:
        sys.exit("p does not pause watching")
    body.send_keys("h")
    wait("hints", lambda: page.find_elements(By.CSS_SELECTOR, "#ask .margin"))
    wait("who is ahead", lambda: page.find_elements(By.CSS_SELECTOR, "#ahead polyline"))
    picture(page, "watch-hints")
    body.send_keys(".")
    wait("one turn", lambda: turn(page) == stopped + 1)
    body.send_keys("p")
    wait("the end", lambda: is_over(page), 120)
    page.quit()
    server.end()
    print("watched: paused, asked for hints, stepped, and resumed to the end")


def choose(page, selector, value=None):
    """Chooses an option or sets a value, as a person does."""
    page.execute_script(
        """
        const [found, value] = [document.querySelector(arguments[0]), arguments[1]];
        found.closest("details:not([open])")?.setAttribute("open", "");
        if (value === null) return found.click();
        found.value = value;
        found.dispatchEvent(new Event("input", { bubbles: true }));
        """,
        selector,
        value,
    )


def ask_in_studio(page, typed, is_running, text):
    """A question: its answer appears before its last game, and is better known after it."""
    choose(page, "[name=kind][value=ask]")
    choose(page, "[value=first-seat]")
    wait("the command", lambda: "first-seat" in typed(page))
    # It is still there when the page is loaded again.
    page.refresh()
    wait("the same question", lambda: "first-seat" in typed(page))
    if not re.search(r"commit [0-9a-f]{7}", page.execute_script(text, "setup")):
        sys.exit("studio: the page does not name the commit of the program")
    click(page, "#run")
    sure = lambda: [float(one) for one in re.findall(r"%\s±\s([\d.]+)", page.execute_script(text, "answer"))]
    first = wait("a first answer", sure)[0]
    picture(page, "studio-laptop-watched")
    wait("the last answer", lambda: not is_running(page), 300)
    if not sure()[0] < first / 2:
        sys.exit(f"studio: the range did not shrink: {first}, {sure()[0]}")
    if "on other deals" not in page.execute_script(text, "lines") or "komi" not in page.execute_script(text, "answer"):
        sys.exit("studio: the komi was not confirmed")
    picture(page, "studio-laptop-answer")
    check_access(page, "studio with an answer, laptop")


def studio(home):
    """A designer sets up studies by clicks, watches the ranges shrink, stops one, and plays with the rules."""
    server = Server(home, "ask", pace=None)
    own, key = f"http://127.0.0.1:{server.port}", {"X-Goldrush": server.url.split("=")[1]}
    post = {"Origin": own, "Content-Type": "application/json"}
    wish = json.dumps({"kind": "ask", "game": "gold-rush", "question": "tents", "players": [2]}).encode()
    tries = {
        "a run without the secret": ("POST", "/run", post, wish),
        "a run of another page": ("POST", "/run", post | key | {"Origin": "http://example.org"}, wish),
        "an unknown wish": ("POST", "/run", post | key, b'{"kind": "ask", "game": "gold-rush", "players": [2], "out": "/etc"}'),
        "a look without the secret": ("GET", "/events", {}, None),
        "a game without the secret": ("POST", "/play", post, wish),
        "a board where no game is played": ("GET", "/board/events", key, None),
    }
    before = set(os.listdir(home))
    wrong = [name for name, request in tries.items() if not 400 <= ask(server.port, *request)[0] < 500]
    if wrong or set(os.listdir(home)) != before:
        sys.exit(f"studio: not refused: {wrong}")
    text = "return document.getElementById(arguments[0]).textContent"
    typed = lambda page: page.execute_script(text, "typed")
    is_running = lambda page: page.find_element(By.ID, "stop").is_displayed()
    for size, dark in [(LAPTOP, False), (PHONE, True)]:
        page = browser(size, dark)
        page.get(server.url)
        wait("the command", lambda: typed(page))
        picture(page, f"studio-{size[0]}")
        check_access(page, f"studio, {size[0]}")
        if page.execute_script("return document.documentElement.scrollWidth > innerWidth"):
            sys.exit(f"studio: wider than {size[0]} px")
        # What takes long is asked once.
        if size == LAPTOP:
            ask_in_studio(page, typed, is_running, text)
        # A rule that is changed is compared with the printed one.
        choose(page, "[name=kind][value=compare]")
        wait("a reason", lambda: "change at least one rule" in page.execute_script(text, "wrong"))
        choose(page, "#gold-rush-tents", 2)
        wait("the command", lambda: "--factor tents=1,2" in typed(page))
        # Several values, and a mistake in words that need no terminal.
        choose(page, "[data-game=gold-rush] [data-vary=cowboys]")
        wait("several values", lambda: "--factor cowboys=4,2,3,5,6" in typed(page))
        choose(page, "[data-game=gold-rush] .rule:has([data-vary=cowboys]) .vary input[type=text]", "5..90")
        wait("a reason", lambda: page.execute_script(text, "wrong").startswith("Playable cowboys") and "--" not in page.execute_script(text, "wrong"))
        choose(page, "[data-game=gold-rush] [data-vary=cowboys]")
        wait("the command", lambda: "tents=1,2" in typed(page) and "cowboys" not in typed(page))
        if size == LAPTOP:
            choose(page, "[name=exact][value=thorough]")
            click(page, "#run")
            wait("the run", lambda: is_running(page))
            click(page, "#stop")
            wait("the end of the run", lambda: not is_running(page), 120)
            if "stopped" not in page.execute_script(text, "lines"):
                sys.exit("studio: a study that was stopped does not say so")
        # A search that finds what it was asked for.
        choose(page, "[name=exact][value=quick]")
        choose(page, "[name=kind][value=search]")
        choose(page, "[data-game=gold-rush] [data-vary=komi]")
        wait("the command", lambda: "--vary komi=" in typed(page))
        # Goals in words of their own.
        choose(page, ".other .quantity", "level7>level4")
        choose(page, ".other .limit", 55)
        wait("the goal", lambda: "level7>level4>=55" in typed(page))
        choose(page, ".other .quantity", "lead-chnages")
        wait("a reason", lambda: "lead-chnages" in page.execute_script(text, "wrong"))
        choose(page, ".other .quantity", "")
        wait("the command", lambda: "--vary komi=" in typed(page) and "level7" not in typed(page))
        click(page, "#run")
        # The first page has made this search, so that its answer is there at once for the second.
        wait("the search", lambda: is_running(page) or "The search is saved" in page.execute_script(text, "lines"))
        wait("its answer", lambda: not is_running(page), 300)
        advises = lambda: any(words in page.execute_script(text, "answer") for words in ("Set ", "Best so far: ", "Leave the rules"))
        if not advises():
            sys.exit(f"studio: the search has no answer: {page.execute_script(text, 'lines')}")
        picture(page, f"studio-{size[0]}-search")
        # The rules found are taken over, also from another game; a text that was emptied is the printed rule.
        choose(page, "#game", "carcassonne")
        page.find_element(By.ID, "use").click()
        wait("the rules found", lambda: "--factor komi=none," in typed(page) and "tents=1,2" in typed(page))
        choose(page, "#gold-rush-komi", "")
        wait("the printed rule", lambda: "komi" not in typed(page))
        # Earlier answers come back, without how the newest study went and the rules that it found.
        choose(page, "#answers button")
        wait("an earlier answer by itself", lambda: not page.find_element(By.ID, "progress").is_displayed() and not page.find_element(By.ID, "use").is_displayed())
        wait("the first answer", lambda: "seat" in page.execute_script("return document.querySelector('#answer h1').textContent"))
        choose(page, "#answers li:last-child button")
        wait("the last answer", advises)
        picture(page, f"studio-{size[0]}-earlier")
        check_access(page, f"studio with earlier answers, {size[0]}")
        # The board with these rules.
        page.find_element(By.ID, "play").click()
        wait("the board", lambda: len(page.window_handles) > 1)
        page.switch_to.window(page.window_handles[-1])
        wait("a game", lambda: page.find_elements(By.ID, "head") and is_asked(page))
        if len(page.find_elements(By.CSS_SELECTOR, ".seat .mini use[href='#tent']")) != 4:
            sys.exit("studio: the board does not have the rules of the page")
        wait("the rules in words", lambda: "Changed rule: with 2 tents instead of 1." in page.execute_script(text, "log"))
        if found := complaints(page):
            sys.exit(f"studio: messages in the browser's console: {found}")
        page.quit()
    server.end()
    print("studio: answers watched, komi confirmed, stopped, searched, and played with")


CHECKS = (attempts, two_people, hints, watching, viewer, killed_and_gone_on_with, whole_games, after_the_game, variations, puzzles, studio, looks)


def main():
    only, half = os.environ.get("ONLY"), os.environ.get("HALF")
    with tempfile.TemporaryDirectory() as home:
        for check in CHECKS[int(half) :: 2] if half else CHECKS:
            if not only or check.__name__ in only:
                began = time.monotonic()
                try:
                    check(home)
                except (WebDriverException, subprocess.CalledProcessError) as problem:
                    sys.exit(f"{check.__name__}: {problem}\n{getattr(problem, 'stderr', '')}")
                print(f"{check.__name__}: {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
