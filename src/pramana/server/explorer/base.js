// The API, addresses within the explorer, and the pieces that every page is made of.
const main = document.getElementById("main");
const chosen = document.getElementById("workspace");
const pages = {};
const current = { turn: 0, token: sessionStorage.getItem("pramana-token") || "", writable: false };

function path(...parts) {
  return "#/" + parts.map((part) => encodeURIComponent(part)).join("/");
}

const here = (...parts) => path(chosen.value, ...parts);

function query(values) {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ""));
}

function headers() {
  return current.token ? { authorization: `Bearer ${current.token}` } : {};
}

// A problem as the server words it, with its status.
async function problem(answer) {
  const value = await answer.json().catch(() => ({}));
  return Object.assign(new Error(value.detail || answer.statusText), { status: answer.status, problem: value });
}

async function request(where, options = {}, values = {}) {
  const found = query(values).toString();
  const address = `/api/v1/workspaces${where}${found ? `?${found}` : ""}`;
  const answer = await fetch(address, { ...options, headers: { ...headers(), ...options.headers } });
  if (!answer.ok) throw await problem(answer);
  return answer;
}

const address = (where) => `/${encodeURIComponent(chosen.value)}/${where}`;

async function get(where, values) {
  return (await request(address(where), {}, values)).json();
}

async function post(where, body, signal = undefined) {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await request(address(where), { method: "POST", signal, ...json });
  return answer.status === 204 ? null : answer.json();
}

// A key for one write: sent again after a broken connection, the write is not done again.
function writeKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Server-sent events, by fetch: an EventSource could send no token.
async function* events(where, options = {}) {
  const answer = await request(where, options);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    held += value;
    const parts = held.split("\n\n");
    held = parts.pop();
    for (const part of parts) {
      const field = (name) => part.split("\n").filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim()).join("\n");
      if (field("data")) yield { event: field("event"), data: JSON.parse(field("data")) };
    }
  }
}

// What a page shows. Nothing is shown for a page that was left meanwhile.
function isLeft(turn) {
  return turn !== current.turn;
}

function show(title, ...content) {
  document.title = `${title} · Pramana`;
  main.replaceChildren(el("h2", { tabindex: "-1" }, said(title)), ...content.flat(Infinity).filter(Boolean));
}

function note(text, kind = "soft") {
  return el("p", { class: kind }, text);
}

function tell(text) {
  document.getElementById("told").textContent = text;
}

function fail(error) {
  if (error.name === "AbortError") return;
  if (error.status === 401) {
    askForToken();
    return;
  }
  tell("");
  main.append(el("p", { class: "problem", role: "alert" }, said(error.message)));
}

function button(text, act, attributes = {}) {
  const made = el("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", async () => {
    made.disabled = true;
    try {
      await act(made);
    } catch (error) {
      fail(error);
    }
    made.disabled = false;
  });
  return made;
}

// Does what a form is sent for; not again before that has ended, so that a second click starts nothing twice. The
// button stays as it is: one that is disabled loses the keyboard's focus.
async function once(form, act) {
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  try {
    await act();
  } finally {
    delete form.dataset.sent;
  }
}

// A box for words and what is done with them.
function field(label, word, value, act) {
  const input = el("input", { "aria-label": label, placeholder: label, value, type: "search", autocomplete: "off" });
  const form = el("form", { role: "search" }, input, el("button", {}, word));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) act(input.value.trim());
  });
  return form;
}

function choice(label, words, value, act) {
  const made = el("select", { "aria-label": label }, words.map(([key, word]) => el("option", { value: key }, word)));
  made.value = value;
  made.addEventListener("change", () => act(made.value));
  return el("label", { class: "choice" }, `${label} `, made);
}

// A list of the API, page by page; `item` makes an element of each.
async function list(where, values, item, holder, turn, empty = "Nothing.") {
  const waiting = note("Loading…");
  holder.after(waiting);
  const page = await get(where, values).finally(() => waiting.remove());
  if (isLeft(turn)) return page;
  holder.append(...page.items.flatMap(item).filter(Boolean));
  if (page.next) {
    const more = button("More", async () => {
      const last = holder.lastElementChild;
      await list(where, { ...values, cursor: page.next }, item, holder, turn, empty);
      more.remove();
      last?.nextElementSibling?.querySelector("a, button")?.focus();
    }, { class: "more" });
    holder.after(more);
  }
  if (!holder.childElementCount && !page.next) holder.after(note(empty));
  return page;
}

function table(names, rows) {
  const head = el("thead", {}, el("tr", {}, names.map((name, at) => el("th", { scope: "col", class: rows.length && rows.every((row) => typeof row[at] === "number") ? "n" : null }, name))));
  const cell = (value, at) => el("td", { "data-of": names[at] || null, class: typeof value === "number" ? "n" : null },
    typeof value === "number" ? value.toLocaleString("en") : value);
  return el("table", {}, head, el("tbody", {}, rows.map((row) => el("tr", {}, row.map(cell)))));
}

function pairs(values) {
  const rows = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el("dl", { class: "pairs" }, rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

function folded(title, ...content) {
  return el("details", {}, el("summary", {}, title), ...content);
}

// A JSON value as text that can be read: what a page has no better words for.
function worded(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 6 });
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function money(millionths) {
  if (millionths === null || millionths === undefined) return "price unknown";
  return millionths === 0 ? "no cost" : `$${(millionths / 1e6).toFixed(millionths >= 10000 ? 2 : 4)}`;
}

function moment(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.valueOf())) return el("time", { datetime: iso }, iso);
  return el("time", { datetime: iso, title: iso }, time.toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" })); // 2026-11-28 15:58, here
}

function askForToken() {
  const input = el("input", { type: "password", "aria-label": "Token", placeholder: "Token", autocomplete: "off" });
  const form = el("form", {}, input, el("button", {}, "Continue"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    current.token = input.value.trim();
    sessionStorage.setItem("pramana-token", current.token);
    start();
  });
  show("This server needs a token", form);
  input.focus();
}
