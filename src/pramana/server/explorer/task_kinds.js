// The kinds of work, and what is shown of their results.
const LINES_OF = { rows: 4, hint: "One on each line." };
const payload = () => JSON.stringify({
  session_id: `map-${new Date().toISOString().slice(0, 23).replace(/\D/g, "")}`,
  goal_prompt: "Map who knows whom.",
  context_data: "Rama knows Sita. Sita knows Hanuman.",
  config: { max_iterations: 10, schema: { node_types: ["Person"], edge_types: ["KNOWS"], required_attributes: { Person: ["name"] }, unique_keys: { Person: ["name"] } } },
}, null, 1);
const STATES = {
  name: "approve",
  start: "ask",
  terminal: ["ask"],
  nodes: { ask: { node_id: "ask", kind: "wait", callable_id: "approval", input_map: { amount: "amount" }, output_map: { approved: "approved" } } },
  edges: [],
};
const MOST_ROWS = 200;

Object.assign(TASKS, {
  investigate: {
    title: "Investigate a question",
    told: "For questions that no single line answers. Hypotheses are tried by searches of the graph, and each claim of the answer cites what was found. With a language model it costs calls, within bounds that you set.",
    verb: "Investigate",
    kinds: ["investigate"],
    fields: ([question]) => [textField("question", "Question", { value: question ?? "" }), numberField("iterations", "Plans, at most", { value: 12, most: 100 }), numberField("calls", "Calls of a model, at most", { hint: "Empty: the workspace's own limit." }), numberField("dollars", "Dollars, at most", { least: 0, step: "any" })],
    begin: (given) => ["investigations", investigation(given)],
    estimate: (given) => ["estimates/investigation", investigation(given)],
  },
  check: {
    title: "Check claims",
    told: "Compares sentences with the documents. Each claim is supported, contradicted, not stated or unsure, with the lines that decide. Rules decide first; a configured model judges what they leave unsure.",
    verb: "Check",
    reads: true,
    fields: () => textField("claims", "Claims", LINES_OF),
    estimate: ({ claims }) => (current.writable ? ["estimates/check", { claims: linesOf(claims) }] : { told: "An estimate is a job: it needs --allow-writes." }),
    answer: async ({ claims }, signal) => claimParts(await post("check", { claims: linesOf(claims) }, signal)),
  },
  gasl: {
    title: "Query with GASL",
    told: "Searches the graph by commands: FIND, SELECT, GROUP, COUNT and more. Results keep the lines that they come from. The estimate says what each command reads, and how many calls of a model it takes.",
    verb: "Run",
    reads: true,
    fields: ([command]) => textField("command", "Commands", { rows: 4, value: command ?? 'FIND nodes WHERE entity_type = "Person" AS people', hint: "One on each line; a variable that one names, later ones can use." }),
    estimate: async ({ command }) => ({ told: (await post("gasl/explain", { command })).map(planText).join("\n") }),
    answer: async ({ command }, signal) => gaslParts(await post("gasl", { command, limit: MOST_ROWS }, signal)),
  },
  anot: {
    title: "Execute a Formula Seed",
    told: "Judges each entity (a restaurant, a customer) by a formula over its items (reviews, tickets). Every result can be followed to the quotes. With a language model each item that has one of the keywords costs a call.",
    verb: "Execute",
    kinds: ["anot"],
    fields: async () => [selectField("template", "Seed", [...(await get("templates")).map((each) => [each.name, `${each.name}: ${shortened(each.formula.split("\n")[0], 70)}`]), ["", "one of my own"]]), fileField("own", "A seed of your own", { needed: false, accept: ".json", hint: "JSON; leave it empty for a template." }), fileField("data", "Entities", { hint: "JSON, JSON lines, CSV or a workbook." }), textField("by", "Column of the entity", { needed: false, hint: "For a table with a row for each item." })],
    begin: async (given) => ["anot/files", await seedForm(given)],
    estimate: async (given) => ["estimates/anot", await seedForm(given)],
  },
  stategraph: {
    title: "Run a workflow (StateGraph)",
    told: "Runs a workflow that is written as data: nodes call functions (those of `pramana serve --handlers`), edges have conditions, every step is recorded. A node that waits asks a person here. The cost depends on the nodes.",
    verb: "Run",
    kinds: ["stategraph"],
    fields: () => [textField("graph", "Graph", { rows: 8, value: JSON.stringify(STATES, null, 1), hint: "JSON." }), textField("inputs", "Inputs", { rows: 2, value: '{"amount": 12}', hint: "JSON." })],
    begin: ({ graph, inputs }) => ["stategraphs", { graph: jsonOf("Graph", graph), inputs: jsonOf("Inputs", inputs || "{}") }],
  },
  grow: {
    title: "Grow a graph with the model",
    told: "The configured model reads texts and proposes nodes and edges, turn by turn (IGG). Each is checked against a schema; what is refused goes back with the reason. A turn costs one call; max_iterations is the limit.",
    verb: "Grow",
    kinds: ["igg"],
    fields: () => textField("payload", "Payload", { rows: 12, value: payload(), hint: "JSON: goal, texts, schema." }),
    begin: ({ payload }) => ["growths", { payload: jsonOf("Payload", payload) }],
  },
  session: {
    title: "Grow a graph in a session",
    told: "Agents over REST or MCP, or you in the browser, propose nodes and edges. The server asks no model, so it costs nothing.",
    verb: "Begin",
    fields: () => [textField("payload", "Payload", { rows: 12, value: payload(), hint: "JSON: goal, texts, schema." }), numberField("hours", "Hours until it ends by itself", { value: 24, most: 8760 })],
    answer: async ({ payload, hours }) => {
      const begun = await post("igg", { payload: jsonOf("Payload", payload), hours: numberOr(hours, 24) });
      location.hash = here("session", begun.session);
      return [];
    },
    opened: sessionList,
  },
  audit: { title: "Audit another tool's graph", told: "Compares a graph of GraphRAG, LightRAG, Neo4j or another tool with the texts that it was made from. It asks no model.", at: ["audits"] },
  replay: {
    title: "Replay a run",
    told: "Repeats a run from stored answers alone, without a model and at no cost, and names every difference.",
    verb: "Replay",
    kinds: ["replay"],
    fields: async () => {
      const runs = (await get("runs", { limit: 100 })).items;
      return runs.length ? selectField("run", "Run", runs.map((each) => [each.run, shortened(`${each.run} ${each.kind}: ${aboutRun(each)}`, 80)]), "The newest 100.") : note("No run yet.");
    },
    begin: ({ run }) => [`runs/${run}/replay`, undefined],
  },
  export: {
    title: "Export the graph, or a page to send",
    told: "Writes the whole graph to a file for other tools, or a page that needs no server. It asks no model.",
    verb: "Export",
    kinds: ["export"],
    fields: () => selectField("format", "Format", [["graphml", "GraphML (Gephi, yEd)"], ["gexf", "GEXF (Gephi)"], ["json", "JSON"], ["cypher", "Cypher (Neo4j)"], ["view", "A page with the graph, as here"], ["report", "A page with the reading report"]]),
    begin: ({ format }) => ["exports", { format }],
  },
});

