"use strict";
// The page around a game: the menu, the kept games, the workers, and what the page of a game takes for a server.
window.Worked = (() => {
  const $ = (id) => document.getElementById(id);
  const PACE = +(new URLSearchParams(location.search).get("pace") ?? 0.6), KEPT = "goldrush-game-";
  // Games that are kept, and those that stay when the browser has no more room.
  const MOST = 40, FEWEST = 8;

  // A worker, as functions that return promises.
  const program = (told) => {
    const worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
    const waiting = new Map();
    let asked = 0;
    worker.onmessage = ({ data }) => {
      if (data.asked === undefined) return told(data);
      const [done, fail] = waiting.get(data.asked);
      waiting.delete(data.asked);
      "wrong" in data ? fail(new Error(data.wrong)) : done(data.text);
    };
    worker.onerror = (e) => told({ failed: e.message });
    const ask = (what, rest = {}) => new Promise((done, fail) => {
      waiting.set(++asked, [done, fail]);
      worker.postMessage({ what, asked, ...rest }, rest.memory ? [rest.memory] : []);
    });
    return { ask, end: () => worker.terminate() };
  };

  // The program, unpacked and compiled once.
  const unpacked = (async () => {
    const packed = Uint8Array.from(atob($("program").textContent), (one) => one.charCodeAt(0));
    const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    return WebAssembly.compile(bytes);
  })();
  const started = async (told) => {
    const one = program(told);
    await one.ask("start", { compiled: await unpacked });
    return one;
  };

  // Copies that do long work, by its number.
  const copies = new Map();
  const copy = async (number, memory) => {
    let ended = false;
    const one = { end: () => { ended = true; } };
    copies.set(number, one);
    const worker = await started(({ failed }) => failed && console.error(failed));
    one.end = worker.end;
    if (ended) return worker.end();
    const text = await worker.ask("work", { number, memory }).catch((e) => { console.error(e.message); return ""; });
    worker.end();
    if (copies.delete(number)) game?.worker.ask("finish", { number, text: text || "" });
  };
  const endCopies = (but = []) => {
    for (const [number, one] of copies) {
      if (but.includes(number)) continue;
      copies.delete(number);
      one.end();
    }
  };

  // The game that is played: its worker, its frames so far for a page that is not there yet, and the name under which it is kept.
  let game = null;
  const told = (of) => (data) => {
    if (game !== of) return;
    if ("frame" in data) of.told ? of.told(data.frame, data.id) : of.frames.push([data.frame, data.id]);
    if (data.saved) keep(of, JSON.parse(data.saved));
    if (data.memory) copy(data.number, data.memory);
    if (data.wanted) endCopies(data.wanted);
    if (data.departed) data.departed.length ? begin(data.departed) : menu();
    if (data.failed) stopped(data.failed);
  };
  const stopped = (what) => {
    // What comes after the first trouble follows from it.
    if (!$("trouble").hidden) return;
    $("failed").textContent = `goldrush has stopped: ${what}`;
    $("trouble").hidden = false;
  };

  // Opens a game: the words of a command, or the text of a kept one.
  const open = async (asked, name) => {
    close();
    const opened = { frames: [], told: null, name, worker: null };
    game = opened;
    $("busy").hidden = false;
    try {
      opened.worker = await started(told(opened));
      const page = await opened.worker.ask("open", { text: JSON.stringify({ pace: PACE, ...asked }) });
      const again = await opened.worker.ask("again");
      if (game !== opened) return;
      // The address deals the same game again.
      const address = `#${encodeURI((again || "").replace(/^goldrush /, ""))}`;
      // Back leads to the menu.
      if (location.hash !== address) location.hash ? history.replaceState(null, "", address) : history.pushState(null, "", address);
      $("menu").hidden = true;
      const frame = document.createElement("iframe");
      frame.id = "game";
      frame.title = "The game";
      frame.srcdoc = page;
      document.body.append(frame);
      frame.addEventListener("load", () => frame.contentWindow.focus());
    } catch (e) {
      if (game !== opened) return;
      menu();
      $("wrong").textContent = `This game cannot be played: ${e.message}.`;
    } finally { $("busy").hidden = true; }
  };
  const close = () => {
    endCopies();
    game?.worker?.end();
    game = null;
    $("game")?.remove();
  };
  const begin = (words) => open({ words, seed: String(crypto.getRandomValues(new Uint32Array(1))[0]) }, KEPT + Date.now());

  // Kept games, in the browser.
  const all = () => {
    // Some browsers keep nothing for pages from a disk.
    try { return Object.keys(localStorage).filter((name) => name.startsWith(KEPT)).sort().reverse(); } catch { return []; }
  };
  const read = (name) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
  const keep = (of, what) => {
    if (!what.turns && !what.over) return;
    const put = () => localStorage.setItem(of.name, JSON.stringify({ ...what, when: Date.now() }));
    const leave = (count) => all().slice(count).filter((name) => name !== of.name).forEach((name) => localStorage.removeItem(name));
    leave(MOST);
    try { put(); } catch {
      leave(FEWEST);
      try { put(); } catch { /* Nothing is kept then. */ }
    }
  };
  const download = (name) => {
    const { text, game } = read(name);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = `${game.toLowerCase().replace(/[^a-z]+/g, "-")}.json`;
    link.click();
  };

  // The menu.
  let games = [];
  const options = (select, all) => {
    const before = select.value;
    select.replaceChildren(...all.map(([value, text]) => new Option(text, value)));
    if (all.some(([value]) => value === before)) select.value = before;
  };
  const chosen = () => games.find((one) => one.name === $("which").value) ?? games[0];
  const change = () => {
    const { levels, assists } = chosen(), watch = $("who").value === "watch";
    const level = () => levels.find((one) => one.name === $("level").value), known = level();
    options($("level"), levels.map(({ name }) => [name, `Level ${name.slice(5)}`]));
    if (!known) $("level").value = levels[4].name;
    $("what").textContent = level().what.replace(/^for people: /, "");
    options($("seat"), ["first", "second", "third", "fourth", "fifth"].slice(0, +$("others").value + 1).map((text, at) => [String(at), text]));
    for (const id of ["seat", "practice"]) $(id).closest("label").hidden = $("who").value !== "bots";
    $("assist").closest("label").hidden = !assists || watch;
    $("level").closest("label").hidden = $("what").hidden = $("who").value === "people";
  };
  const words = () => {
    const { name, assists } = chosen(), others = +$("others").value, who = $("who").value;
    const all = (one, count) => Array(count).fill(one).join(",");
    const asked = who === "watch" ? ["watch", "--agents", all($("level").value, others + 1)] : ["play", "--opponents", all(who === "people" ? "human" : $("level").value, others)];
    asked.push("--game", name);
    if (who === "bots" && +$("seat").value) asked.push("--seat", $("seat").value);
    if (who === "bots" && $("practice").checked) asked.push("--practice");
    if (assists && who !== "watch" && $("assist").checked) asked.push("--assist");
    if (!$("lessons").checked && who !== "watch") asked.push("--no-lessons");
    return asked;
  };
  const button = (text, act, kind) => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = text;
    one.className = kind ?? "";
    one.addEventListener("click", act);
    return one;
  };
  const list = () => {
    const rows = all().flatMap((name) => {
      const kept = read(name);
      if (!kept) return [];
      const row = document.createElement("li"), text = document.createElement("span");
      const against = kept.against.join(", ");
      text.textContent = `${kept.game}${against && ` against ${against}`}, ${kept.over ? "finished" : `turn ${kept.turns + 1}`}, ${new Date(kept.when).toLocaleString()}`;
      row.append(
        button(kept.over ? "Review" : "Resume", () => open({ text: kept.text }, name), "main"), text,
        button("Save as a file", () => download(name)),
        button("Delete", () => {
          if (!confirm("Delete this game?")) return;
          localStorage.removeItem(name);
          list();
        }),
      );
      return [row];
    });
    $("kept").replaceChildren(...rows);
    $("kept-box").hidden = !rows.length;
  };
  const menu = () => {
    close();
    history.replaceState(null, "", location.pathname + location.search);
    $("menu").hidden = false;
    $("wrong").textContent = "";
    list();
    change();
    $("begin").focus({ preventScroll: true });
    scrollTo(0, 0);
  };
  // Starts the game that the address names, or resumes it; false if it names none.
  const follow = () => {
    const asked = decodeURIComponent(location.hash.slice(1)).split(" ").filter(Boolean);
    if (!["play", "watch"].includes(asked[0])) return false;
    const again = ["goldrush", ...asked].join(" ");
    const kept = all().find((name) => read(name)?.again === again && !read(name).over);
    kept ? open({ text: read(kept).text }, kept) : begin(asked);
    return true;
  };

  // From a server, phones can install the page: they ask for a manifest, which needs whole addresses.
  const install = () => {
    if (!location.protocol.startsWith("http")) return;
    const here = location.origin + location.pathname, color = "#1b2026";
    const icons = [{ src: $("icon").href, sizes: "any", type: "image/svg+xml" }];
    const manifest = { name: "goldrush", start_url: here, scope: here, display: "standalone", background_color: color, theme_color: color, icons };
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`;
    document.head.append(link);
  };

  const ready = async () => {
    install();
    for (const id of ["which", "level", "others", "who"]) $(id).addEventListener("change", change);
    $("new").addEventListener("submit", (e) => { e.preventDefault(); begin(words()); });
    $("file").addEventListener("change", async (e) => {
      const [file] = e.target.files;
      if (file) open({ text: await file.text() }, KEPT + Date.now());
      e.target.value = "";
    });
    $("reload").addEventListener("click", () => location.reload());
    addEventListener("hashchange", () => follow() || menu());
    try {
      const one = await started(() => {});
      games = JSON.parse(await one.ask("choices"));
      one.end();
    } catch (e) { return stopped(`this browser may be too old (${e.message})`); }
    options($("which"), games.map(({ name, title }) => [name, title]));
    $("busy").hidden = true;
    if (!follow()) menu();
  };
  addEventListener("DOMContentLoaded", ready);

  // What the page of a game asks instead of a server.
  const answer = (text, status) => ({ ok: status < 300, status, json: async () => JSON.parse(text) });
  const connect = ({ told: hear }) => {
    const mine = game;
    // Once the page has what this function returns.
    queueMicrotask(() => {
      mine.told = hear;
      mine.frames.forEach((one) => hear(...one));
    });
    const post = async (_, command) => {
      const done = await mine.worker.ask("execute", { text: JSON.stringify(command) });
      return answer("", done ? 204 : 409);
    };
    const get = async () => {
      const text = await mine.worker.ask("timeline");
      return answer(text, text ? 200 : 409);
    };
    const nothing = () => {};
    return { again: nothing, code: () => "", get, join: nothing, leave: nothing, post, left: "", practice: "", resumed: "reload this page to go on." };
  };
  // The fingerprint of games between bots, to be compared with that of `goldrush lab bench`.
  const fingerprint = async (...asked) => {
    const one = await started(() => {});
    try { return await one.ask("fingerprint", { text: JSON.stringify(asked) }); } finally { one.end(); }
  };
  const copyLink = async () => {
    // Browsers withhold the clipboard from pages of servers without encryption: nothing is there to be called.
    try { await navigator.clipboard.writeText(location.href); } catch { prompt("The link to this deal:", location.href); }
  };
  return { connect, copyLink, fingerprint, name: () => {} };
})();
