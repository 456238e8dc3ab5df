"use strict";
// Pages over the API. Text of documents only ever becomes text nodes: nothing is parsed as HTML.

const main = document.getElementById("main");
const chosen = document.getElementById("workspace");
let token = sessionStorage.getItem("pramana-token") || "";
let turn = 0; // answers that come after the page was left are dropped

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) node.append(child);
  }
  return node;
}

function path(...parts) {
  return "#/" + parts.map(encodeURIComponent).join("/");
}

function query(values) {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

async function api(where, values, body) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const asked = body ? { method: "POST", body: JSON.stringify(body) } : {};
  if (body) headers["content-type"] = "application/json";
  const answer = await fetch(`/api/v1/workspaces${where}?${query(values || {})}`, { ...asked, headers });
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(value.detail || answer.statusText), { status: answer.status });
  return value;
}

const inWorkspace = (where, values, body) => api(`/${encodeURIComponent(chosen.value)}/${where}`, values, body);

function linkToLine(doc, line, start, end) {
  const span = start === undefined ? [] : [String(start), String(end)];
  return make("a", { href: path(chosen.value, "document", doc, String(line), ...span), class: "place" }, `${doc}:${line}`);
}

function linkToEntity(name) {
  return make("a", { href: path(chosen.value, "entity", name) }, name);
}

const ROLES = {
  KARTA: "agent", KARMA: "object", KARANA: "instrument", SAMPRADANA: "recipient", APADANA: "source",
  "LOCATED IN": "place", "OCCURS AT": "time", SAMBANDHA: "relation",
};

function roleOf(relation) {
  const plain = relation.normalize("NFD").replace(/\p{M}/gu, "").replace(/^(HAS|USES|TARGETS|FROM)_/, "").replaceAll("_", " ");
  return ROLES[plain] || plain.toLowerCase();
}

function targetOf(fact) {
  const event = /^(.*)_L(\d+)_K\d+$/.exec(fact.target);
  return event ? linkToLine(event[1], event[2]) : linkToEntity(fact.target);
}

function factItem(fact) {
  const quotes = fact.evidence.map((each, at) => {
    const next = fact.evidence[at + 1];
    const last = !next || next.doc_id !== each.doc_id || next.line_number !== each.line_number;
    return [" ", make("q", {}, each.quote), last ? " " : "", last ? linkToLine(each.doc_id, each.line_number, each.start, each.end) : ""];
  });
  return make("li", {}, make("span", { class: "soft" }, `${roleOf(fact.relation)}: `), targetOf(fact), quotes.flat(),
    make("span", { class: "soft" }, ` · ${fact.verdict}`));
}

function cited(lines, near) {
  return lines.map((each) => make("blockquote", { class: near ? "near" : null }, make("span", { class: "text" }, each.text), " ",
    linkToLine(each.doc_id, each.line_number)));
}

function show(title, ...content) {
  document.title = `${title} · Pramana`;
  main.replaceChildren(make("h2", {}, title), ...content.flat());
}

function field(label, value, go) {
  const input = make("input", { "aria-label": label, placeholder: label, value, type: "search" });
  const form = make("form", { role: "search" }, input, make("button", {}, label.split(" ")[0]));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) location.hash = go(input.value.trim());
  });
  return form;
}

async function list(where, values, item, holder, mine) {
  const page = await inWorkspace(where, values);
  if (mine !== turn) return;
  holder.append(...page.items.map(item));
  if (page.next) {
    const more = make("button", {}, "More");
    more.addEventListener("click", () => {
      more.remove();
      list(where, { ...values, cursor: page.next }, item, holder, mine).catch(fail);
    });
    holder.after(more);
  }
  if (!holder.childElementCount) holder.after(make("p", { class: "soft" }, "Nothing."));
}

