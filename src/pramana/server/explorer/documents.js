const UPLOADED = "upload of ";
// Documents: uploading, reading them as a job with its progress and cost, and their lines.
pages.documents = async (turn) => {
  const body = el("tbody");
  const jobs = el("div", { id: "jobs" });
  const names = ["Document", "Lines", "Written", "From", ""];
  const head = el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col", class: name === "Lines" ? "n" : null }, name))));
  const drawReport = (job) => reportParts(job.report);
  const ended = () => refreshDocuments(turn);
  const upload = current.writable ? uploadForm((job) => addJob(jobs, job, drawReport, turn, ended)) : note("This server only reads. Start it with --allow-writes to upload documents here.");
  const report = el("p", {}, el("a", { href: `/report?${query({ workspace: chosen.value })}` }, "Reading report"));
  show("Documents", upload, jobs, report, el("table", { class: "documents" }, head, body));
  await Promise.all([list("documents", { limit: 100 }, documentRow, body, turn, "No documents yet."), showJobs(jobs, ["ingest"], drawReport, turn, ended)]);
};

function documentRow(each) {
  const row = el("tr", {}, el("td", { "data-of": "Document" }, el("a", { href: here("document", each.doc_id) }, said(each.doc_id))),
    el("td", { class: "n", "data-of": "Lines" }, each.lines.toLocaleString("en"), each.read ? null : el("span", { class: "soft" }, " (not all read)")),
    el("td", { "data-of": "Written" }, each.date || "–"), el("td", { "data-of": "From" }, originOf(each)),
    el("td", {}, current.writable ? button("Remove", (made) => removeDocument(each.doc_id, made, row), { "aria-label": `Remove ${each.doc_id}` }) : null));
  return row;
}

// Where a document came from, where its name does not say so.
function originOf(each) {
  if (each.origin === each.doc_id) return "file";
  return each.origin === `${UPLOADED}${each.doc_id}` ? "upload" : said(shortened(each.origin, 60));
}

async function removeDocument(doc, made, row) {
  if (made.dataset.sure !== "yes") {
    made.dataset.sure = "yes";
    made.textContent = "Remove it and its facts?";
    setTimeout(() => { made.textContent = "Remove"; made.dataset.sure = ""; }, 6000);
    return;
  }
  await jobReport("remove", { documents: [doc], purge: false }, (job) => tell(job.state === "queued" ? `Removing ${doc}: other writes go first…` : `Removing ${doc}…`));
  row.remove();
  tell(`${doc} was removed.`);
}

function uploadForm(begun) {
  const files = el("input", { type: "file", multiple: "", "aria-label": "Files", name: "files" });
  const date = el("input", { type: "text", "aria-label": "Written on", placeholder: "Written on, e.g. 2019-03-14", name: "date", maxlength: "40" });
  const replace = el("input", { type: "checkbox", id: "replace" });
  const about = el("div", { id: "estimate", role: "status" });
  const form = el("form", { class: "upload" }, files, date, el("label", { class: "choice" }, replace, " Replace documents of the same name"), el("button", {}, "Upload and read"));
  const body = (options) => {
    const made = new FormData();
    for (const file of files.files) made.append("files", file);
    for (const [name, value] of Object.entries(options)) made.append(name, value);
    return made;
  };
  files.addEventListener("change", () => estimate(files.files.length ? body({}) : null, about));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!files.files.length) {
      files.focus();
      return;
    }
    await once(form, async () => {
      try {
        begun(await beginJob("jobs", body({ date: date.value.trim(), replace: String(replace.checked) })));
        form.reset();
        about.replaceChildren();
      } catch (error) {
        about.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
      }
    });
  });
  return [form, about];
}

// What reading the chosen files would take: asked before anything is spent.
async function estimate(body, about) {
  about.replaceChildren();
  if (!body) return;
  const mine = note("Estimating…");
  about.replaceChildren(mine);
  try {
    const found = await jobReport("estimates", body);
    const left = [...found.refused_documents, ...found.skipped_files].map((each) => el("li", {}, unreadFile(each)));
    const tokens = found.prompt_tokens + found.completion_tokens;
    const cost = found.model.startsWith("rules:") ? "read by rules, without a language model, at no cost" : `about ${counted(found.calls, "call")} of ${found.model} (${found.policy}), ${tokens.toLocaleString("en")} tokens, ${money(found.money)}`;
    const told = `${counted(found.documents, "document")}, ${counted(found.lines, "line")} to read${found.unchanged_lines ? ` (${found.unchanged_lines.toLocaleString("en")} unchanged)` : ""}; ${cost}.`;
    if (mine.isConnected) about.replaceChildren(note(told), ...(left.length ? [note("These will not be read:"), el("ul", {}, left)] : []));
  } catch (error) {
    if (mine.isConnected) about.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
  }
}

