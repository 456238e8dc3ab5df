// Lines, facts, verdicts and why: as every page shows them.
const ROLES = {
  KARTA: "agent", KARMA: "object", KARANA: "instrument", SAMPRADANA: "recipient", APADANA: "source",
  "LOCATED IN": "place", "OCCURS AT": "time", SAMBANDHA: "related",
  "ADHIKARANA SPATIAL": "place", "ADHIKARANA TEMPORAL": "time",
};

function roleOf(relation) {
  const plain = relation.normalize("NFD").replace(/\p{M}/gu, "").replace(/^(HAS|USES|TARGETS|FROM)_/, "").replaceAll("_", " ");
  return ROLES[plain] || plain.toLowerCase();
}

// A step of a trace with English words for the roles: `the KARTA of` is `the agent of`.
function rolesInWords(text) {
  return text.replace(/\b[A-Z]{5,}(_[A-Z]+)?\b/g, (word) => ROLES[word.replace("_", " ")] ?? word);
}

function lineLink(doc, line, ...span) {
  return el("a", { href: here("document", doc, String(line), ...span.map(String)), class: "place" }, seen(`${doc}:${line}`));
}

// `rama.txt:7` as a link to it.
function placeLink(place) {
  const cut = place.lastIndexOf(":");
  return lineLink(place.slice(0, cut), place.slice(cut + 1));
}

// The word of a pronoun's id, `him@tale.txt_L7:52`; any other id as it is.
function spoken(id) {
  return /^(.+)@.+_L\d+:\d+$/s.exec(id)?.[1] ?? id;
}

function entityLink(name, shown = spoken(name)) {
  return el("a", { href: here("entity", name) }, said(shown));
}

function graphLink(about, text = "In the graph") {
  return el("a", { href: `/graph?${query({ workspace: chosen.value, about })}` }, text);
}

function runLink(run, text = `run ${run}`) {
  return el("a", { href: here("run", String(run)) }, text);
}

function verdict(word) {
  return el("span", { class: `verdict ${word.replace(/\W/g, "")}` }, word);
}

const EVENT = /^(.*)_L(\d+)_K\d+$/;

function endLink(id, called = undefined) {
  const event = EVENT.exec(id);
  return event ? lineLink(event[1], event[2]) : entityLink(id, called);
}

// The places of evidence by line: the words that say it, each opening its line with them marked.
function evidenceLinks(evidence) {
  const lines = new Map();
  for (const each of evidence) {
    const key = `${each.doc_id}:${each.line_number}`;
    if (!lines.has(key)) lines.set(key, []);
    lines.get(key).push(each);
  }
  return [...lines.values()].map((found) => {
    const { doc_id, line_number } = found[0];
    const spans = found.flatMap(({ start, end }) => [start, end]);
    return [" ", found.map((each) => [el("q", {}, said(each.quote)), " "]), lineLink(doc_id, line_number, ...spans)];
  });
}

// A fact in words; `called` names ends otherwise than by their ids: all names of one entity by the same.
function factItem(fact, called = new Map()) {
  const end = (id) => endLink(id, called.get(id));
  const event = EVENT.test(fact.source);
  const said_ = event ? [el("span", { class: "soft" }, `${roleOf(fact.relation)}: `), end(fact.target)]
    : [end(fact.source), el("span", { class: "soft" }, ` ${roleOf(fact.relation)} `), end(fact.target)];
  return el("li", {}, said_, evidenceLinks(fact.evidence), " ", verdict(fact.verdict), " ", whyButton(fact));
}

// Why a fact is in the graph: proposals, scores, refused rivals. Read when it is asked for.
function whyButton(fact) {
  const holder = el("div", { class: "why" });
  const opened = el("details", { class: "inline" }, el("summary", {}, "why"), holder);
  opened.addEventListener("toggle", async () => {
    if (!opened.open || holder.childElementCount) return;
    try {
      const { why } = await get("fact", { fact: fact.id });
      holder.append(...whyParts(why));
    } catch (error) {
      holder.append(note(error.message, "problem"));
    }
  });
  return opened;
}

function whyParts(why) {
  const head = why.run === null ? "Asserted: no run proposed it." : ["Proposed in ", runLink(why.run), ":"];
  return [el("p", { class: "soft" }, head), ...[...why.accepted, ...why.refused].map(argument)];
}

function argument(each) {
  const scores = each.scores?.length ? ` · votes ${each.scores.join(", ")}` : "";
  return el("p", {}, verdict(each.verdict), " ", each.body ? said(shortened(proposalText(each.body), 300)) : null,
    el("span", { class: "soft" }, " ", said(each.reason), scores));
}

// What a proposal says, in words: events with their roles, a link, a type; else its JSON.
function proposalText(body) {
  if (Array.isArray(body.kriyas)) return body.kriyas.map(eventText).join("; ") || "no action";
  if (body.relation) return `${spoken(body.source)} → ${roleOf(body.relation)} → ${spoken(body.target)}`;
  if (body.entity && body.type) return `${body.entity}: ${body.type}`;
  if (body.claim) return body.claim;
  if (Array.isArray(body.steps)) return body.steps.map((step) => step.goal).join("; ");
  return JSON.stringify(body);
}

function eventText(event) {
  const roles = Object.entries(event.karakas || {}).filter(([, names]) => names.length);
  return `${event.verb}(${roles.map(([role, names]) => `${roleOf(role.toUpperCase())}: ${names.join(", ")}`).join("; ")})`;
}

// A line as answers cite it, with what they rest on marked.
function quotation({ doc_id, line_number, text }, spans = [], kind = null) {
  const flat = spans.flat();
  return el("blockquote", { class: kind }, el("span", { class: "text" }, marked(text, spans)), " ", lineLink(doc_id, line_number, ...flat));
}

// The stretches of each line that facts rest on: by `doc:line`, each once.
function spansOf(facts) {
  const found = {};
  for (const { evidence } of facts) {
    for (const { doc_id, line_number, start, end } of evidence) {
      const spans = (found[`${doc_id}:${line_number}`] ??= []);
      if (!spans.some(([one, two]) => one === start && two === end)) spans.push([start, end]);
    }
  }
  return found;
}

// Events in the order of time, under the years in which they begin; those without a time come last.
function timeline(items) {
  const years = new Map();
  for (const each of items) {
    const year = each.earliest || each.latest ? (each.earliest || each.latest).slice(0, 4) : "";
    if (!years.has(year)) years.set(year, []);
    years.get(year).push(each);
  }
  return [...years].map(([year, found]) => el("section", { class: "year", "aria-label": year || "No time is given" },
    el("h3", {}, year || "No time is given"), el("ol", { class: "timeline" }, found.map(timelineItem))));
}

function timelineItem(each) {
  return el("li", { class: each.time ? null : "undated" }, each.time ? el("span", { class: "when" }, said(each.time)) : null,
    el("div", {}, el("p", { class: "text" }, said(each.text)),
      el("p", { class: "soft" }, said(each.told), " ", each.verdict ? verdict(each.verdict) : null, " ", lineLink(each.doc_id, each.line_number))));
}
