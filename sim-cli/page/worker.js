"use strict";
// The program, in a worker. One worker plays the game and answers the page at once; what takes longer is done by a copy of it,
// which gets a copy of its memory.
(() => {
  const decoder = new TextDecoder(), encoder = new TextEncoder();
  let program = null, pending = false, known = [];

  const read = (length) => decoder.decode(new Uint8Array(program.memory.buffer, program.buffer(length), length));
  const write = (text) => {
    const bytes = encoder.encode(text);
    const at = program.buffer(bytes.length);
    new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes);
  };
  // The text that a function leaves; nothing if there is none.
  const call = (name, ...words) => {
    const length = program[name](...words);
    if (length < 0) throw new Error(read(-length));
    return length && read(length);
  };

  // Tells the page what has changed.
  const tell = () => {
    let shown = 0;
    for (let text; (text = call("frame")); shown += 1) {
      const end = text.indexOf("\n");
      postMessage({ frame: text.slice(end + 1), id: text.slice(0, end) });
    }
    if (shown) postMessage({ saved: call("saved") || null });
    const departed = call("departure");
    if (departed) postMessage({ departed: JSON.parse(departed) });
    const wanted = JSON.parse(call("long_work"));
    for (const number of wanted.filter((one) => !known.includes(one))) {
      const memory = program.memory.buffer.slice(0);
      postMessage({ number, memory }, [memory]);
    }
    if (wanted.join() !== known.join()) postMessage({ wanted });
    known = wanted;
  };
  const attend = () => {
    if (pending) return;
    pending = true;
    setTimeout(() => {
      pending = false;
      const more = program.attend();
      if (more < 0) throw new Error(read(-more));
      tell();
      if (more) attend();
    });
  };

  const answers = {
    async start({ compiled }) {
      const page = {
        // Copies began at other times.
        now: () => performance.timeOrigin + performance.now() - 1.7e12,
        random: () => crypto.getRandomValues(new Uint32Array(1))[0],
        failed: (length) => postMessage({ failed: read(length) }),
      };
      program = (await WebAssembly.instantiate(compiled, { page })).exports;
      program.start();
    },
    choices: () => call("choices"),
    again: () => call("again"),
    timeline: () => call("timeline"),
    open({ text }) {
      write(text);
      return call("open");
    },
    fingerprint({ text }) {
      write(text);
      return call("fingerprint");
    },
    execute({ text }) {
      write(text);
      return call("execute");
    },
    finish({ number, text }) {
      write(text);
      program.finish(number);
    },
    // In a copy.
    work({ number, memory }) {
      const more = (memory.byteLength - program.memory.buffer.byteLength) / 65536;
      if (more > 0) program.memory.grow(more);
      new Uint8Array(program.memory.buffer).set(new Uint8Array(memory));
      return call("work", number);
    },
  };
  onmessage = async ({ data }) => {
    const answer = { asked: data.asked };
    try { answer.text = await answers[data.what](data); } catch (e) { answer.wrong = e.message; }
    postMessage(answer);
    if (!["open", "execute", "finish"].includes(data.what) || answer.wrong) return;
    tell();
    attend();
  };
})();
