// Long work as jobs of the server: begun, followed, cancelled, resumed, forgotten.
const ENDED_EARLY = ["stopped", "failed", "cancelled"];
const STATE_WORDS = { partial: "done in part", stopped: "stopped early" };
const UNITS = { ingest: "line", estimate: "document", anot: "entity", investigate: "plan", igg: "turn" };

async function beginJob(where, body) {
  const json = body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" };
  const given = body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body);
  const answer = await request(address(where), { method: "POST", body: given, headers: { ...json, "idempotency-key": writeKey(), prefer: "respond-async" } });
  return answer.json();
}

// Follows a job to its end; `observe` gets its state whenever that changes. A broken connection is taken up again.
async function* jobStates(job) {
  let known = job;
  yield known;
  while (!isEnded(known)) {
    try {
      for await (const { data } of events(address(`jobs/${job.id}/events`))) {
        known = data;
        yield known;
      }
    } catch (error) {
      if (error.status) throw error;
    }
    if (!isEnded(known)) {
      await new Promise((done) => setTimeout(done, 1000));
      known = await get(`jobs/${job.id}`);
    }
  }
}

function isEnded(job) {
  return !["queued", "running"].includes(job.state);
}

async function forgetJob(job) {
  await request(address(`jobs/${job.id}`), { method: "DELETE" });
}

// Has a short job done, and returns its report; nothing of it is kept.
async function jobReport(where, body, observe) {
  let last = null;
  for await (const state of jobStates(await beginJob(where, body))) {
    last = state;
    observe?.(state);
  }
  await forgetJob(last).catch(() => null);
  if (last.problem || last.report === null) throw new Error(last.problem?.detail || `It was ${last.state}.`);
  return last.report;
}

// Jobs of some kinds, the newest first, each with its progress. `drawReport` makes of a report what is shown of it.
async function showJobs(holder, kinds, drawReport, turn, ended = () => {}) {
  const found = await get("jobs").catch((error) => (error.status === 403 ? [] : Promise.reject(error)));
  if (isLeft(turn)) return;
  for (const job of found.toReversed().filter((each) => kinds.includes(each.kind ?? "ingest")).slice(0, 20)) {
    addJob(holder, job, drawReport, turn, ended, false);
  }
}

function addJob(holder, job, drawReport, turn, ended, first = true) {
  if ([...holder.children].some((each) => each.dataset.job === job.id)) return; // begun while the list was fetched
  for (const empty of holder.querySelectorAll(":scope > p")) empty.remove(); // "No audit yet."
  const row = el("article", { class: "job", "data-job": job.id });
  holder[first ? "prepend" : "append"](row);
  followJob(job, row, drawReport, turn, ended).catch(fail);
}

async function followJob(job, row, drawReport, turn, ended) {
  const begun = !isEnded(job);
  let last = job;
  for await (const state of jobStates(job)) {
    if (isLeft(turn)) return;
    drawJob((last = state), row, drawReport, turn, ended);
  }
  if (!begun) return;
  tell(`${jobName(last)}: ${STATE_WORDS[last.state] ?? last.state}.`);
  await ended(last);
}

function jobName(job) {
  const names = job.files.map((file) => file.name).filter((name) => name !== "request.json");
  const given = job.options.question || job.options.name;
  if (!names.length) return given || `${job.kind}${job.options.run ? ` of run ${job.options.run}` : ""}`;
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
}

function progressText(job) {
  const { done, total, following, locked } = job.progress;
  if (locked) return "waits for another program that writes";
  if (job.state === "queued") return "waits for the jobs before it";
  if (following) return "linking names and events";
  return total ? `${done.toLocaleString("en")} of ${counted(total, UNITS[job.kind ?? "ingest"] || "step")}` : "begins";
}

function drawJob(job, row, drawReport, turn, ended) {
  const { done, total } = job.progress;
  const running = !isEnded(job);
  const act = (what) => async () => {
    const changed = await post(`jobs/${job.id}/${what}`);
    if (what === "resume") followJob(changed, row, drawReport, turn, ended).catch(fail);
  };
  const forget = async () => {
    await forgetJob(job);
    row.remove();
  };
  const name = jobName(job);
  const acts = !current.writable ? [] : running ? [button("Cancel", act("cancel"), { "aria-label": `Cancel ${name}` })]
    : [ENDED_EARLY.includes(job.state) ? button("Resume", act("resume"), { "aria-label": `Resume ${name}` }) : null, button("Forget", forget, { "aria-label": `Forget ${name}` })];
  const cost = job.cost ? `${counted(job.cost.calls ?? 0, "call")}, ${money(job.cost.money ?? 0)}` : null;
  row.replaceChildren(...[el("p", {}, el("b", {}, said(name)), " ", el("span", { class: `state ${job.state}` }, STATE_WORDS[job.state] ?? job.state), running ? ` ${progressText(job)}` : null, running && cost ? `, ${cost}` : null),
    running ? el("progress", { max: total || 1, value: total ? done : null, "aria-label": `What is done of ${name}` }) : null,
    job.report && !running ? drawReport(job) : null, job.problem ? el("p", { class: "problem" }, said(job.problem.detail)) : null,
    el("p", { class: "acts" }, acts)].filter(Boolean));
}

// A file that a job wrote, saved by the browser: a link could send no token.
function outputButton(job, name, text = name) {
  return button(text, async () => {
    const blob = await (await request(address(`jobs/${job.id}/outputs/${encodeURIComponent(name)}`))).blob();
    const link = el("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}