function linesOf(text) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

function investigation({ question, iterations, calls, dollars }) {
  return { question, iterations: numberOr(iterations, 12), calls: numberOr(calls), money: dollars ? Math.max(1, Math.round(Number(dollars) * 1e6)) : null };
}

async function seedForm({ template, own, data, by }) {
  const made = new FormData();
  if (!own.size && !template) throw new Error("Seed: choose a template, or a file with a seed of your own.");
  made.append("seed", own.size ? await own.text() : template);
  made.append("data", data);
  made.append("by", by.trim());
  return made;
}

function planText({ command, scans, rows, exact, calls }) {
  const told = calls === null ? "an unknown number of calls of a model" : calls ? `about ${counted(calls, "call")} of a model` : "no call of a model";
  return `${command}: reads ${scans}${rows === null ? "" : `; ${exact ? "" : "about "}${counted(rows, "row")}`}; ${told}.`;
}

// Results.
const REPORTS = {
  ingest: { words: (report) => [reportParts(report)] },
  investigate: { sum: (report) => said(report.answer ?? report.complete), words: investigationParts },
  anot: { sum: (report) => countsText(report.entities), at: (job) => ["run", String(job.report.run)], words: (report) => [note(countsText(report.entities))] },
  stategraph: { sum: (report) => (report.waiting ? `It waits for ${report.waiting.for}.` : "It has ended."), words: stateParts },
  igg: { sum: (report) => said(report.detail || report.stopped), words: grownParts },
  replay: { sum: (report) => (report.identical ? "Identical." : "It differs."), words: replayParts },
  export: { words: () => [note("Written. Save the file below.")] },
  audit: { at: (job) => ["audit", job.id], words: (report) => [auditTable(report)] },
};

