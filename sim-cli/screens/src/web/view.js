"use strict";
// The part of the board that is seen: all of it, or where a finger can choose. `told` returns what is asked and where.
const View = (board, calm, told) => {
  // Widths of a tile, in pixels, from which two turns are told apart and a finger finds a place, and of what a finger taps.
  const NEAR = 64, PLACE = 46, TAP = 45;
  // Pixels of the circle that is seen there, its radius in units, and the most and the least pixels of a unit where such circles are.
  const SHOWN = 18, STAND = 10, CLOSEST = 1.8, CLOSE = 0.9;
  // Height of the digits of a count, in units, and in pixels to be read.
  const DIGITS = 13, LEGIBLE = 10;
  const fingers = matchMedia("(max-width: 719px), (pointer: coarse)");
  // What is seen, whether somebody moved it by hand, and whether it is less than the whole board.
  let box = null, byHand = false, isPart = false, gliding = 0;

  const clamp = (n, low, high) => Math.min(Math.max(n, low), Math.max(low, high));
  const get = (id) => document.getElementById(id);
  // Pixels of a unit if a part of this size is seen.
  const scale = (width, height) => {
    const area = board.getBoundingClientRect();
    return Math.min(area.width / width, area.height / height);
  };
  const see = (to) => {
    box = to;
    const seen = `${to.x} ${to.y} ${to.w} ${to.h}`;
    // All that is drawn is laid out anew for it.
    if (board.getAttribute("viewBox") !== seen) board.setAttribute("viewBox", seen);
  };
  const grow = ({ style }, name, factor) => {
    const text = factor.toFixed(2);
    if (style.getPropertyValue(name) !== text) style.setProperty(name, text);
  };
  // Circles of choices are as large as a finger, and counts can be read, where there is room for it.
  const enlarge = () => {
    const unit = scale(box.w, box.h), choices = stands();
    for (const one of choices) {
      const wanted = (pixels, room) => clamp(pixels / unit, 2 * STAND, 0.98 * room) / (2 * STAND);
      grow(one.node, "--reach", wanted(fingers.matches ? TAP : SHOWN, nearest(one, choices.filter(({ entry }) => entry !== one.entry))));
      grow(one.node, "--stand", wanted(SHOWN, nearest(one, choices.filter((other) => other !== one))));
    }
    const count = clamp(LEGIBLE / DIGITS / unit, 1, 1.8);
    for (const id of ["pieces", "played", "better"]) grow(get(id), "--count", count);
    grow(get("ghost"), "--check", clamp((fingers.matches ? 22 : 15) / 14 / unit, 0.8, 4));
  };
  const still = (to) => {
    cancelAnimationFrame(gliding);
    see(to);
    enlarge();
  };
  const GLIDE = 320;
  const glide = (to) => {
    cancelAnimationFrame(gliding);
    const from = box, same = from && ["x", "y", "w", "h"].every((side) => Math.abs(from[side] - to[side]) < 1);
    if (calm || !from || same || !told().plays || document.hidden) return still(to);
    const began = performance.now();
    const step = (now) => {
      const part = clamp((now - began) / GLIDE, 0, 1), eased = part * (2 - part);
      if (part === 1) return still(to);
      see(Object.fromEntries(["x", "y", "w", "h"].map((side) => [side, from[side] + (to[side] - from[side]) * eased])));
      gliding = requestAnimationFrame(step);
    };
    gliding = requestAnimationFrame(step);
  };

  // The circles of choices, and how far they are from those of other choices.
  const stands = () => [...get("spots").querySelectorAll(".stand")].map((node) => {
    const { e, f } = node.transform.baseVal[0].matrix;
    return { node, x: e, y: f, entry: node.dataset.entry };
  });
  const nearest = (one, others) => Math.min(30 * STAND, ...others.map(({ x, y }) => Math.hypot(one.x - x, one.y - y)));
  const distance = (all) => Math.min(...all.map((one) => nearest(one, all.filter(({ entry }) => entry !== one.entry))));
  const around = (all, margin) => {
    const west = Math.min(...all.map((one) => one.x)) - margin, north = Math.min(...all.map((one) => one.y)) - margin;
    const east = Math.max(...all.map((one) => one.x + (one.width ?? 0))), south = Math.max(...all.map((one) => one.y + (one.height ?? 0)));
    return { x: west, y: north, w: east + margin - west, h: south + margin - north };
  };
  // A part with the same middle that is at least as large as the board shows at so many pixels for a unit.
  const widened = ({ x, y, w, h }, unit) => {
    const area = board.getBoundingClientRect(), width = Math.max(w, area.width / unit), height = Math.max(h, area.height / unit);
    return { x: x + (w - width) / 2, y: y + (h - height) / 2, w: width, h: height };
  };
  // A part moved as little as possible into another.
  const inside = (part, all) => ({
    ...part,
    x: part.w > all.w ? all.x + (all.w - part.w) / 2 : clamp(part.x, all.x, all.x + all.w - part.w),
    y: part.h > all.h ? all.y + (all.h - part.h) / 2 : clamp(part.y, all.y, all.y + all.h - part.h),
  });

  const shown = () => ["played", "better"].filter((which) => get(which).childElementCount).map((which) => get(which).getBBox());
  const whole = () => {
    const [west, north, east, south] = told().extent.map((n, at) => 100 * (at < 2 ? n : n + 1));
    // A better move may lie outside the landscape.
    return around([{ x: west, y: north, width: east - west, height: south - north }, ...shown()], 20);
  };
  // What matters now, if it is too small on the whole board.
  const part = (all) => {
    const unit = scale(all.w, all.h), turns = shown().length, { waits, place } = told();
    const frames = [...board.querySelectorAll("#played > .frame, #better > .frame")].map((one) => one.getBBox());
    if (frames.length && 100 * unit < (turns === 2 ? NEAR : PLACE)) return around(frames, 150);
    if (!waits || !fingers.matches) return null;
    const choices = stands();
    if (choices.length) {
      const need = clamp(TAP / distance(choices), CLOSE, CLOSEST);
      return unit < need ? widened(around(choices, 40), need) : null;
    }
    if (!place || 100 * unit >= PLACE) return null;
    if (isNear(place)) return box;
    return inside(widened({ x: 100 * place.x, y: 100 * place.y, w: 100, h: 100 }, PLACE / 100), all);
  };
  // True if the part that is seen has a place, large enough.
  const isNear = ({ x, y }) => isPart && 100 * scale(box.w, box.h) > PLACE - 2 && 100 * scale(box.w, box.h) < PLACE + 2
    && box.x <= 100 * x && box.y <= 100 * y && box.x + box.w >= 100 * x + 100 && box.y + box.h >= 100 * y + 100;
  const fit = () => {
    if (!told().extent) return;
    const all = whole(), some = part(all);
    isPart = !!some;
    byHand = false;
    glide(some ?? all);
  };
  const holds = ({ x, y }) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
  return {
    // Fits what is seen to what is asked. What somebody moved by hand stays, but for choices that could not be tapped.
    refit: (begins) => {
      if (fingers.matches && begins) byHand = false;
      const choices = fingers.matches ? stands() : [];
      const reached = !choices.length || (choices.every(holds) && scale(box.w, box.h) * distance(choices) > TAP);
      if (!byHand || !box || !reached) return fit();
      enlarge();
    },
    // All, or again what matters now.
    all: () => {
      const all = whole();
      if (!isPart || Math.abs(box.w - all.w) < 1) return fit();
      byHand = true;
      glide(all);
    },
    // Moves the part that is seen until a cell is in it.
    follow: ({ x, y }) => {
      if (!box || !(byHand || isPart)) return;
      // A finger's mark that lays the tile stands beside it.
      const margin = isPart ? 70 : 20;
      const shift = (from, size, at) => Math.min(Math.max(from, 100 * at + 100 + margin - size), 100 * at - margin);
      still({ ...box, x: shift(box.x, box.w, x), y: shift(box.y, box.h, y) });
    },
    zoom: (factor, cx, cy) => {
      if (!box) return;
      const area = board.getBoundingClientRect();
      const from = new DOMPoint(cx ?? area.left + area.width / 2, cy ?? area.top + area.height / 2);
      const at = from.matrixTransform(board.getScreenCTM().inverse());
      const f = clamp(box.w * factor, 200, 12000) / box.w;
      byHand = true;
      still({ x: at.x - (at.x - box.x) * f, y: at.y - (at.y - box.y) * f, w: box.w * f, h: box.h * f });
    },
    pan: (dx, dy) => {
      const unit = board.getScreenCTM().a;
      byHand = true;
      still({ ...box, x: box.x - dx / unit, y: box.y - dy / unit });
    },
    release: () => { byHand = false; },
  };
};
