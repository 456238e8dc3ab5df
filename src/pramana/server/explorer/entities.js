// Entities: a list, and the page of one: its names, the links that join them, its facts in time, and decisions.
const PICKED = 20;

pages.entities = async (turn, kind = "") => {
  const body = el("ol", { class: "plain entities" });
  const kinds = el("div", {});
  show("Entities", field("Find a name", "Find", "", (name) => { location.hash = here("entity", name); }), kinds, body);
  const item = (each) => el("li", {}, entityLink(each.id, each.name), el("span", { class: "soft" }, ` ${each.type || ""} ${counted(each.facts, "fact")}`, each.also.length ? [", also ", said(each.also.slice(0, 3).join(", "))] : null));
  const page = await list("names", { limit: 100, type: kind || null }, item, body, turn, "No name is in the graph.");
  if (isLeft(turn) || !page.types.length) return;
  kinds.append(choice("Type", [["", "all"], ...page.types.map((each) => [each.type, `${each.type} (${each.count})`])], kind, (value) => { location.hash = here("entities", value); }));
};

pages.entity = async (turn, name) => {
  show(name, field("Find a name", "Find", "", (other) => { location.hash = here("entity", other); }), el("div", { id: "found" }));
  const found = await get("entity", { entity: name, limit: 1 }).catch((error) => {
    if (error.status !== 404 || isLeft(turn)) throw error;
    const near = error.problem.nearest ?? [];
    document.getElementById("found").append(el("p", { class: "problem", role: "alert" }, "No entity has the name ", said(name), "."),
      near.length ? el("p", {}, "Did you mean ", near.map((each, at) => [at ? " or " : null, entityLink(each)]), "?") : "",
      el("p", {}, el("a", { href: here("search", name) }, "Search the lines for it")));
    return [];
  });
  if (isLeft(turn)) return;
  const holder = document.getElementById("found");
  if (found.length > 1) holder.append(note(`${found.length} entities go by this name.`, "unknown"));
  if (found.length === 1) main.querySelector("h2").textContent = seen(found[0].name);
  for (const each of found) holder.append(await entityParts(each, turn));
};

async function entityParts(each, turn) {
  const facts = el("div", {});
  const called = new Map(each.names.map((one) => [one.id, each.name]));
  const section = el("section", { "aria-label": each.name },
    el("p", {}, namesOf(each)),
    el("p", { class: "soft" }, `${counted(each.mentions, "mention")} by name`, pronounsOf(each), " in ", each.documents.slice(0, 8).map((doc, at) => [at ? ", " : null, el("a", { href: here("document", doc) }, said(doc))]), each.documents.length > 8 ? ` and ${each.documents.length - 8} more` : null, " · ", graphLink(each.name)),
    each.entries.length ? el("ul", {}, each.entries.map(entryItem)) : null,
    each.links.length ? folded(`Why these names are one: ${counted(each.links.length, "link")}`, el("ul", { class: "links" }, each.links.slice(0, 60).map(linkItem), each.links.length > 60 ? el("li", { class: "soft" }, `and ${each.links.length - 60} more`) : null)) : null,
    each.senses.length ? folded("Where the name means this one", el("ul", {}, each.senses.map((sense) => el("li", {}, said(`${sense.name}: ${sense.reason} `), evidenceLinks(sense.evidence))))) : null,
    each.refused.length ? folded(`${counted(each.refused.length, "link")} refused`, el("ul", { class: "links" }, each.refused.slice(0, 60).map(linkItem))) : null,
    decisionParts(each),
    each.relations.length ? [el("h3", {}, "Relations"), el("ul", { class: "facts" }, each.relations.map((fact) => factItem(fact, called)))] : null,
    el("h3", {}, `Facts in time`), facts);
  await entityTimeline(each.names[0].id, facts, turn);
  return section;
}

function namesOf(each) {
  const kinds = new Set(each.names.map((one) => one.entity_type || ""));
  const shown = new Map(); // a name that is read of several nodes is shown once
  for (const one of each.names) {
    const key = `${one.canonical_name}\n${one.entity_type || ""}`;
    const known = shown.get(key) ?? { ...one, mentions: 0 };
    shown.set(key, { ...known, mentions: known.mentions + one.mentions });
  }
  const name = (one) => [el("b", {}, said(one.canonical_name)), el("span", { class: "soft" }, ` ${one.mentions}×${kinds.size > 1 && one.entity_type ? ` ${one.entity_type}` : ""}`)];
  const only = kinds.size === 1 ? [...kinds][0] : "";
  return [only ? el("span", { class: "soft" }, `${only}: `) : null, [...shown.values()].map((one, at) => [at ? " · " : null, name(one)])];
}

function pronounsOf(each) {
  const found = Object.entries(each.pronouns);
  return found.length ? `, ${found.map(([word, count]) => `${count}× “${word}”`).join(", ")}` : null;
}

function entryItem(entry) {
  return el("li", {}, said(entry.label || entry.entry || worded(entry)), " ", el("span", { class: "soft" }, said(entry.description || "")));
}

function linkItem(link) {
  const place = link.evidence[0];
  return el("li", {}, entityLink(link.source), " = ", entityLink(link.target), " ", verdict(link.verdict),
    el("span", { class: "soft" }, " ", said(link.reason || link.judgement || ""), link.confidence ? ` (${link.confidence} of 100)` : null), " ",
    place && place.grade !== "asserted" ? lineLink(place.doc_id, place.line_number, place.start, place.end) : null,
    link.verdict === "refused" && link.judgement ? el("span", { class: "soft text" }, said(link.judgement)) : null);
}

async function entityTimeline(id, holder, turn) {
  const body = el("div", {});
  holder.append(body);
  await timelinePages({ entity: id, undated: true, limit: PICKED }, body, turn);
}

// Decisions about who is who: what people decided, and, where the server may be written to, new ones.
function decisionParts(each) {
  const made = each.decisions.filter((one) => one.what !== "undo");
  const rows = made.map((one) => el("li", {}, said(`${one.one} ${one.what === "split" ? "is not" : "is"} ${one.other}`), el("span", { class: "soft" }, ` ${one.state}${one.why ? `: ${one.why}` : ""} `), current.writable && one.state === "in force" ? button("Undo", () => decide({ what: "undo", number: one.number })) : null));
  const listed = rows.length ? [el("h3", {}, "Decisions"), el("ul", {}, rows)] : [];
  return current.writable ? [...listed, decisionForm(each)] : listed;
}

function decisionForm(each) {
  const other = el("input", { "aria-label": "Another name", placeholder: "Another name", autocomplete: "off" });
  const why = el("input", { "aria-label": "Why", placeholder: "Why", autocomplete: "off" });
  const act = (what) => button(what === "merge" ? "Is the same" : "Is another", () => (other.value.trim() ? decide({ what, one: each.names[0].id, other: other.value.trim(), why: why.value.trim() }) : other.focus()));
  return folded("Decide who is who", note(`Is ${each.name} the same as another name, or somebody else?`), el("form", { class: "decide", "aria-label": "Decide who is who" }, other, why, act("merge"), act("split")));
}

// A decision is a job: it may have to wait for others that write.
function decisionMade(body) {
  return jobReport("decisions", body, (job) => tell(job.state === "queued" ? "Deciding: other writes go first…" : "Deciding: links are worked out anew…"));
}

async function decide(body) {
  await decisionMade(body);
  await route();
  tell(body.what === "undo" ? "Taken back." : "Decided.");
  main.querySelector("h2")?.focus({ preventScroll: true });
}