function countsText(counts) {
  return Object.entries(counts ?? {}).map(([name, count]) => `${count.toLocaleString("en")} ${name}`).join(", ") || "no entity";
}

function claimParts({ claims, refused }) {
  return [el("ul", { class: "ledger" }, claims.map((each) => el("li", {}, el("p", {}, verdict(each.verdict), " ", el("b", {}, said(each.claim)), el("span", { class: "soft" }, ` by ${each.decided_by}`)),
    each.reasons.length ? el("p", { class: "soft" }, said(each.reasons.join(" "))) : null, each.lines.map((line) => quotation(line, [], each.verdict === "supported" || each.verdict === "contradicted" ? null : "near"))))),
  refused.length ? folded(`${counted(refused.length, "judgement")} refused`, el("pre", {}, seen2(JSON.stringify(refused, null, 1)))) : null];
}

// Rows as a table of their simple fields; what has a line leads to it.
function gaslParts({ count, rows, cut, status }) {
  const head = note(`${status}: ${counted(count, "row")}${cut ? `, the first ${rows.length} are shown` : ""}`);
  if (!rows.length) return [head];
  const listed = rows.map((row) => (row !== null && typeof row === "object" && !Array.isArray(row) ? row : { value: row }));
  const hidden = ["doc_id", "line_number", "provenance", "why", "lines", "evidence"];
  const every = [...new Set(listed.flatMap(Object.keys))].filter((name) => !hidden.includes(name));
  const names = every.filter((name, at) => tellsMore(listed, every.slice(0, at), name)).slice(0, 8);
  const cells = listed.map((row) => [...names.map((name) => ((name === "id" || name === "canonical_name") && row.type === "Entity" ? entityLink(String(row[name])) : said(shortened(worded(row[name]), 120)))), rowPlaces(row)]);
  return [head, note("Columns that are the same in every row are left out."), table([...names, "line"], cells)];
}

// Whether a column says something that the columns before it do not: not the same in all of many rows, nor a copy.
function tellsMore(rows, before, name) {
  const text = (row, column) => JSON.stringify(row[column]);
  const isSame = rows.length > 2 && rows.every((row) => text(row, name) === text(rows[0], name));
  return !isSame && !before.some((other) => rows.every((row) => text(row, other) === text(row, name)));
}

function rowPlaces(row) {
  if (row.evidence?.length) return evidenceLinks(row.evidence);
  return row.doc_id && row.line_number ? lineLink(row.doc_id, row.line_number) : "–";
}

