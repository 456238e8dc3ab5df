// Documents: uploading, reading them as a job with its progress and cost, and their lines.
pages.documents = async (turn) => {
  const body = el("tbody");
  const jobs = el("div", { id: "jobs" });
  show("Documents", current.writable ? uploadForm(jobs, turn) : note("This server only reads. Start it with --allow-writes to upload documents here."), jobs,
    el("table", { class: "documents" }, el("thead", {}, el("tr", {}, ["Document", "Lines", "Written", "From", ""].map((name) => el("th", { scope: "col", class: name === "Lines" ? "n" : null }, name)))), body));
  await Promise.all([list("documents", { limit: 100 }, (each) => documentRow(each), body, turn, "No documents yet."), showJobs(jobs, turn)]);
};

function documentRow(each) {
  const row = el("tr", {}, el("td", { "data-of": "Document" }, el("a", { href: here("document", each.doc_id) }, said(each.doc_id))),
    el("td", { class: "n", "data-of": "Lines" }, each.lines.toLocaleString("en"), each.read ? null : el("span", { class: "soft" }, " (not all read)")),
    el("td", { "data-of": "Written" }, each.date || "–"), el("td", { "data-of": "From" }, said(shortened(each.origin, 60))),
    el("td", {}, current.writable ? button("Remove", (made) => removeDocument(each.doc_id, made, row), { "aria-label": `Remove ${each.doc_id}` }) : null));
  return row;
}

async function removeDocument(doc, made, row) {
  if (made.dataset.sure !== "yes") {
    made.dataset.sure = "yes";
    made.textContent = "Remove it and its facts?";
    setTimeout(() => { made.textContent = "Remove"; made.dataset.sure = ""; }, 6000);
    return;
  }
  await post("remove", { documents: [doc], purge: false });
  row.remove();
  tell(`${doc} was removed.`);
}

function uploadForm(jobs, turn) {
  const files = el("input", { type: "file", multiple: "", "aria-label": "Files", name: "files" });
  const date = el("input", { type: "text", "aria-label": "Written on", placeholder: "Written on, e.g. 2019-03-14", name: "date", maxlength: "40" });
  const replace = el("input", { type: "checkbox", id: "replace" });
  const about = el("div", { id: "estimate", role: "status" });
  const form = el("form", { class: "upload" }, files, date, el("label", {}, replace, " Replace documents of the same name"), el("button", {}, "Upload and read"), about);
  const body = () => {
    const made = new FormData();
    for (const file of files.files) made.append("files", file);
    made.append("date", date.value.trim());
    made.append("replace", String(replace.checked));
    return made;
  };
  files.addEventListener("change", () => estimate(body(), files.files, about));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!files.files.length) return;
    try {
      const answer = await request(address("jobs"), { method: "POST", body: body(), headers: { "idempotency-key": writeKey() } });
      const job = await answer.json();
      form.reset();
      about.replaceChildren();
      const row = el("article", { class: "job" });
      jobs.prepend(row);
      await followJob(job, row, turn);
    } catch (error) {
      about.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
    }
  });
  return form;
}

// What reading the chosen files would take: asked before anything is spent.
async function estimate(body, files, about) {
  about.replaceChildren();
  if (!files.length) return;
  about.replaceChildren(note("Estimating…"));
  try {
    const found = await (await request(address("estimate"), { method: "POST", body })).json();
    const left = [...found.refused_documents, ...found.skipped_files].map((each) => el("li", {}, said(`${each.path}: ${each.reason}`)));
    about.replaceChildren(note(`${counted(found.documents, "document")}, ${counted(found.lines, "line")} to read; about ${counted(found.calls, "call")} of ${found.model} (${found.policy}), ${(found.prompt_tokens + found.completion_tokens).toLocaleString("en")} tokens, ${money(found.money)}.`),
      ...(left.length ? [note("These will not be read:"), el("ul", {}, left)] : []));
  } catch (error) {
    about.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
  }
}

