"use strict";
// What all pages share: what the browser keeps for them, light or dark, and the way to the program.
const Program = (() => {
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* Nothing is kept then. */ } };
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const theme = () => {
    const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme ?? (dark ? "dark" : "light");
    keep("theme", root.dataset.theme = now === "dark" ? "light" : "dark");
  };
  if (kept("theme")) document.documentElement.dataset.theme = kept("theme");

  // Hands the data and the identifier of each event to `told`, and says in `trouble` that the program refuses or does not answer.
  const connect = ({ told, trouble, hidden = () => {} }) => {
    let stream = null, key = "", last = "", left = false, code = "";
    // The secret stands behind the # of the address, which no server is told, and is kept for other tabs of this origin. Cookies
    // would also go to servers on other ports.
    const secret = () => kept("key") ?? key;
    const enter = async () => {
      const [, how, word] = /^#(key|launch|join)=([0-9a-zA-Z]+)$/.exec(location.hash) ?? [];
      if (!how) return;
      history.replaceState(null, "", location.pathname);
      // Friends who were here before are let in by their own secret, others by this code and a name.
      if (how === "join") return void (code = word);
      if (how === "launch") {
        const answer = await fetch("launch", { method: "POST", headers: { "X-Goldrush": word } });
        if (!answer.ok) return;
        key = await answer.text();
      } else key = word;
      keep("key", key);
    };
    const hear = (message) => {
      const [, id] = /^id: ?(.*)$/m.exec(message) ?? [], [, data] = /^data: ?(.*)$/m.exec(message) ?? [];
      if (!data) return;
      last = id;
      told(data, id);
    };
    // A network that is gone does not say so; the program gives a sign of life every five seconds.
    let heard = 0;
    setInterval(() => {
      if (!stream || stream.signal.aborted || left || document.hidden || performance.now() - heard < 16000) return;
      lost(false);
      again();
    }, 2000);
    // The latest frame, when it comes, ends the trouble, even if it is not new.
    const lost = (refused) => { last = ""; trouble(refused); };
    // Reads the events until they end, and tries again; an EventSource cannot send a header.
    const again = async () => {
      stream?.abort();
      heard = performance.now();
      const mine = (stream = new AbortController());
      let refused = false;
      try {
        const answer = await fetch("events", { headers: { "X-Goldrush": secret(), "Last-Event-ID": last }, signal: mine.signal });
        refused = answer.status === 403;
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = ""; answer.ok; ) {
          const { value, done } = await reader.read();
          if (done) break;
          heard = performance.now();
          const messages = (text + value).split("\n\n");
          text = messages.pop();
          messages.forEach(hear);
        }
      } catch { /* It is tried again. */ }
      if (mine.signal.aborted || left) return;
      lost(refused);
      setTimeout(() => mine.signal.aborted || left || document.hidden || again(), 2000);
    };
    // Comes to a table by its code; returns what was wrong, or nothing.
    const join = async (code, name) => {
      try {
        const answer = await post("join", { code, name });
        const text = await answer.text();
        if (!answer.ok) return text;
        key = text;
        keep("key", key);
        again();
        return "";
      } catch { return "Nobody answers. Is the game still running?"; }
    };
    const begin = async () => {
      try { await enter(); } catch { /* The events are not to be had either. */ }
      if (!document.hidden && !left) again();
    };
    addEventListener("hashchange", begin);
    addEventListener("storage", (e) => { if (e.key === "key" && !document.hidden && !left) again(); });
    // Pages that nobody looks at hold no connection, since a browser has few of them.
    document.addEventListener("visibilitychange", () => {
      last = "";
      if (!document.hidden && !left) return void again();
      stream?.abort();
      hidden();
    });
    const post = (path, what) => fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Goldrush": secret() },
      body: JSON.stringify(what),
    });
    const get = (path) => fetch(path, { headers: { "X-Goldrush": secret() } });
    // Nobody who left is told that nobody answers.
    const leave = () => { left = true; stream?.abort(); };
    begin();
    // What a page says that differs where no terminal is.
    const said = {
      leaving: "Leave the game? It is saved, and goldrush ends; the terminal shows how to resume it.",
      left: "You can close this page; the terminal shows how to resume it.",
      practice: ": goldrush play --practice",
      resumed: "the terminal shows how to resume it.",
    };
    return { again, code: () => code, get, join, leave, post, ...said };
  };
  // Changes the part of the address after the #.
  const name = (part) => history.replaceState(null, "", location.pathname + location.search + part);
  return { connect, keep, kept, name, theme };
})();