function investigationParts(report) {
  const claims = report.claims.map((each) => el("li", {}, said(each.text), placesOf(each.citations), each.caution ? el("p", { class: "unknown" }, said(each.caution)) : null));
  const turns = report.iterations.map((turn) => el("li", {}, said(turn.rationale || turn.plan?.why || ""), folded(counted((turn.steps ?? []).length, "step"), el("ol", {}, (turn.steps ?? []).map((step) => el("li", {}, el("code", {}, said(step.command)), el("span", { class: "soft" }, ` ${step.status}, ${counted(step.count ?? 0, "row")}`)))), turn.stopped ? note(turn.stopped) : null)));
  const guesses = report.hypotheses.map((each) => el("li", {}, verdict(each.verdict), " ", said(each.text), each.because ? el("p", { class: "soft" }, said(each.because)) : null));
  return [
    el("p", { class: report.answer ? "sum answer" : "unknown" }, said(report.answer ?? report.complete)), report.answer ? note(report.complete) : null,
    report.limits?.length ? el("p", { class: "unknown" }, said(report.limits.join(" "))) : null,
    claims.length ? [el("h3", {}, "Claims"), el("ol", { class: "facts" }, claims)] : null,
    guesses.length ? [el("h3", {}, "Hypotheses"), el("ul", { class: "facts" }, guesses)] : null,
    turns.length ? [el("h3", {}, "Plans"), el("ol", { class: "facts" }, turns)] : null,
    report.refused?.length ? folded(`${counted(report.refused.length, "claim")} refused`, el("ul", { class: "facts" }, report.refused.map((each) => el("li", {}, said(`${each.text}: ${each.reason ?? each.why ?? ""}`))))) : null,
  ];
}

function placesOf(citations) {
  const places = citations.flatMap((each) => each.places ?? []).filter((each) => each.doc_id && each.line);
  const named = new Map(places.map((each) => [`${each.doc_id}:${each.line}`, each]));
  return [...named.values()].slice(0, 12).map((each) => [" ", lineLink(each.doc_id, each.line)]);
}

// A graph of states: its last state, or the question that it waits with.
function stateParts(report, job) {
  if (!report.waiting) return [pairs(Object.fromEntries(Object.entries(report.state).map(([name, value]) => [name, said(worded(value))])))];
  return [waitForm(report.run, report.waiting, job)];
}

function waitForm(run, waiting) {
  const about = el("div", { role: "status" });
  const fields = waiting.asks.map((name) => textField(name, name, { hint: "A word, a number, true or false, or JSON." }));
  const form = el("form", { class: "task", "aria-label": `Answer ${waiting.for}` }, fields, el("p", { class: "acts" }, el("button", {}, "Answer")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = Object.fromEntries(Object.entries(Object.fromEntries(new FormData(form))).map(([name, text]) => [name, valueOf(text)]));
    try {
      const job = await beginJob(`runs/${run}/resume`, { input });
      location.hash = here("job", job.id);
    } catch (error) {
      about.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
    }
  });
  return el("section", { "aria-label": "What it waits for" }, el("p", {}, "It waits for ", el("b", {}, said(waiting.for)), waiting.until ? ` until ${waiting.until}` : null, "."), pairs(Object.fromEntries(Object.entries(waiting.shown ?? {}).map(([name, value]) => [name, said(worded(value))]))), current.writable ? form : null, about);
}

// What a person typed as a value: JSON where it is JSON, else the text.
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function grownParts(report) {
  return [pairs({ session: said(report.session), ended: said(report.stopped), why: report.detail ? said(report.detail) : null, iterations: report.iterations, applied: report.applied, refused: report.refused }), el("p", {}, growthLink(report.run))];
}

function growthLink(run) {
  return el("a", { href: `/growth?${query({ workspace: chosen.value, run })}` }, "How the graph grew");
}

function replayParts(found) {
  const differences = found.differences.slice(0, 50).map((each) => el("li", {}, said(`${each.path}: ${each.what}`)));
  return [el("p", { class: found.identical ? "identical" : "differs" }, found.identical ? "Identical: stored answers alone give the same result." : "It differs."), note(`${found.found}${found.engine_changed ? "; the engine was changed since the run was made" : ""}`), differences.length ? el("ul", {}, differences) : null].filter(Boolean);
}