async function showJobs(holder, turn) {
  const found = await get("jobs");
  if (isLeft(turn)) return;
  for (const job of found.toReversed().slice(0, 20)) {
    const row = el("article", { class: "job" });
    holder.append(row);
    if (["queued", "running"].includes(job.state)) followJob(job, row, turn).catch(fail);
    else drawJob(job, row, turn);
  }
}

async function followJob(job, row, turn) {
  drawJob(job, row, turn);
  for await (const { data } of events(address(`jobs/${job.id}/events`))) {
    if (isLeft(turn)) return;
    drawJob(data, row, turn);
    job = data;
  }
  if (!isLeft(turn) && ["done", "partial"].includes(job.state)) {
    tell(`${jobName(job)}: ${job.state}.`);
    if (location.hash === here("documents")) await refreshDocuments(turn);
  }
}

async function refreshDocuments(turn) {
  const body = main.querySelector("tbody");
  const found = await get("documents", { limit: 100 });
  if (!isLeft(turn) && body) body.replaceChildren(...found.items.map(documentRow));
}

function jobName(job) {
  const names = job.files.map((file) => file.name);
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function drawJob(job, row, turn) {
  const { done, total, following } = job.progress;
  const running = job.state === "running" || job.state === "queued";
  const bar = running ? el("progress", { max: total || 1, value: total ? done : null, "aria-label": `Lines of ${jobName(job)} that were read` }) : null;
  const count = job.state === "queued" ? "waits" : following ? "linking names and events" : total ? `${done.toLocaleString("en")} of ${counted(total, "line")}` : "begins";
  const act = (what) => async () => {
    await post(`jobs/${job.id}/${what}`);
    if (what === "resume") await followJob({ ...job, state: "queued" }, row, turn);
  };
  const acts = !current.writable ? [] : running ? [button("Cancel", act("cancel"))] : ["stopped", "failed", "cancelled"].includes(job.state) ? [button("Resume", act("resume"))] : [];
  const forget = current.writable && !running ? button("Forget", async () => {
    await request(address(`jobs/${job.id}`), { method: "DELETE" });
    row.remove();
  }, { "aria-label": `Forget the job of ${jobName(job)}` }) : null;
  row.replaceChildren(...[el("p", {}, said(jobName(job)), " ", el("span", { class: `state ${job.state}` }, job.state), running ? ` ${count}` : null), bar,
    job.report ? reportParts(job.report) : null, job.problem ? el("p", { class: "problem" }, said(job.problem.detail)) : null,
    el("p", { class: "acts" }, acts, forget)].filter(Boolean));
}

// What an ingest did, and what it cost.
function reportParts(report) {
  const lines = Object.entries(report.lines).filter(([, count]) => count).map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
  const spent = report.spending || {};
  const refused = report.refused_documents || [];
  return el("div", {}, el("p", { class: "soft" }, `${counted(report.documents, "document")}: ${lines.join(", ") || "no line read"}; ${counted(report.kriyas || 0, "event")}; ${counted(spent.calls || 0, "call")}, ${money(spent.money ?? 0)}; ${(report.seconds || 0).toFixed(1)} s`,
    report.run ? [" · ", runLink(report.run)] : null),
  refused.length ? folded(`${counted(refused.length, "file")} could not be read`, el("ul", {}, refused.map((each) => el("li", {}, said(`${each.path}: ${each.reason}`))))) : null);
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

// What the chosen line says: its events, its facts, and what was refused there.
function lineDetails(read) {
  const parts = read.kriyas.map((each) => [el("h3", {}, said(each.verb)), el("ul", { class: "facts" }, each.facts.map(factItem))]);
  const outcome = read.outcome ? `${read.outcome.status}${read.outcome.reason ? `: ${read.outcome.reason}` : ""}` : "not read";
  const refused = read.refused.length ? folded(`${counted(read.refused.length, "proposal")} refused here`, read.refused.map(argument)) : null;
  return el("section", { class: "details", "aria-label": `What line ${read.line_number} says` }, parts, parts.length ? null : note(outcome), refused);
}
