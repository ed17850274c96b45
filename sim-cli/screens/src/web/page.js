"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const board = $("board"), cards = $("cards"), embedded = $("story");
  const watched = document.body.hasAttribute("data-watched"), shared = document.body.hasAttribute("data-shared");
  // Friends come by another address than the person at the computer on which the game runs.
  const room = document.body.hasAttribute("data-room"), guest = room && location.hostname !== "127.0.0.1";
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pace = 1000 * document.body.dataset.pace;

  // What is shown: the last frame, those that wait their turn, and whether a game is stepped through instead.
  let frame = null, queue = [], timer = 0, held = false, ended = -1000, session = null, paused = false, wished = -1;
  let place = 0, way = 0;
  let story = null, step = 0, view = 0, running = 0;

  // What the board alone shows.
  const BOARD = ["tiles", "laid", "parts", "pieces", "scored", "cards"];
  const REGIONS = ["head", "tiles", "laid", "parts", "pieces", "scored", "spots", "hand", "cards", "seats", "ask", "room", "news", "log", "left", "facts", "status"];
  const named = document.title;
  // Regions that are a list, and the tag of their elements: of a landscape of 70 tiles, mostly one differs.
  const LISTS = { tiles: "g", laid: "g", parts: "g", pieces: "g", scored: "g", spots: "g", log: "li", facts: "i" };
  // The texts of the elements of a list; some hold others with the same tag.
  const elements = (text, tag) => {
    const all = [];
    let depth = 0, from = 0;
    for (const { 0: found, index } of text.matchAll(new RegExp(`<${tag}[ >]|</${tag}>`, "g"))) {
      depth += found[1] === "/" ? -1 : 1;
      if (depth) continue;
      all.push(text.slice(from, index + found.length));
      from = index + found.length;
    }
    return all;
  };
  // Draws anew the elements that differ from those before.
  const redraw = (region, now) => {
    const before = region.texts ?? [], least = Math.min(before.length, now.length);
    let first = 0, last = 0;
    while (first < least && before[first] === now[first]) first += 1;
    while (last < least - first && before.at(-1 - last) === now.at(-1 - last)) last += 1;
    const old = [...region.children].slice(first, before.length - last), after = region.children[before.length - last] ?? null;
    const changed = now.slice(first, now.length - last), fresh = region.cloneNode(false);
    fresh.innerHTML = changed.filter((text, at) => text !== before[first + at] || !old[at]).join("");
    const drawn = [...fresh.children];
    changed.forEach((text, at) => {
      if (!old[at]) region.insertBefore(drawn.shift(), after);
      else if (text !== before[first + at]) old[at].replaceWith(drawn.shift());
    });
    old.slice(changed.length).forEach((one) => one.remove());
    region.texts = now;
  };
  const put = (id, text) => {
    const region = $(id);
    if (!region || region.shown === text) return;
    // Focus stays on the same button after a redraw, and never moves to another by itself.
    const at = region.contains(document.activeElement) ? document.activeElement : null;
    const like = at && ["key", "act", "with", "next", "move", "moves", "place"].filter((k) => at.dataset[k]).map((k) => `[data-${k}="${CSS.escape(at.dataset[k])}"]`).join("");
    const opened = [...region.querySelectorAll("details[id][open]")].map((one) => one.id);
    region.shown = text;
    const list = LISTS[id] && elements(text, LISTS[id]);
    if (list) redraw(region, list);
    else region.innerHTML = text;
    // Tiles are thick: what lies under all of them is their shadow on the table.
    if (id === "tiles") redraw($("under"), list.map((tile) => `<rect width="101" height="104" rx="2" ${/transform="[^"]*"/.exec(tile)[0]}></rect>`));
    for (const id of opened) $(id)?.setAttribute("open", "");
    if (at) (like && region.querySelector(like) || $("ask")).focus({ preventScroll: true });
  };

  const back = () => $("ask").querySelector('[data-act="return"]');
  // The answer to a question that has no other.
  const only = () => { const all = $("ask").querySelectorAll("[data-entry]"); return all.length === 1 && all[0]; };
  const taker = () => $("ask").querySelector('[data-act="hand_over"]');
  // Nothing slides under the pointer: while it moves over hints or mistakes, those found since then wait.
  const STILL = 1500, FOUND = /data-moves|class="choices mistakes"/;
  let moved = -STILL, late = 0;
  addEventListener("pointermove", (e) => { if (e.target.closest?.("#ask ol")) moved = performance.now(); });
  const settle = (next) => {
    clearTimeout(late);
    const time = moved + STILL - performance.now(), lists = [frame, next].map((one) => one?.regions.ask ?? "");
    if (story || time <= 0 || next.at !== frame?.at || !lists.every((list) => FOUND.test(list))) return next;
    late = setTimeout(() => { if (!story) show(next); }, time);
    return { ...next, regions: { ...next.regions, ask: frame.regions.ask } };
  };
  const show = (next) => {
    const old = here(), turned = old?.ways[way]?.move, before = frame && seen(), turnBefore = frame?.turn;
    begun = next.waits && (!frame?.waits || next.turn !== frame.turn);
    const begins = (next.waits && !frame?.waits) || (next.over && !frame?.over);
    if (touched && next.at !== frame?.at) light(null);
    frame = settle(next);
    for (const id of REGIONS) put(id, frame.regions[id] ?? "");
    // A page that needs no program has an address that deals the same game.
    if (Program.copyLink) document.querySelectorAll("[data-again]").forEach((one) => {
      one.innerHTML = '<button type="button" data-link>Copy a link to this deal, for a friend</button>';
    });
    $("news").classList.toggle("none", !next.regions.news);
    document.body.classList.toggle("asked", next.waits);
    if (room) document.title = next.waits ? `Your turn: ${named}` : named;
    document.body.dataset.shown = 1 + +(document.body.dataset.shown ?? 0);
    if (next.lead_curve) ahead(next.lead_curve);
    // A key that was meant for the last turn does not hand the screen over.
    if (taker()) ended = performance.now();
    // The place and the rotation that were pointed at are pointed at still.
    const places = next.places ?? [], busy = (p) => Math.max(...p.ways.map((w) => w.words.length));
    const same = places.findIndex((p) => p.x === old?.x && p.y === old?.y);
    pinned &&= same >= 0 && next.turn === turnBefore;
    // At first where most would happen: that takes most words.
    const to = same >= 0 ? same : places.reduce((best, p, at) => (busy(p) > busy(places[best]) ? at : best), 0);
    point(to, Math.max(0, next.places?.[to]?.ways.findIndex((w) => w.move === turned) ?? 0));
    // Turns that have just come show their first; one that is selected stays so. In play the first is only pointed at.
    const turns = turnButtons(), moves = turns.map((one) => one.dataset.moves).join();
    const isNew = moves !== hinted, first = next.stopped && isNew ? turns[0] : null;
    select(first ?? turns.find((one) => one.dataset.moves === advised), next.stopped && !turns.length);
    // Once all is drawn: scrolling lays the page out. A decision, and the result, begin at the top of the panel.
    $("log-box").scrollTop = 0;
    if (begins) document.querySelector("aside").scrollTop = 0;
    if (turns.length && isNew && !next.before) {
      aim(JSON.parse(turns[0].dataset.moves)[0]);
      turns[0].scrollIntoView({ block: "nearest" });
    }
    if (next.stopped) $("ask").querySelector(".verdict, .mistake")?.scrollIntoView({ block: "nearest" });
    hinted = moves;
    if (before && !story && !returning) celebrate(before, seen());
  };
  // What can be heard and seen to come: tiles, open cards, points on the board, and one's own turn.
  const seen = () => ({
    laid: board ? $("tiles").childElementCount : document.querySelectorAll(".card.open").length,
    scored: new Map([...document.querySelectorAll("#scored .scored")].map((one) => [one.outerHTML, one])),
    waits: frame.waits,
    varied: !!back(),
  });
  const celebrate = (before, now) => {
    // Back in the game nothing is scored anew.
    if (before.varied && !now.varied) return;
    const scored = [...now.scored].filter(([text]) => !before.scored.has(text)).map(([, one]) => one);
    if (scored.length) tones([784, 988, 1319]);
    else if (now.laid > before.laid) tones([196]);
    else if (now.waits && !before.waits) tones([523, 659]);
    // Once the board has its new place.
    if (!calm && pace) requestAnimationFrame(() => scored.filter((one) => one.isConnected).forEach(fly));
  };
  // Points fly from the board to the seats that got them.
  const fly = (one) => {
    const from = one.getBoundingClientRect(), [points, seats = ""] = one.textContent.split(" ");
    for (const letter of seats) {
      const seat = "ABCDE".indexOf(letter), row = $("seats").children[seat]?.querySelector("strong");
      if (!row) continue;
      const to = row.getBoundingClientRect(), flying = document.createElement("span");
      flying.className = `flying seat-${seat} on-seat-${seat}`;
      flying.textContent = points;
      document.body.append(flying);
      const at = (x, y, scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
      const path = [at(from.x, from.y, 1), at(from.x, from.y - 20, 1.3), at(to.x - 20, to.y, 0.9)];
      flying.animate(path, { duration: 1100, easing: "ease-in-out" }).finished.finally(() => flying.remove());
    }
  };
  // Sounds, off at first.
  let audio = null, sounds = Program.kept("sound") === "on";
  const sound = (on) => {
    sounds = on;
    Program.keep("sound", on ? "on" : "off");
    $("sound").setAttribute("aria-pressed", on);
    if (on) tones([523]);
  };
  const tones = (pitches) => {
    if (!sounds) return;
    audio ??= new AudioContext();
    pitches.forEach((pitch, at) => {
      const tone = audio.createOscillator(), loudness = audio.createGain(), start = audio.currentTime + at * 0.09;
      tone.frequency.value = pitch;
      tone.type = "triangle";
      loudness.gain.setValueAtTime(0.12, start);
      loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.25);
    });
  };
  $("sound").setAttribute("aria-pressed", sounds);

  // One frame after the other, each for its time.
  const pump = () => {
    if (timer || held || story) return;
    const next = queue.shift();
    if (!next) return onward();
    show(next);
    // What is hidden again stays longer; without a pace, until somebody has seen it.
    const time = next.fleeting ? 3 * pace : next.holds && !calm ? pace : 0;
    held = next.fleeting && !time;
    if (held) banner("Press Enter or click to continue");
    else if (time) timer = setTimeout(() => { timer = 0; pump(); }, time);
    else pump();
  };
  const hurry = () => {
    clearTimeout(timer);
    timer = 0;
    if (held) banner("");
    held = false;
    pump();
    if (!queue.length) ended = performance.now();
  };
  const onward = () => {
    if (!watched || paused || !frame || frame.over || wished === frame.at) return;
    wished = frame.at;
    wish({ act: "next" });
  };

  const ENDED = "The host has ended the game, or is starting the next one.";
  const wish = async (what) => {
    const now = story ? live : frame;
    // What the host leaves ends for everybody.
    if (what.act === "leave" && program.leaving && !confirm(program.leaving)) return;
    if (embedded || !now || (story && !["leave", "vary", "room"].includes(what.act))) return;
    try {
      const answer = await program.post("do", { at: now.at, ...what });
      if (!answer.ok && what.act === "return") asked = null;
      if (answer.status === 409 && what.act !== "next") banner(refusal(what.act), 2000);
      // The line that is played on from here takes the place of the steps, and they that of the line.
      if (what.act === "vary" && answer.ok && story) leaveStory();
      // The page of the next game is here soon.
      if (what.act === "next_game" && answer.ok) {
        awaited = true;
        const began = performance.now(), say = () => banner(`Looking for a puzzle… ${Math.round((performance.now() - began) / 1000)} s`);
        if (what.next === "puzzle") {
          say();
          const looking = setInterval(() => (awaited ? say() : clearInterval(looking)), 1000);
        } else banner("");
        setTimeout(program.again, 200);
      }
      if (answer.status === 403) banner(guest ? "You are no longer at this table." : "Open the address that the terminal shows.");
      if (answer.status === 429) banner("Not so fast, please.", 2000);
      if (what.act === "leave" && answer.ok) {
        program.leave();
        banner(`The game is saved. ${program.left}`);
        for (const part of document.querySelectorAll("header, main, footer, aside")) part.inert = true;
      }
      if (answer.status === 410) banner(guest ? ENDED : `The game has been closed. It is saved; ${program.resumed}`);
    } catch { banner(guest ? ENDED : `goldrush has stopped. The game is saved; ${program.resumed}`); }
  };
  const refusal = (act) => {
    if (act === "vary") return "You can play on from any turn of a finished game, before its end.";
    if (room && act === "undo") return "Use “Ask to take back my last turn” below.";
    if (room && act === "hint" && !$("ask").querySelector("[data-act=hint]")) return "Hints are not allowed at this table, or it is not your turn.";
    if (act !== "undo") return "That is not possible now.";
    return $("ask").querySelector("[data-act=undo]") ? "There is no turn to undo." : `Undo works only in practice games${program.practice}.`;
  };
  const play = (...moves) => { if (frame?.waits && !story) wish({ act: "play", moves }); };
  let fading = 0;
  const banner = (text, time) => {
    clearTimeout(fading);
    $("banner").textContent = text;
    $("banner").hidden = !text;
    if (time) fading = setTimeout(() => banner(""), time);
  };

  // The tile at hand. A click pins it to a place, where it is turned until it is laid.
  let pinned = false;
  const here = () => frame?.places?.[place];
  const pin = (to) => {
    const again = pinned && to === pressed;
    if (again && frame.places[to].ways.length === 1) return lay();
    pinned = true;
    select(null);
    point(to, again ? way + 1 : to === place ? way : 0);
  };
  const unpin = () => { pinned = false; point(place, way); return true; };
  const point = (to, turn) => {
    if (!board || !frame) return;
    const places = frame.places ?? [];
    $("ghost").innerHTML = "";
    if (!places.length) return;
    place = (to + places.length) % places.length;
    const ways = places[place].ways;
    way = (turn + ways.length) % ways.length;
    const { turned, words } = ways[way];
    follow(places[place]);
    const move = `translate(${100 * places[place].x} ${100 * places[place].y})`;
    const check = pinned ? '<g class="check" data-lay transform="translate(100 0)"><circle r="14"/><path d="M-6 1L-2 5L6-5"/></g>' : "";
    $("ghost").innerHTML = `<g transform="${move}"><use href="#hand-${turned}"/><rect x="1" y="1" width="98" height="98" rx="4"/>${check}</g>`;
    $("ghost").classList.toggle("pinned", pinned);
    $("in-hand")?.setAttribute("href", `#hand-${turned}`);
    const number = ways.length > 1 ? ` (rotation ${way + 1} of ${ways.length})` : "";
    if ($("here")) $("here").textContent = `${words || "It extends no claimed feature."}${number}`;
    board.querySelectorAll(".place").forEach((spot, at) => {
      spot.setAttribute("tabindex", at === place ? 0 : -1);
      spot.classList.toggle("at", at === place);
    });
  };
  const lay = () => { if (here()) play(here().ways[way].move); };
  const toward = (dx, dy) => {
    const from = here();
    if (!from) return;
    let best = null;
    frame.places.forEach((p, at) => {
      const x = p.x - from.x, y = p.y - from.y, ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead > 0 && (!best || ahead + 2 * aside < best[0])) best = [ahead + 2 * aside, at];
    });
    if (best) { select(null); point(best[1], 0); focusPlace(); }
  };
  const focusPlace = () => {
    const spot = board?.querySelector(".place.at");
    if (spot && document.activeElement?.closest?.(".place")) spot.focus({ preventScroll: true });
  };
  const overCards = (dx, dy) => {
    const all = [...cards.children], columns = +cards.dataset.columns;
    let at = all.indexOf(document.activeElement);
    if (at < 0) return all.find((card) => !card.disabled && card.dataset.move)?.focus();
    for (let x = at % columns + dx, y = Math.floor(at / columns) + dy; x >= 0 && x < columns && all[y * columns + x]; x += dx, y += dy) {
      const card = all[y * columns + x];
      if (card.dataset.move) return card.focus();
    }
  };

  // What is pointed at lights up, everywhere.
  const light = (target) => {
    const feature = target?.closest?.("[data-f]")?.dataset.f;
    document.querySelectorAll(".lit").forEach((part) => part.classList.remove("lit"));
    document.body.classList.toggle("dim", !!target?.closest?.(".scored"));
    locate(target?.closest?.("[data-of], [data-cards]")?.dataset ?? {});
    if (feature === undefined || !board) return tip("");
    board.querySelectorAll(`#parts [data-f="${feature}"]`).forEach((part) => part.classList.add("lit"));
    tip(target.closest("[data-say]")?.dataset.say ?? $("facts").querySelector(`[data-f="${feature}"]`)?.textContent ?? "");
  };
  // What a line of the log tells of is shown on the table.
  const locate = ({ of, cards: flipped }) => {
    const tile = board && of && $("tiles").children[of], at = tile?.transform.baseVal[0].matrix;
    if (board) $("pointed").innerHTML = at ? `<rect x="${at.e - 4}" y="${at.f - 4}" width="108" height="108" rx="8"/>` : "";
    if (at) follow({ x: at.e / 100, y: at.f / 100 });
    const places = flipped?.split(" ") ?? [];
    cards?.querySelectorAll("[data-at]").forEach((card) => card.classList.toggle("pointed", places.includes(card.dataset.at)));
  };
  // The arrows go through the lines of the log.
  $("log-box").addEventListener("keydown", (e) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key], lines = [...$("log").children];
    if (!step || !lines.length) return;
    e.preventDefault();
    const old = lines.findIndex((line) => line.classList.contains("current"));
    const line = lines[Math.min(Math.max(old + step, 0), lines.length - 1)];
    lines[old]?.classList.remove("current");
    line.classList.add("current");
    line.scrollIntoView({ block: "nearest" });
    light(line);
  });
  $("log-box").addEventListener("blur", () => { $("log").querySelector(".current")?.classList.remove("current"); light(null); });
  const tip = (text) => { const t = $("tip"); if (t) { t.textContent = text; t.hidden = !text; } };

  // The part of the board that is seen.
  const seenPart = board && View(board, calm, () => ({ plays: !story, waits: !!frame?.waits && !story, extent: frame?.extent, place: here() }));
  const follow = (cell) => seenPart.follow(cell);
  const zoom = (...how) => seenPart?.zoom(...how);
  addEventListener("resize", () => { if (frame) seenPart?.refit(false); });

  const fingers = new Map();
  let dragged = false;
  board?.addEventListener("pointerdown", (e) => { fingers.set(e.pointerId, e); if (fingers.size === 1) dragged = false; });
  addEventListener("pointermove", (e) => {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    const [dx, dy] = [e.clientX - before.clientX, e.clientY - before.clientY];
    if (!dragged && Math.hypot(dx, dy) < 6) return;
    dragged = true;
    light(null);
    if (fingers.size === 2) {
      const other = [...fingers.values()].find((f) => f.pointerId !== e.pointerId);
      const apart = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY);
      zoom(apart(before) / Math.max(apart(e), 1), other.clientX, other.clientY);
    } else seenPart.pan(dx, dy);
    fingers.set(e.pointerId, e);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (e) => fingers.delete(e.pointerId));
  board?.addEventListener("wheel", (e) => { e.preventDefault(); if (e.deltaY) zoom(e.deltaY > 0 ? 1.15 : 1 / 1.15, e.clientX, e.clientY); }, { passive: false });
  board?.addEventListener("contextmenu", (e) => {
    e.preventDefault();
    const spot = e.target.closest?.(".place"), at = spot ? +spot.dataset.place : place;
    point(at, at === place ? way + 1 : 0);
  });
  // A turn that is selected, a hint or one better than a mistake, is shown where it would be played, on the position that it
  // belongs to and beside the turn played there; a second click or Enter plays a hint.
  let advised = null, hinted = "", begun = false;
  const turnButtons = () => [...$("ask").querySelectorAll("[data-moves]")];
  const aim = (move) => (frame?.places ?? []).forEach((p, at) => p.ways.forEach((w, turn) => { if (w.move === move) point(at, turn); }));
  const select = (button, alone = false) => {
    advised = button?.dataset.moves ?? null;
    const moves = JSON.parse(advised ?? "[]"), beside = button?.closest("ol").nextElementSibling;
    const played = alone ? $("ask").querySelector("[data-played]") : beside?.matches("[data-played]") ? beside : null;
    turnButtons().forEach((one) => one.setAttribute("aria-pressed", one === button));
    if (frame) for (const id of BOARD) put(id, (played && frame.before ? frame.before : frame.regions)[id] ?? "");
    draw("played", played?.innerHTML, JSON.parse(played?.dataset.played ?? "[]"));
    draw("better", button?.nextElementSibling?.innerHTML, moves);
    // The better turn's tile covers no word.
    if (board) $("better").append(...$("played").querySelectorAll(".tag"));
    aim(moves[0]);
    seenPart?.refit(begun);
    begun = false;
  };
  // Shows a turn: on the board as drawn, among cards by a mark.
  const draw = (which, drawn, moves) => {
    if ($(which)) $(which).innerHTML = drawn ?? "";
    cards?.querySelectorAll("[data-at]").forEach((card) => card.classList.toggle(which, moves.includes(card.dataset.at)));
  };
  // A mouse chooses a place where it rests, not one that it passes on its way to a button.
  const REST = 80;
  let resting = 0;
  document.addEventListener("pointerover", (e) => {
    clearTimeout(resting);
    // A finger that has left shows nothing any more.
    if (e.pointerType !== "mouse" && dragged) return;
    light(e.target);
    const spot = e.target.closest?.(".place");
    if (spot && !pinned && e.pointerType === "mouse" && +spot.dataset.place !== place) resting = setTimeout(() => { select(null); point(+spot.dataset.place, 0); }, REST);
  });
  document.addEventListener("focusin", (e) => {
    light(e.target);
    const spot = e.target.closest?.(".place");
    if (spot && +spot.dataset.place !== place) { select(null); point(+spot.dataset.place, 0); }
  });

  // What was pointed at before a press: focus moves first.
  let pressed = -1, touched = false;
  addEventListener("pointerdown", (e) => {
    pressed = place;
    // A finger comes without passing over anything: what the last one showed goes.
    touched = e.pointerType !== "mouse";
    if (!touched) return;
    if (!fingers.size) dragged = false;
    light(e.target);
  }, true);
  document.addEventListener("click", (e) => {
    const on = (what) => e.target.closest?.(what);
    const spot = on(".place");
    clearTimeout(resting);
    if (dragged && on("#board")) return;
    if (held && !on("#room")) return hurry();
    // One click never lays a tile: it lays it lightly, and the next turns it, or lays it where it fits in one rotation only.
    if (spot) return pin(+spot.dataset.place);
    const many = on("[data-moves]");
    // What nobody can play now is put away by a second click.
    if (many && advised === many.dataset.moves && frame?.before) return select(null);
    if (many) return advised === many.dataset.moves ? play(...JSON.parse(advised)) : select(many);
    const one = on("[data-move]");
    if (one) return play(one.dataset.move);
    const act = on("[data-act]");
    // Enter is for what the hint shows, not for another hint.
    if (act?.dataset.act === "hint") $("ask").focus({ preventScroll: true });
    if (act) {
      const { act: name, next, players, turnAfter, with: more } = act.dataset;
      if (turnAfter) asked = +turnAfter;
      return wish({ act: name, ...(next && { next: JSON.parse(next) }), ...(players && { players }), ...(more && JSON.parse(more)) });
    }
    const rule = on("[data-rule]");
    if (rule) { open("keys-dialog"); return $(`rule-${rule.dataset.rule}`)?.scrollIntoView(); }
    const kind = on("[data-kind]");
    if (kind) return $("left-dialog").close(), wish({ act: "draw", kind: +kind.dataset.kind });
    const mark = on("[data-turn]");
    if (mark && story) return go(+mark.dataset.turn);
    if (mark) { asked = +mark.dataset.turn; return void enterStory(); }
    if (on("[data-lay]")) return lay();
    if (on("[data-link]")) return Program.copyLink();
    const key = on("[data-key]");
    // The next Enter is for the board, not for the button that was clicked.
    if (key && e.detail) $("ask").focus({ preventScroll: true });
    if (key) return press(key.dataset.key);
  });

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    const target = e.target, own = target.matches?.("button, summary, input, select, a");
    if (target.closest?.("#log-box, #say") && e.key !== "Escape") return;
    // Enter that was meant to skip what is over by now, or is held down, plays nothing.
    if (e.key === "Enter" && (e.repeat || performance.now() - ended < 300)) return e.preventDefault();
    if (own && (e.key === "Enter" || e.key === " ") && !target.closest(".place")) return;
    if (target.matches?.("input, select") && e.key.startsWith("Arrow")) return;
    if (!letters.checked && e.key.length === 1 && e.key !== " ") return;
    const digit = e.shiftKey && /^Digit(\d)$/.exec(e.code)?.[1];
    if (press(digit && $("ask").querySelector(`[data-entry="${shifted(digit)}"]`) ? `⇧${digit}` : e.key)) e.preventDefault();
  });
  // Choices after the ninth have the digits with Shift: 1 to 9, then 0.
  const shifted = (digit) => 9 + ((+digit + 9) % 10);

  const open = (id) => { $(id).showModal(); $(id).scrollTop = 0; return true; };
  // True if the key does something.
  const press = (key) => {
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (story && arrow && arrow[0]) return go(step + arrow[0]), true;
    if (story && (key === "Home" || key === "End")) return go(key === "Home" ? 0 : story.frames.length - 1), true;
    if (story && key === " ") return run(), true;
    if (story && (key === "m" || key === "M")) return mistake(key === "m"), true;
    if (frame?.over && key === "m" && !embedded) return enterStory().then(() => story && mistake(true)), true;
    if (story && key === "b" && !embedded && !room) return vary(), true;
    const button = key === "g" ? back() : key === "a" && $("ask").querySelector("[data-act=change_players]");
    if (button) return button.click(), true;
    if (story && !embedded && (key === "Escape" || key === "v")) return leaveStory(), true;
    const next = { r: '"rematch"', ">": '"stronger"', "<": '"weaker"', n: '"puzzle"' }[key];
    const another = next && $("ask").querySelector(`[data-next='${next}']`);
    if (another) return another.click(), true;
    if ((timer || held) && (key === " " || key === "Enter" || key === "Escape")) return hurry(), true;
    if (arrow) return cards ? overCards(...arrow) : toward(...arrow), true;
    if (/^[1-9]$/.test(key)) {
      // While hints are shown, the digits are theirs.
      const asks = $("ask").querySelector("[data-entry]"), hints = $("ask").querySelectorAll(".hints [data-moves]");
      const hint = hints.length || !asks ? (hints.length ? hints : turnButtons())[key - 1] : null;
      if (hint) return select(hint), true;
      if (hints.length) return false;
      const choice = $("ask").querySelector(`[data-entry="${key - 1}"]`);
      return choice ? (play(choice.dataset.move), true) : false;
    }
    if (key[0] === "⇧") return $("ask").querySelector(".hints") ? false : play($("ask").querySelector(`[data-entry="${shifted(key[1])}"]`).dataset.move), true;
    switch (key) {
      case "r": case "R": return select(null), point(place, way + (key === "r" ? 1 : -1)), focusPlace(), true;
      case " ": return document.activeElement?.closest?.(".place") ? (lay(), true) : false;
      case "Enter": return taker() ? taker().click() : advised && frame?.waits && !frame.before ? play(...JSON.parse(advised)) : only() ? only().click() : lay(), true;
      case "+": case "=": return zoom(1 / 1.25), true;
      case "-": return zoom(1.25), true;
      case "0": return seenPart?.all(), true;
      case "h": return wish({ act: "hint" }), true;
      // An answer to a puzzle may be a part of a turn, which undo would leave.
      case "u": return frame?.stopped ? $("ask").querySelector("[data-act=vary]")?.click() : wish({ act: "undo" }), true;
      case "Backspace": return wish({ act: "take_up" }), true;
      case "Escape": if (pinned && here()) return unpin(); if (turnButtons().length && !frame?.stopped && !story) return wish({ act: "close_hint" }), true; return frame && !frame.waits && !frame.over ? (wish({ act: "hurry" }), true) : false;
      case "d": return open("left-dialog");
      case "?": return open("keys-dialog");
      case "t": return Program.theme(), true;
      case "s": return sound(!sounds), true;
      case "p": paused = !paused; wished = -1; if (!paused) pump(); return true;
      case ".": return watched ? (timer ? hurry() : wish({ act: "next" }), true) : false;
      case "v": return back() ? back().click() : void enterStory(), true;
    }
    return false;
  };

  // Some speak to their computer, and single letters would be heard in what they say.
  const letters = $("letters");
  letters.checked = Program.kept("letters") !== "off";
  letters.addEventListener("change", () => Program.keep("letters", letters.checked ? "on" : "off"));

  // A game stepped through.
  let loading = false;
  const enterStory = async () => {
    if (loading || embedded) return;
    loading = true;
    try {
      const answer = await program.get("story");
      if (answer.ok) tell(await answer.json());
      else banner("You can step through a game when it is over.", 3000);
    } catch { banner("goldrush has stopped."); }
    loading = false;
  };
  // A mistake is shown after the turn in which it was made, and played differently from before it.
  const vary = () => wish({ act: "vary", turn: Math.max(0, story.marks.some((mark) => mark.turn === step) || step === story.frames.length - 1 ? step - 1 : step) });
  // The turn to be shown first, and whether another game is on its way.
  let asked = null, awaited = false;
  // The address names the turn that is shown, and no turn of another game.
  const forget = () => Program.name("");
  const leaveStory = () => {
    story = null;
    forget();
    stop();
    $("stepper").hidden = true;
    returning = true;
    if (live) show(live);
    returning = false;
    pump();
  };
  let live = null, returning = false;
  const tell = (told) => {
    if (!story) live = queue.at(-1) ?? frame;
    queue = [];
    const again = story !== null;
    story = told;
    // Each frame says how it differs from the one before.
    const grown = (before, changes) => Object.fromEntries(Object.entries(changes).map(([id, [same, ...rest]]) => [id, [...(before?.[id] ?? []).slice(0, same), ...rest]]));
    story.frames.forEach((one, at) => {
      const before = story.frames[at - 1]?.parts;
      one.parts = { ...before, ...grown(before, one.parts) };
    });
    for (const { differs } of story.views) {
      differs.forEach((changes, at) => { differs[at] = { ...story.frames[at].parts, ...grown(differs[at - 1], changes) }; });
    }
    view = 0;
    $("views").hidden = story.views.length < 2;
    $("eyes").innerHTML = story.views.map(({ name }, at) => `<option value="${at}">${escape(name)}</option>`).join("");
    $("stepper").hidden = false;
    $("ahead-box").hidden = true;
    $("turn").max = story.frames.length - 1;
    for (const id of ["next-mistake", "last-mistake"]) $(id).hidden = !story.marks.length;
    curve("curve", story.lead_curve, story.frames.length - 1, story.marks);
    if (again) return go(step);
    const inAddress = /^#turn=(\d+)$/.exec(location.hash);
    go(asked ?? (inAddress ? +inAddress[1] : embedded ? 0 : story.frames.length - 1));
    asked = null;
  };
  const regionsAt = (at) => {
    const regions = {};
    for (const [id, parts] of Object.entries(story.views[view].differs[at] ?? story.frames[at].parts)) regions[id] = parts.map((n) => story.texts[n]).join("");
    return regions;
  };
  const boardAt = (at) => Object.fromEntries(Object.entries(regionsAt(at)).filter(([id]) => BOARD.includes(id)));
  const go = (to) => {
    step = Math.min(Math.max(to, 0), story.frames.length - 1);
    const told = story.frames[step], regions = regionsAt(step);
    regions.spots = "";
    regions.ask = marksAt(step);
    // A mistake is shown on the position in which it was made.
    const isMistake = story.marks.some((mark) => mark.turn === step);
    // Cards lie open only in the turn in which they were turned over.
    const before = isMistake ? boardAt(board ? step - 1 : step) : undefined;
    if (before) seenPart?.release();
    show({ ...told, places: [], waits: false, regions, before, stopped: !!before });
    $("ask").querySelectorAll("[data-turn]").forEach((one) => { if (+one.dataset.turn === step) one.setAttribute("aria-current", "true"); });
    $("status").textContent = $("news").textContent;
    $("turn").value = step;
    $("turn").setAttribute("aria-valuetext", `turn ${step} of ${story.frames.length - 1}`);
    $("turn-name").textContent = `${step} / ${story.frames.length - 1}`;
    $("now")?.setAttribute("x1", x(step)); $("now")?.setAttribute("x2", x(step));
    if (isMistake) ($("ask").querySelector(".mistake") ?? $("ask").firstElementChild)?.scrollIntoView({ block: "nearest" });
    Program.name(`#turn=${step}`);
  };
  const escape = (text) => { const p = document.createElement("p"); p.textContent = text; return p.innerHTML; };
  const marksAt = (turn) => {
    const marks = story.marks.filter((mark) => mark.turn === turn);
    const again = embedded || room || !marks.length ? "" : '<p class="again"><button type="button" data-key="b">Try this turn again</button></p>';
    const said = marks.map((mark) => mark.panel).join("");
    const good = story.others.filter((other) => other.turn === turn).map(({ words }) => `<p class="verdict">${escape(words)}</p>`).join("");
    return `${said}${good}${again}${story.mistakes}`;
  };
  // The first one that is asked for is the costliest.
  let toured = false;
  const mistake = (forward) => {
    const turns = story.marks.map((mark) => mark.turn), costliest = story.marks.find((mark) => mark.is_costliest)?.turn;
    const isFirst = !toured && forward && costliest !== undefined && !turns.includes(step);
    toured = true;
    if (isFirst) return go(costliest);
    const next = forward ? turns.find((turn) => turn > step) ?? turns[0] : turns.findLast((turn) => turn < step) ?? turns.at(-1);
    if (next !== undefined) go(next);
  };
  const run = () => {
    if (running) return stop();
    if (step === story.frames.length - 1) go(0);
    running = setInterval(() => (step < story.frames.length - 1 ? go(step + 1) : stop()), Math.max(pace, 400));
  };
  const stop = () => { clearInterval(running); running = 0; };
  const x = (turn) => (1000 * turn) / Math.max(story.frames.length - 1, 1);
  const curve = (id, { points, leads }, last, mistakes) => {
    const at = (turn) => ((1000 * turn) / Math.max(last, 1)).toFixed(1);
    // Expected leads where they were worked out, else points.
    const expected = leads.some((of) => of.length);
    const all = expected ? leads : points;
    const known = all.flat().filter((n) => n !== null), low = Math.min(0, ...known), high = Math.max(1, ...known);
    const y = (n) => 84 - (78 * (n - low)) / (high - low);
    const name = expected ? "Lead expected at the end" : "Points so far";
    const now = all.map((of, seat) => [seat, of.filter((n) => n !== null).at(-1)]).filter(([, n]) => n !== undefined);
    $(`${id}-name`).textContent = `${name}:`;
    $(`${id}-seats`).innerHTML = now.map(([seat, n]) => `<i class="line-${seat}">${"ABCDE"[seat]}${mistakes ? "" : ` ${signed(n, expected)}`}</i>`).join(" ");
    $(id).setAttribute("aria-label", `${name}, turn by turn; last ${now.map(([seat, n]) => `${"ABCDE"[seat]} ${signed(n, expected)}`).join(", ")}`);
    const lines = all.map((of, seat) => {
      const path = of.map((n, turn) => (n === null ? "" : `${at(turn)},${y(n).toFixed(1)}`)).join(" ");
      return `<polyline class="line-${seat}" points="${path}"/>`;
    });
    lines.push(`<line class="zero" x1="0" x2="1000" y1="${y(0)}" y2="${y(0)}"/>`);
    const marks = (mistakes ?? []).map((mark) => `<line class="mark" x1="${at(mark.turn)}" x2="${at(mark.turn)}" y1="0" y2="8"/>`);
    $(id).innerHTML = `${lines.join("")}${marks.join("")}${mistakes ? '<line id="now" y1="0" y2="90"/>' : ""}`;
  };
  const signed = (n, sign) => (sign && n > 0 ? `+${n}` : `${n}`.replace("-", "−"));
  // Beside the board, while it is played.
  const ahead = (leadCurve) => {
    const played = leadCurve.points[0].length - 1;
    $("ahead-box").hidden = !!story || played < 2;
    // What was expected no longer matters when the game is over.
    if (played >= 2) curve("ahead", frame?.over ? { ...leadCurve, leads: [] } : leadCurve, leadCurve.turns ?? played);
  };
  $("eyes").addEventListener("change", (e) => { view = +e.target.value; go(step); });
  $("turn").addEventListener("input", (e) => go(+e.target.value));
  const scrub = (e) => { const area = $("curve").getBoundingClientRect(); go(Math.round(((e.clientX - area.left) / area.width) * (story.frames.length - 1))); };
  $("curve").addEventListener("pointerdown", scrub);
  $("curve").addEventListener("pointermove", (e) => { if (e.buttons) scrub(e); });

  if (embedded) {
    const bytes = Uint8Array.from(atob(embedded.textContent), (one) => one.charCodeAt(0));
    const unpack = async () => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
    unpack().then(tell, () => banner("This browser is too old to show the game."));
    addEventListener("hashchange", () => { const to = /^#turn=(\d+)$/.exec(location.hash); if (to && story) go(+to[1]); });
    return;
  }
  const told = (data, id) => {
    const from = id.split("-")[0];
    // Another game, or the same one resumed by a program that may draw another page.
    if (session && session !== from) return forget(), location.reload();
    session = from;
    if (!held) banner("");
    awaited = false;
    const next = JSON.parse(data);
    const first = !frame;
    if (!story) { queue.push(next); pump(); }
    // A game that was over before is shown as a review, and so is one that is returned to.
    if (next.over && (asked !== null || (first && document.body.hasAttribute("data-reviewed")))) return void enterStory();
    if (!story) return;
    live = next;
    // What was found since then belongs to it.
    if (next.over) enterStory();
  };
  // Counts down the time of the person to move; the program has the exact one.
  let ticking = performance.now();
  if (room) setInterval(() => {
    const clock = document.querySelector(".clock[data-runs]"), now = performance.now();
    const seconds = clock && Math.max(0, clock.dataset.left - (now - ticking) / 1000);
    ticking = now;
    if (!clock) return;
    clock.dataset.left = seconds;
    clock.textContent = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  }, 500);
  // Comes to the table by the code and a name.
  $("say")?.addEventListener("submit", (e) => {
    e.preventDefault();
    wish({ act: "room", request: { say: $("say-text").value } });
    $("say-text").value = "";
  });
  const joining = $("join-dialog");
  const join = () => {
    if (!joining || !guest) return false;
    banner("");
    if (joining.open) return true;
    $("join-code").value = program.code();
    $("join-name").value ||= Program.kept("name") ?? "";
    $("join-trouble").textContent = frame ? "You are no longer at this table. Ask the host for the new code." : "";
    $("join-trouble").hidden = !frame;
    joining.showModal();
    return true;
  };
  joining?.addEventListener("cancel", (e) => e.preventDefault());
  $("join")?.addEventListener("submit", async (e) => {
    e.preventDefault();
    const name = $("join-name").value;
    const trouble = await program.join($("join-code").value, name);
    $("join-trouble").textContent = trouble;
    $("join-trouble").hidden = !trouble;
    if (trouble) return;
    Program.keep("name", name);
    joining.close();
  });
  const program = Program.connect({
    told,
    trouble: (refused) => (refused && room && join()) || (awaited && !refused) || banner(refused
      ? "This page was not let in. Open the address that the terminal shows."
      : guest ? "Waiting for the host's computer. This page reconnects by itself."
      : "Nobody answers. The game is kept: the terminal says how to go on. This page goes on when it does."),
    // Pages that nobody looks at hold nobody's secrets.
    hidden: () => {
      if (!shared) return;
      queue = [];
      put("seats", "");
      put("ask", "");
    },
  });
})();
