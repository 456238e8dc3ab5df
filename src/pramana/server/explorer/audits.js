// Audits: another tool's graph, held against the text that it was made from.
const VERDICTS = ["supported", "weak", "unsupported", "contradicted"];
const MOST_FINDINGS = 300;

pages.audits = async (turn) => {
  const jobs = el("div", { id: "jobs" });
  show("Audits", note("A graph of GraphRAG, LightRAG, Neo4j or another tool is compared with the texts that it was made from: which of its nodes and edges do they support?"),
    current.writable ? auditForm((job) => addJob(jobs, job, auditReport, turn, () => null)) : note("This server only reads. Start it with --allow-writes to audit a graph here."), jobs);
  await showJobs(jobs, ["audit"], auditReport, turn);
  if (!isLeft(turn) && !jobs.childElementCount) jobs.append(note("No audit yet."));
};

function auditForm(begun) {
  const graph = el("input", { type: "file", multiple: "", "aria-label": "Graph" });
  const texts = el("input", { type: "file", multiple: "", "aria-label": "Texts" });
  const about = el("div", { role: "status" });
  const form = el("form", {}, el("label", { class: "choice" }, "Graph ", graph), el("label", { class: "choice" }, "Texts ", texts), el("button", {}, "Audit"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new FormData();
    for (const file of graph.files) body.append("graph", file);
    for (const file of texts.files) body.append("texts", file);
    await once(form, async () => {
      try {
        begun(await beginJob("audits", body));
        about.replaceChildren();
      } catch (error) {
        about.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
      }
    });
  });
  return [form, about];
}

function auditTable({ counts, strange }) {
  const rows = Object.entries(counts).map(([kind, each]) => [kind, ...VERDICTS.map((name) => each[name] ?? 0)]);
  return [strange ? el("p", { class: "unknown" }, "So few of its nodes occur in these texts that it may have been made from others.") : null, table(["", ...VERDICTS], rows)];
}

function auditReport(job) {
  return el("div", {}, auditTable(job.report), el("p", { class: "acts" }, el("a", { href: here("audit", job.id) }, "Every finding"), job.outputs.map((name) => outputButton(job, name, `Save ${name}`))));
}

pages.audit = async (turn, id, shown = "", words = "") => {
  const found = await (await request(address(`jobs/${id}/outputs/facts.json`))).json();
  if (isLeft(turn)) return;
  const every = [...found.edges.map((each) => ({ ...each, name: `${each.source} → ${each.relation || ""} → ${each.target}`, told: each.descriptions })), ...found.nodes];
  const wanted = words.toLowerCase();
  const kept = every.filter((each) => (!shown || each.verdict === shown) && (!wanted || JSON.stringify(each).toLowerCase().includes(wanted)));
  const box = field("Words", "Find", words, (text) => { location.hash = here("audit", id, shown, text); });
  show(`Audit of ${found.graph.path.split("/").at(-1)}`, box, choice("Verdict", [["", "all"], ...VERDICTS.map((name) => [name, name])], shown, (value) => { location.hash = here("audit", id, value, words); }),
    note(`${counted(kept.length, "finding")}${kept.length > MOST_FINDINGS ? `, the first ${MOST_FINDINGS} are shown` : ""}`), el("ul", { class: "ledger" }, kept.slice(0, MOST_FINDINGS).map(findingItem)));
};

function findingItem(each) {
  const places = [each.evidence, each.source_evidence, each.target_evidence].filter(Boolean);
  const quotes = places.map((one) => [" ", el("q", {}, said(one.quote)), " ", el("span", { class: "place" }, seen(`${one.doc_id}:${one.line_number}`))]);
  return el("li", {}, el("span", { class: `verdict ${each.verdict}` }, each.verdict), " ", el("b", {}, said(each.name)), each.told?.length ? el("p", { class: "soft" }, said(shortened(each.told.join(" · "), 400))) : null, el("p", {}, said(each.reason), quotes));
}