function unreadFile({ path: name, reason }) {
  return said(`${name.startsWith(UPLOADED) ? name.slice(UPLOADED.length) : name}: ${reason}`);
}

async function refreshDocuments(turn) {
  const body = main.querySelector("tbody");
  const found = await get("documents", { limit: 100 });
  if (isLeft(turn) || !body) return;
  body.replaceChildren(...found.items.map(documentRow));
  if (found.items.length) main.querySelector("table.documents + p")?.remove();
}

// What an ingest did, and what it cost.
function reportParts(report) {
  const lines = Object.entries(report.lines).filter(([, count]) => count).map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
  const spent = report.spending || {};
  const refused = report.refused_documents || [];
  return el("div", {}, el("p", { class: "soft" }, `${counted(report.documents, "document")}: ${lines.join(", ") || "no line read"}; ${counted(report.kriyas || 0, "event")}; ${counted(spent.calls || 0, "call")}, ${money(spent.money ?? 0)}; ${(report.seconds || 0).toFixed(1)} s`,
    report.run ? [" · ", runLink(report.run)] : null),
  refused.length ? folded(`${counted(refused.length, "file")} could not be read`, el("ul", {}, refused.map((each) => el("li", {}, unreadFile(each))))) : null);
}

pages.document = async (turn, doc, line, ...spans) => {
  const number = Number(line) || 0;
  const about = el("div", {});
  const body = el("ol", { class: "lines" });
  const first = Math.max(0, number - 40);
  const earlier = first ? el("a", { href: here("document", doc) }, "From the beginning") : null;
  show(doc, el("p", {}, earlier, earlier ? " · " : null, el("a", { href: here("events", doc) }, "Its events"), " · ", el("a", { href: here("ledger", "refused", doc) }, "What was refused here")), about, body);
  const item = (each) => lineItem(doc, each, each.line_number === number, spans.map(Number));
  const cursor = first ? btoa(`p:${first}`).replace(/=+$/, "") : null;
  await list("lines", { document: doc, limit: 100, cursor }, item, body, turn);
  if (isLeft(turn) || !number) return;
  document.getElementById("here")?.scrollIntoView({ block: "center" });
  const read = await get("line", { place: `${doc}:${number}` });
  if (isLeft(turn)) return;
  document.getElementById("here")?.append(lineDetails(read));
  document.getElementById("here")?.scrollIntoView({ block: "center" });
};

function lineItem(doc, each, isHere, spans) {
  const places = [];
  for (let at = 0; at + 1 < spans.length; at += 2) places.push([spans[at], spans[at + 1]]);
  return el("li", { "data-here": isHere ? "" : null, id: isHere ? "here" : null },
    el("a", { class: "place", href: here("document", doc, String(each.line_number)), "aria-label": `Line ${each.line_number}` }, String(each.line_number)),
    el("span", { class: "text" }, isHere ? marked(each.text, places) : said(each.text)));
}

// What became of reading a line, for one without events.
const OUTCOMES = { empty: "Nothing in it to record", abstained: "The rules could not read it", checked: "Read", refused: "What was proposed was refused" };

// What the chosen line says: its events, its facts, and what was refused there.
function lineDetails(read) {
  const parts = read.kriyas.map((each) => [el("h3", {}, said(each.verb)), el("ul", { class: "facts" }, each.facts.map((fact) => factItem(fact)))]);
  const outcome = read.outcome ? `${OUTCOMES[read.outcome.status] ?? read.outcome.status.replaceAll("_", " ")}${read.outcome.reason ? `: ${read.outcome.reason}` : ""}` : "Not read yet.";
  const refused = read.refused.length ? folded(`${counted(read.refused.length, "proposal")} refused here`, read.refused.map(argument)) : null;
  return el("section", { class: "details", "aria-label": `What line ${read.line_number} says` }, parts, parts.length ? null : note(outcome), refused);
}
