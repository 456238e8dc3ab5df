// Work that the server can start: each kind with a form that says what it does, what it would take, and its jobs.
const TASKS = {};
const READS_ONLY = "This server only reads. Start it with --allow-writes to start this here.";

pages.tasks = async (turn) => {
  const jobs = el("div", { id: "jobs" });
  const cards = Object.entries(TASKS).map(([name, task]) => el("li", {}, el("a", { href: here(...(task.at ?? ["task", name])) }, task.title), el("p", { class: "soft" }, task.told)));
  show("Tasks", el("ul", { class: "plain tasks" }, cards), el("h3", {}, "Started here"), jobs);
  await showJobs(jobs, Object.keys(REPORTS), shortReport, turn);
  if (!isLeft(turn) && !jobs.childElementCount) jobs.append(note("Nothing yet."));
};

pages.task = async (turn, name, ...given) => {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : null;
  if (!task) throw new Error("There is no such task. The page Tasks lists them.");
  const about = el("div", { class: "about", role: "status" });
  const jobs = el("div", { id: "jobs" });
  const fields = await task.fields(given);
  if (isLeft(turn)) return;
  const begun = (job) => addJob(jobs, job, shortReport, turn, () => null);
  show(task.title, note(task.told), task.reads || current.writable ? taskForm(name, task, fields, about, begun) : note(READS_ONLY), about, jobs);
  main.querySelector("form input, form textarea, form select")?.focus();
  await task.opened?.(given, about, turn);
  if (task.kinds) await showJobs(jobs, task.kinds, shortReport, turn);
};

// A task's form. What it starts is a job, or an answer that is shown below it and can be given up.
function taskForm(name, task, fields, about, begun) {
  const given = () => Object.fromEntries(new FormData(form));
  const attempt = async (act) => {
    about.replaceChildren();
    try {
      await act(given());
    } catch (error) {
      if (error.status === 401) fail(error);
      else about.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
    }
  };
  const estimate = task.estimate ? button("Estimate first", () => attempt((values) => showEstimate(task, values, about))) : null;
  const form = el("form", { class: "task", "aria-label": task.title }, fields, el("p", { class: "acts" }, el("button", {}, task.verb), estimate));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    once(form, () => attempt(async (values) => {
      if (task.answer) await showAnswer(task, values, about);
      else begun(await beginJob(...await task.begin(values)));
    }));
  });
  return form;
}

async function showEstimate(task, values, about) {
  const made = await task.estimate(values);
  if (Array.isArray(made)) return estimateJob(made, about);
  about.replaceChildren(note(made.told));
  return null;
}

// An estimate that is a job: it may take some seconds, and can be cancelled.
async function estimateJob(made, about) {
  let job = null;
  const cancel = button("Cancel", () => post(`jobs/${job.id}/cancel`), { disabled: "" });
  about.replaceChildren(el("p", { class: "soft" }, "Rehearsing it without a model… ", cancel));
  const found = await jobReport(...made, (state) => {
    job = state;
    cancel.disabled = false;
  });
  about.replaceChildren(note(estimateText(found)));
}

function estimateText({ work, calls, models, stored, prompt_tokens, completion_tokens, money: price }) {
  if (!calls) return `${work}: no call of a model${stored ? `, ${counted(stored, "answer")} known already` : ""}; no cost.`;
  return `${work}: about ${counted(calls, "call")} of ${models.join(", ")}, ${(prompt_tokens + completion_tokens).toLocaleString("en")} tokens, ${money(price)}.`;
}

async function showAnswer(task, values, about) {
  const given_up = new AbortController();
  const cancel = el("button", { type: "button", do: () => given_up.abort() }, "Cancel");
  about.replaceChildren(el("p", { class: "soft", "aria-busy": "true" }, "Working… ", cancel));
  try {
    about.replaceChildren(...(await task.answer(values, given_up.signal)).filter(Boolean));
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    about.replaceChildren(note("Cancelled."));
  }
}

// A job's page: all that came of it.
pages.job = async (turn, id) => {
  const job = await get(`jobs/${id}`);
  if (isLeft(turn)) return;
  const row = el("article", { class: "job" });
  show(jobName(job), row);
  await followJob(job, row, fullReport, turn, () => null);
};

const MISSING = { words: () => [note("It has no report.")] };

function reportOf(job) {
  return REPORTS[job.kind] ?? MISSING;
}

// What a list says of a job: one sentence, and the way to all of it.
function shortReport(job) {
  const kind = reportOf(job);
  return el("div", {}, kind.sum ? el("p", {}, kind.sum(job.report)) : null, el("p", {}, el("a", { href: here(...(kind.at?.(job) ?? ["job", job.id])), "aria-label": `Result of ${jobName(job)}` }, "Result")));
}

function fullReport(job) {
  const { run } = job.report;
  return el("div", {}, run ? el("p", {}, runLink(run)) : null, reportOf(job).words(job.report, job), job.outputs.length ? el("p", { class: "acts" }, job.outputs.map((name) => outputButton(job, name, `Save ${name}`))) : null);
}

// Fields of forms, each under its words.
function labelled(words, made, hint = null) {
  return el("label", { class: "field" }, el("span", {}, words), made, hint ? el("span", { class: "soft" }, hint) : null);
}

function textField(name, words, { value = "", hint, needed = true, rows } = {}) {
  const attributes = { name, required: needed ? "" : null, autocomplete: "off" };
  const made = rows ? el("textarea", { ...attributes, rows: String(rows), spellcheck: "false" }, value) : el("input", { ...attributes, value });
  return labelled(words, made, hint);
}

function numberField(name, words, { value = "", least = 1, most, step, hint } = {}) {
  return labelled(words, el("input", { name, type: "number", min: String(least), max: most ? String(most) : null, step: step ?? null, value: String(value) }), hint);
}

function fileField(name, words, { needed = true, hint, accept } = {}) {
  return labelled(words, el("input", { name, type: "file", required: needed ? "" : null, accept: accept ?? null }), hint);
}

function selectField(name, words, options, hint) {
  return labelled(words, el("select", { name }, options.map(([value, text]) => el("option", { value }, text))), hint);
}

// JSON that a person wrote, with what is wrong with it in words that name the field.
function jsonOf(words, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${words}: this is not JSON. ${error.message}`);
  }
}

const numberOr = (text, missing = null) => (text === "" || text === undefined ? missing : Number(text));