const pages = {
  async ask(mine, question = "") {
    const form = field("Ask the documents", question, (text) => path(chosen.value, "ask", text));
    show("Ask", form);
    if (!question) return;
    const reply = await inWorkspace("ask", {}, { question });
    if (mine !== turn) return;
    const answered = reply.status !== "NO_MATCH" && reply.status !== "ERROR";
    main.append(make("p", { class: "sum", id: "answer" }, reply.answer), make("p", { class: "soft", id: "status" }, reply.status),
      ...cited(answered ? reply.citations : reply.nearest, !answered));
    if (reply.assumptions.length) main.append(make("p", { class: "unknown" }, reply.assumptions.join(" ")));
    if (reply.facts.length) main.append(make("h3", {}, "Facts"), make("ul", { class: "facts" }, reply.facts.map(factItem)));
  },

  async search(mine, text = "") {
    show("Search", field("Search lines", text, (words) => path(chosen.value, "search", words)));
    if (!text) return;
    const found = await inWorkspace("search", { q: text, limit: 30 });
    if (mine !== turn) return;
    main.append(...cited(found.map((each) => ({ ...each, line_number: each.number })), true));
    if (!found.length) main.append(make("p", { class: "soft" }, "No line has these words or names."));
  },

  async documents(mine) {
    const body = make("ul", { class: "facts" });
    show("Documents", body);
    const item = (each) => make("li", {}, make("a", { href: path(chosen.value, "document", each.doc_id) }, each.doc_id),
      make("span", { class: "soft" }, ` ${each.lines} lines${each.date ? `, ${each.date}` : ""}${each.read ? "" : ", not read to the end"}`));
    await list("documents", { limit: 100 }, item, body, mine);
  },

  async document(mine, doc, line, start, end) {
    const here = Number(line) || 0;
    const body = make("ol", { class: "lines" });
    const about = make("div", {});
    show(doc, about, body);
    const first = Math.max(0, here - 40);
    const item = (each) => {
      const at = each.line_number === here;
      const signs = Array.from(each.text);
      const marked = at && end !== undefined
        ? [signs.slice(0, start).join(""), make("mark", {}, signs.slice(start, end).join("")), signs.slice(end).join("")]
        : [each.text];
      return make("li", { "data-here": at ? "" : null, id: at ? "here" : null },
        make("a", { class: "place", href: path(chosen.value, "document", doc, String(each.line_number)) }, String(each.line_number)),
        make("span", { class: "text" }, marked));
    };
    const cursor = first ? btoa(`p:${first}`).replace(/=+$/, "") : null;
    await list("lines", { document: doc, limit: 100, cursor }, item, body, mine);
    if (mine !== turn || !here) return;
    document.getElementById("here")?.scrollIntoView({ block: "center" });
    const read = await inWorkspace("line", { place: `${doc}:${here}` });
    if (mine !== turn) return;
    const events = read.kriyas.map((each) => [make("h3", {}, each.verb), make("ul", { class: "facts" }, each.facts.map(factItem))]);
    const refused = read.refused.map((each) => make("p", { class: "soft" }, `Refused: ${each.reason}`));
    about.append(make("section", { "aria-label": `Line ${here}` }, make("p", { class: "sum" }, `${doc}:${here}`), ...events.flat(), ...refused));
  },

  async entities(mine) {
    const body = make("ul", { class: "facts" });
    show("Entities", field("Find a name", "", (name) => path(chosen.value, "entity", name)), body);
    const item = (each) => make("li", {}, linkToEntity(each.canonical_name || each.id),
      make("span", { class: "soft" }, ` ${each.entity_type || ""}`));
    await list("entities", { limit: 100 }, item, body, mine);
  },

  async entity(mine, name) {
    show(name, field("Find a name", "", (other) => path(chosen.value, "entity", other)));
    const near = await inWorkspace("neighbours", { entity: name, limit: 100 });
    if (mine !== turn) return;
    const item = (each) => make("li", {}, make("span", { class: "soft" }, `${each.polarity === "negative" ? "not " : ""}${each.verb} · `),
      linkToEntity(each.other), " ", make("span", { class: "text" }, each.text), " ", linkToLine(each.doc_id, each.line_number));
    main.append(make("ul", { class: "facts" }, near.map(item)));
    if (!near.length) main.append(make("p", { class: "soft" }, "No event has another participant."));
  },

  async refused(mine) {
    const body = make("ul", { class: "facts" });
    show("Refused", make("p", { class: "soft" }, "What was proposed and not accepted, and lines at which nothing was."), body);
    const item = (each) => make("li", {}, make("span", { class: "place" }, `${each.path} `), `${each.verdict}: ${each.reason}`);
    await list("ledger", { refused: true, limit: 50 }, item, body, mine);
  },
};

function fail(error) {
  if (error.status === 401) return askForToken();
  main.append(make("p", { class: "problem", role: "alert" }, error.message));
}

function askForToken() {
  const input = make("input", { type: "password", "aria-label": "Token", placeholder: "Token", autocomplete: "off" });
  const form = make("form", {}, input, make("button", {}, "Continue"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    token = input.value.trim();
    sessionStorage.setItem("pramana-token", token);
    start();
  });
  show("This server needs a token", form);
  input.focus();
}

async function route() {
  const parts = location.hash.replace(/^#\//, "").split("/").filter(Boolean).map(decodeURIComponent);
  if (parts[0] && [...chosen.options].some((each) => each.value === parts[0])) chosen.value = parts[0];
  const name = Object.hasOwn(pages, parts[1] || "") ? parts[1] : "ask";
  for (const link of document.querySelectorAll("nav a")) {
    link.href = path(chosen.value, link.dataset.page);
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  turn += 1;
  try {
    await pages[name](turn, ...parts.slice(2));
  } catch (error) {
    fail(error);
  }
}

async function start() {
  try {
    const found = await api("");
    chosen.replaceChildren(...found.items.map((each) => make("option", {}, each.name)));
  } catch (error) {
    return fail(error);
  }
  return route();
}

chosen.addEventListener("change", () => { location.hash = path(chosen.value, "ask"); });
addEventListener("hashchange", route);
start();
