"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const form = $("setup");
  const all = (selector) => [...form.querySelectorAll(selector)];
  const game = () => $("game").value;
  const kind = () => form.elements.kind.value;
  const value = (control) => (control.type === "checkbox" ? String(control.checked) : control.value);
  // A text that was emptied stands for the printed rule.
  const isChanged = (control) => value(control) !== control.dataset.printed && (control.type !== "text" || value(control).trim() !== "");
  const isHere = (element) => element.closest(`[data-game="${CSS.escape(game())}"]`);

  const varied = () => all(".varies").filter((one) => isHere(one) && one.checked);
  const values = (box) => box.closest(".vary").querySelector("input[type=text]").value;

  // Goals that the designer wrote.
  const others = () => all(".other").map((row) => {
    const [quantity, aim, limit] = [".quantity", ".aim", ".limit"].map((part) => row.querySelector(part));
    const hasLimit = !/m(ax|in)$/.test(aim.value);
    return { quantity: quantity.value.trim(), sign: aim.value, words: aim.selectedOptions[0].text, limit: limit.value, hasLimit };
  }).filter((row) => row.quantity);

  // The study as set up: only what differs from the printed game or has several values.
  const request = () => {
    const rules = {}, vary = {}, goals = [];
    for (const control of all("[data-rule]").filter(isHere)) {
      if (isChanged(control)) rules[control.dataset.rule] = value(control);
    }
    for (const box of kind() === "ask" ? [] : varied()) {
      vary[box.dataset.vary] = values(box);
      delete rules[box.dataset.vary.replaceAll("-", "_")];
    }
    for (const box of all(".wanted").filter((one) => one.checked)) {
      goals.push(box.dataset.form.replace("{}", box.closest(".goal").querySelector("input[type=number]")?.value));
    }
    for (const row of others()) goals.push(`${row.quantity}${row.sign}${row.hasLimit ? row.limit : ""}`);
    const question = form.elements[`question-${game()}`].value;
    const players = all("[name=players]").filter((one) => one.checked).map((one) => +one.value);
    return { kind: kind(), game: game(), question, rules, vary, goals, players, title: title(), thorough: form.elements.exact.value === "thorough" };
  };

  const label = (part) => part.closest(".rule, label").querySelector("label, span").firstChild.textContent.trim();
  const shown = (control) => `${label(control)}: ${control.type === "checkbox" ? (control.checked ? "yes" : "no") : control.value}`;
  const goal = (box) => {
    const row = box.closest(".goal"), number = row.querySelector("input[type=number]");
    return number ? `${label(box)} ${number.value} ${row.lastChild.textContent.trim()}` : label(box);
  };
  // Names the study in the list of answers.
  const title = () => {
    const several = kind() === "ask" ? [] : varied().map((box) => `${label(box.closest(".rule"))}: ${values(box)}`);
    const changes = [...all("[data-rule]").filter((one) => isHere(one) && isChanged(one)).map(shown), ...several].join("; ");
    const question = all(`[name="question-${game()}"]`).find((one) => one.checked);
    const about = {
      ask: () => `${label(question)}${changes && ` Changed: ${changes}`}`,
      compare: () => `Compare: ${changes}`,
      search: () => `Search: ${[...all(".wanted").filter((one) => one.checked).map(goal), ...others().map((row) => `${row.quantity} ${row.words} ${row.hasLimit ? row.limit : ""}`.trim())].join("; ")}`,
    };
    const players = all("[name=players]").filter((one) => one.checked).map((one) => one.value).join(", ");
    return `${$("game").selectedOptions[0].text} (${players} players). ${about[kind()]()}`;
  };

  // What is shown follows from what is chosen.
  const arrange = () => {
    for (const part of all("[data-game]")) part.hidden = part.dataset.game !== game();
    for (const part of all("[data-kind]")) part.hidden = !part.dataset.kind.split(" ").includes(kind()) || (part.dataset.game ?? game()) !== game();
    for (const row of all(".other")) {
      row.querySelector(".quantity").setAttribute("list", `quantities-${game()}`);
      row.querySelector(".limit").hidden = /m(ax|in)$/.test(row.querySelector(".aim").value);
    }
    for (const control of all("[data-rule]")) {
      const row = control.closest(".rule"), changed = isChanged(control);
      row.classList.toggle("changed", changed);
      row.querySelector(".reset").hidden = !changed;
      row.querySelector("output").textContent = control.type === "range" ? control.value : control.type === "checkbox" ? (control.checked ? "yes" : "no") : "";
    }
  };

  let plan = "", asked = 0, waiting = 0;
  const preview = async () => {
    const mine = ++asked;
    let told;
    try { told = await answered("preview"); } catch { return; }
    if (mine !== asked) return;
    plan = told.plan ?? "";
    $("typed").textContent = told.command ?? "";
    wrong(told.error);
    $("run").disabled = $("save").disabled = !told.command;
  };
  // To compare or search, rules are what it is about.
  for (const choice of all("[name=kind]")) choice.addEventListener("change", () => all(".all-rules").forEach((part) => { part.open = kind() !== "ask"; }));
  // What was set up is still there when the page is loaded again.
  const controls = () => all("input, select");
  const isTicked = (control) => ["checkbox", "radio"].includes(control.type);
  const keep = () => sessionStorage.setItem("study", JSON.stringify(controls().map((one) => [one.id || one.className, isTicked(one) ? one.checked : one.value])));
  const restore = () => {
    const kept = JSON.parse(sessionStorage.getItem("study") ?? "[]");
    // Another program may have other rules.
    if (kept.length !== controls().length || controls().some((one, at) => (one.id || one.className) !== kept[at][0])) return;
    controls().forEach((one, at) => {
      if (isTicked(one)) one.checked = kept[at][1];
      else one.value = kept[at][1];
    });
    all(".all-rules").forEach((part) => { part.open = kind() !== "ask"; });
  };
  const changed = () => { arrange(); keep(); clearTimeout(waiting); waiting = setTimeout(preview, 150); };
  const wrong = (text) => { $("wrong").textContent = text ?? ""; $("wrong").hidden = !text; };
  const banner = (text) => { $("banner").textContent = text; $("banner").hidden = !text; };
  const answered = async (path) => {
    const answer = await program.post(path, request());
    if (answer.ok) return answer.json();
    return { error: answer.status === 409 ? "A study is being played: stop it first." : "Open the address that the terminal shows." };
  };

  form.addEventListener("input", changed);
  form.addEventListener("click", (e) => {
    const reset = e.target.closest(".reset");
    if (!reset) return;
    const control = reset.closest(".rule").querySelector("[data-rule]");
    set(control, control.dataset.printed);
    control.focus();
    changed();
  });
  const set = (control, to) => {
    if (control.type === "checkbox") control.checked = to === "true";
    else control.value = to;
  };
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    try {
      const { error } = await answered("run");
      wrong(error);
      // On a phone, the answer is below.
      if (!error) document.querySelector("main").scrollIntoView();
    } catch { banner("goldrush has stopped."); }
  });
  $("stop").addEventListener("click", () => program.post("stop", {}));
  $("play").addEventListener("click", async () => {
    // A tab that is opened later would be taken for an advertisement.
    const tab = open("", "_blank");
    const told = await answered("play");
    wrong(told.error);
    if (told.url && tab) tab.location = told.url;
    else if (told.url) location = told.url;
    else tab?.close();
  });
  $("save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([plan], { type: "application/toml" }));
    link.download = `${kind()}-${game()}.toml`;
    link.click();
    URL.revokeObjectURL(link.href);
  });

  // All answers, the newest last, and the number of the one that is shown.
  let answers = [], shownAt = 0, latest = "", listed = "", running = false;
  $("use").addEventListener("click", () => {
    const { game: found, rules } = answers[shownAt].best;
    $("game").value = found;
    for (const control of all("[data-rule]").filter(isHere)) set(control, rules[control.dataset.rule] ?? control.dataset.printed);
    for (const box of all(".varies")) box.checked = false;
    $("kind-compare").click();
    changed();
    all(".rule.changed").find(isHere)?.scrollIntoView({ block: "center" });
  });
  const mark = () => {
    $("use").hidden = !answers[shownAt]?.best;
    [...$("answers").children].forEach((item, at) => item.firstChild.setAttribute("aria-current", at === shownAt));
  };
  const list = ({ first, earlier, title, best }) => {
    answers = [...earlier, ...(latest ? [{ title, best }] : [])];
    $("earlier").hidden = !earlier.length;
    const titles = answers.map((one) => one.title);
    if (listed === (listed = JSON.stringify([first, titles]))) return;
    $("answers").replaceChildren(...titles.map((text, at) => {
      const item = document.createElement("li"), button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: text });
      button.addEventListener("click", async () => {
        const isEarlier = at < earlier.length;
        $("answer").innerHTML = isEarlier ? (await (await program.get(`earlier/${first + at}`)).json()).page : latest;
        // How the newest study went is not about an earlier one.
        $("progress").hidden = isEarlier && !running;
        shownAt = at;
        mark();
      });
      item.append(button);
      return item;
    }));
  };

  const count = (number) => number.toLocaleString("en");
  const told = (data) => {
    const { state, page } = JSON.parse(data);
    banner("");
    running = state.running;
    if (page !== null && (page || state.command)) {
      $("answer").innerHTML = latest = page || "";
      shownAt = state.earlier.length;
    }
    list(state);
    mark();
    $("progress").hidden = !state.command;
    $("command").textContent = state.command;
    $("run").hidden = state.running;
    $("stop").hidden = !state.running;
    const [games, most] = state.games;
    $("bar").hidden = !state.running;
    if (most) $("bar").value = games / most;
    else $("bar").removeAttribute("value");
    $("games").textContent = !most ? "" : state.running ? `${count(games)} of at most ${count(most)} games` : `${count(games)} games played`;
    const lines = [...state.lines, ...(state.error ? [state.error] : [])];
    $("lines").replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
    $("lines").scrollTop = 1e6;
  };
  const program = Program.connect({
    told,
    trouble: (refused) => banner(refused
      ? "This page was not let in. Open the address that the terminal shows."
      : "goldrush has stopped. Its runs are saved: goldrush resume continues one."),
  });
  restore();
  arrange();
  // The secret is known a moment later.
  setTimeout(preview, 300);
})();
