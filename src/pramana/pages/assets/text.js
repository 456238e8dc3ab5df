"use strict";
// What every page's script makes its texts and elements with. Text of documents only ever becomes text nodes.

// Characters that nobody would see, or that turn the text around them, are written out.
function seen(text) {
  return String(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === "\n" || sign === "\t" ? " " : `\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`
  );
}

function shortened(text, most) {
  const signs = Array.from(text);
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

// An element. `do` is what a click does; attributes and children that are null or undefined are left out.
function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "do") made.addEventListener("click", value);
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) made.append(child);
  }
  return made;
}

// A text of a document, in a direction of its own.
function said(text) {
  return el("bdi", {}, seen(text));
}

// A line with stretches of it marked, `[[start, end], …]` in code points; of a long one what is around the first mark.
function marked(text, places, most = Infinity) {
  const signs = Array.from(text);
  const listed = places.filter(([start, end]) => end > start).sort((one, two) => one[0] - two[0]);
  const [first, last] = listed.length ? listed[0] : [0, 0];
  const from = signs.length > most ? Math.max(0, first - Math.floor(most / 2)) : 0;
  const to = signs.length > most ? Math.min(signs.length, last + Math.floor(most / 2)) : signs.length;
  const made = el("bdi", {}, from ? "… " : null);
  let at = from;
  for (const [start, end] of listed) {
    const [one, two] = [Math.max(start, at), Math.min(end, to)];
    if (one >= two) continue;
    made.append(seen(signs.slice(at, one).join("")), el("mark", {}, seen(signs.slice(one, two).join(""))));
    at = two;
  }
  made.append(`${seen(signs.slice(at, to).join(""))}${to < signs.length ? " …" : ""}`);
  return made;
}
