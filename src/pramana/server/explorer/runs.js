// Runs: what each did, its steps, whether it can be repeated from stored answers; and results of formulas.
pages.runs = async (turn, kind = "") => {
  const body = el("tbody");
  const kinds = ["ingest", "ask", "pass", "decision", "remove", "import", "check", "investigate", "compare", "stategraph", "stategraph batch", "anot compile", "anot run", "igg run", "igg session"];
  const names = ["Run", "Kind", "About", "Began", "Result"];
  show("Runs", choice("Kind", [["", "all"], ...kinds.map((name) => [name, name])], kind, (value) => { location.hash = here("runs", value); }),
    el("table", { class: "runs" }, el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))), body));
  const item = (each) => el("tr", {}, [runLink(each.run, String(each.run)), each.kind, said(shortened(aboutRun(each), 80)), moment(each.started), el("span", { class: `state ${each.status}` }, each.status)].map((value, at) => el("td", { "data-of": names[at] }, value)));
  await list("runs", { kind, newest: true, limit: 50 }, item, body, turn, "No run yet.");
};

function aboutRun({ kind, about, result }) {
  const { question, pass, documents, claim, claims, ...rest } = about;
  if (question || result.question) return question || result.question;
  if (claim) return claims > 1 ? `${claim} and ${(claims - 1).toLocaleString("en")} more` : claim;
  if (pass) return pass;
  if (documents) return [documents].flat(2).join(", ");
  if (kind === "ingest" && result.documents) return counted(result.documents, "document");
  if (kind === "anot run" && result.data) return String(result.data).split("/").at(-1);
  if (result.iterations) return counted(result.iterations, "iteration");
  return Object.values(rest).filter((value) => typeof value === "string" && value).join(" · ");
}

pages.run = async (turn, number) => {
  const run = await get(`runs/${Number(number)}`);
  if (isLeft(turn)) return;
  const own = el("div", {});
  const steps = el("ol", { class: "steps" });
  show(`Run ${run.run}: ${run.kind}`,
    pairs({ status: el("span", { class: `state ${run.status}` }, run.status), about: aboutRun(run) ? said(aboutRun(run)) : null, began: moment(run.started), ended: run.ended ? moment(run.ended) : "–" }),
    el("p", { class: "acts" }, run.replays && current.writable ? replayButton(run) : null, el("a", { href: here("ledger", "all", "", String(run.run)) }, "What was proposed")), el("div", { id: "replayed", role: "status" }),
    own, resultParts(run), folded("What it was given", el("pre", {}, seen2(JSON.stringify(run.manifest ?? {}, null, 1)))),
    stepsFolded(run, steps, turn));
  if (run.kind === "anot run") await formulaResults(run, own, turn);
  if (run.kind.startsWith("igg")) own.append(el("p", {}, growthLink(run.run)));
  if (run.result.waiting) own.append(waitForm(run.run, run.result.waiting));
};

function replayButton(run) {
  return button("Replay", async (made) => {
    const holder = document.getElementById("replayed");
    holder.replaceChildren(note("Repeating it from stored answers…"));
    try {
      const found = await jobReport(`runs/${run.run}/replay`);
      holder.replaceChildren(...replayParts(found));
    } catch (error) {
      holder.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
    }
    made.focus();
  });
}

function resultParts(run) {
  if (run.kind === "ingest" && run.result.lines) return reportParts({ ...run.result, run: null });
  const flat = Object.entries(run.result).filter(([name, value]) => (typeof value !== "object" || value === null) && name !== "question");
  const deep = Object.entries(run.result).filter(([, value]) => typeof value === "object" && value !== null && Object.keys(value).length);
  return el("div", {}, pairs(Object.fromEntries(flat.map(([name, value]) => [name.replaceAll("_", " "), said(worded(value))]))), deep.map(([name, value]) => folded(name, el("pre", {}, seen2(JSON.stringify(value, null, 1))))));
}

function stepsFolded(run, steps, turn) {
  const opened = folded("Steps", steps);
  const item = (step) => el("li", {}, el("span", { class: "place" }, seen(step.path)), " ", el("span", { class: "soft" }, step.kind), el("pre", {}, seen2(shortened(JSON.stringify(step.body, null, 1) ?? "", 2000))));
  opened.addEventListener("toggle", () => {
    if (opened.open && !steps.childElementCount) list(`runs/${run.run}/steps`, { limit: 20 }, item, steps, turn, "No step is recorded.").catch(fail);
  });
  return opened;
}

// Results of a formula over entities: a row for each, and each value down to the words that it was read from.
async function formulaResults(run, holder, turn) {
  const body = el("tbody");
  const head = el("tr");
  holder.append(el("h3", {}, "Results"), el("table", { class: "results" }, el("thead", {}, head), body));
  let names = null;
  const item = (each) => {
    names ??= Object.keys(each.values || {});
    return formulaRow(run, each, names);
  };
  await list(`runs/${run.run}/results`, { limit: 50 }, item, body, turn, "No entity has a result.");
  head.append(...["Entity", "Status", ...(names || [])].map((name) => el("th", { scope: "col" }, said(name))));
}

function formulaRow(run, each, names) {
  const holder = el("td", { colspan: String(names.length + 2), class: "why", hidden: "" });
  const cells = names.map((name) => el("td", { "data-of": name }, Object.hasOwn(each.values || {}, name)
    ? button(worded(each.values[name]), () => showWhy(run, each.entity, name, holder), { class: "value", "aria-label": `Why ${name} of ${each.entity} is ${worded(each.values[name])}` })
    : el("span", { class: "soft" }, "–")));
  const about = each.error || each.note || each.undecided?.reason;
  return [el("tr", {}, el("td", { "data-of": "Entity" }, said(each.entity)), el("td", { "data-of": "Status" }, el("span", { class: `state ${each.status}` }, each.status), about ? el("span", { class: "soft" }, " ", said(about)) : null), cells), el("tr", {}, holder)];
}

async function showWhy(run, entity, primitive, holder) {
  const parts = explanation(await get(`runs/${run.run}/explain`, { entity, primitive }));
  holder.hidden = false;
  holder.replaceChildren(...parts, button("Close", () => { holder.hidden = true; }));
}

// A step of a formula: its value, the items that move it with their quotes, and the steps that it reads.
function explanation(step, depth = 0) {
  const value = step.undecided ? `undecided: ${step.undecided}` : worded(step.value ?? step.provisional?.value ?? step.error);
  const items = step.items.filter((item) => item.moves).map((item) => el("li", {}, itemParts(item)));
  const reads = step.reads.map((each) => (depth > 20 ? null : folded([el("b", {}, each.name), ` = ${each.undecided ? "undecided" : worded(each.value ?? each.provisional?.value)}`], explanation(each, depth + 1))));
  return [depth ? null : el("p", {}, el("b", {}, step.name), " = ", said(value)), el("pre", {}, seen(step.formula)), items.length ? el("ul", {}, items) : null, ...reads].filter(Boolean);
}

function itemParts(item) {
  const said_ = Object.entries(item.values).map(([name, value]) => `${name}: ${worded(value)}`).join(", ");
  const quotes = new Map(Object.values(item.evidence).map((each) => [`${each.quote}\u0000${each.grade}`, each]));
  return [el("span", { class: "place" }, said(`item ${item.item}`)), item.share ? ` moves it by ${worded(item.share)}: ` : ": ", said(item.open || said_), ...[...quotes.values()].map((each) => [" ", el("q", {}, said(each.quote)), " ", el("span", { class: "soft" }, each.grade)])];
}
