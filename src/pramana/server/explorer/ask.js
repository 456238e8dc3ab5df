// Questions, one after the other: each may go on from the last answer.
const FEW_LINES = 3; // Lines that an answer quotes are shown once more with their words marked; more than these on request.
const talk = { turns: [], asked: new Set(), workspace: "", session: null };
let wanted = ""; // The question that the reader has sent. An address alone asks nothing: a link would cost a call of a model.

function beginTalk() {
  Object.assign(talk, { turns: [], asked: new Set(), workspace: chosen.value, session: null });
}

function ask(question) {
  wanted = question;
  if (decodeURIComponent(location.hash) === decodeURIComponent(here("ask", question))) route();
  else location.hash = here("ask", question);
}

pages.ask = async (turn, question = "") => {
  if (talk.workspace !== chosen.value) beginTalk();
  const isSent = question && wanted === question;
  wanted = "";
  const said_ = el("div", { id: "talk", "aria-live": "polite" }, talk.turns);
  const isLinked = question && !isSent && !talk.asked.has(question);
  const box = field("Ask the documents", "Ask", isLinked ? question : "", (text) => {
    box.querySelector("input").value = "";
    ask(text);
  });
  const again = talk.turns.length ? button("Begin anew", () => {
    beginTalk();
    location.hash = here("ask");
    route();
  }) : null;
  const hint = isLinked ? note("A link brought this question. Press Enter to ask it.") : talk.turns.length ? null : note("Answers cite the lines that they rest on. A follow-up may use he, she, it or they.");
  show("Ask", hint, said_, box, again);
  box.querySelector("input").focus();
  if (isSent) await answerQuestion(turn, question, said_);
  else if (!question && !talk.turns.length) await addBeginnings(turn);
};

// What a new user may begin with: documents where there are none, else questions about the people named most, those of
// several words first: a single one (Tenant) may be a description.
async function addBeginnings(turn) {
  const [documents, names] = await Promise.all([get("documents", { limit: 1 }), get("names", { type: "Person", limit: 12 })]);
  if (isLeft(turn)) return;
  if (!documents.items.length) main.append(el("p", {}, "No document has been read yet. ", el("a", { href: here("documents") }, "Add documents"), "."));
  const whole = names.items.filter((each) => each.name.includes(" "));
  const asked = [...new Set([...whole, ...names.items])].slice(0, 3).map((each) => `What did ${each.name} do?`);
  if (asked.length) main.append(el("p", { class: "soft" }, "For example: "), el("ul", {}, asked.map((text) => el("li", {}, el("a", { href: here("ask", text), do: () => { wanted = text; } }, said(text))))));
}

async function answerQuestion(turn, question, holder) {
  const waiting = el("article", { class: "turn", "aria-busy": "true" }, el("h3", { class: "question" }, said(question)), note("Looking…"));
  holder.append(waiting);
  waiting.scrollIntoView({ block: "nearest" });
  try {
    const reply = await askInTalk(question, (kind, value) => {
      if (!isLeft(turn)) waiting.replaceChildren(el("h3", { class: "question" }, said(question)), ...soFar(kind, value));
    });
    if (isLeft(turn)) return;
    waiting.replaceChildren(el("h3", { class: "question" }, said(question)), ...replyParts(question, reply));
    talk.turns.push(waiting);
    talk.asked.add(question);
  } catch (error) {
    if (isLeft(turn)) return;
    waiting.replaceChildren(el("h3", { class: "question" }, said(question)), el("p", { class: "problem", role: "alert" }, said(error.message)));
    if (error.status === 401) fail(error);
  }
  waiting.removeAttribute("aria-busy");
  waiting.scrollIntoView({ block: "nearest" });
}

// Asks in this conversation; one that the server has forgotten meanwhile is begun again.
async function askInTalk(question, observe) {
  for (const again of [false, true]) {
    try {
      if (again || !talk.session) talk.session = (await post("chats")).id;
      return await streamedAnswer(address(`chats/${talk.session}/ask/stream`), question, observe);
    } catch (error) {
      if (error.status !== 404 || again) throw error;
    }
  }
  return null;
}

// An answer as it comes: `observe` hears of the plan and the lines before it is written.
async function streamedAnswer(where, question, observe) {
  const sent = { method: "POST", body: JSON.stringify({ question }), headers: { "content-type": "application/json" } };
  for await (const { event, data } of events(where, sent)) {
    if (event === "answer") return data;
    if (event === "problem") throw Object.assign(new Error(data.detail), { status: data.status });
    observe(event, data);
  }
  throw new Error("The connection ended before the answer. Ask again.");
}

// What is known of an answer before it is written: what is looked for, then the lines that were found.
function soFar(kind, value) {
  if (kind === "lines" && value.lines.length) return [note(`${counted(value.lines.length, "line")} found; writing the answer…`), ...value.lines.map((each) => quotation(each))];
  const goals = kind === "plan" ? (value.steps ?? []).map((step) => step.goal).filter(Boolean) : [];
  return [note(goals.length ? `Looking for: ${goals.join("; ")}…` : "Looking…")];
}

function replyParts(question, reply) {
  const answered = reply.status !== "NO_MATCH" && reply.status !== "ERROR";
  const spans = spansOf(reply.facts || []);
  const lines = answered ? reply.citations : reply.nearest;
  const others = answered ? lines : lines.filter((each) => !reply.answer.includes(`[${each.doc_id}:${each.line_number}]`));
  const quoted = (each) => quotation(each, answered ? spans[`${each.doc_id}:${each.line_number}`] || [] : [], answered ? null : "near");
  const asked = reply.question && reply.question !== question ? el("p", { class: "soft" }, "Understood as: ", said(reply.question)) : null;
  return [
    asked,
    el("p", { class: "sum answer" }, withPlaces(reply.answer, lines)),
    el("p", { class: "soft" }, el("span", { class: "status", "data-status": reply.status }, STATUS_WORDS[reply.status] ?? reply.status), reply.run ? [" · ", runLink(reply.run)] : null),
    others.length && !answered ? note(others.length < lines.length ? "Other near lines:" : "Nearest lines:") : null,
    answered && lines.length > FEW_LINES && lines.every((each) => reply.answer.includes(each.text.trim())) ? folded(`${counted(lines.length, "line")}, with the words that it rests on`, others.map(quoted)) : others.map(quoted),
    reply.assumptions?.length ? el("p", { class: "unknown" }, said(reply.assumptions.join(" "))) : null,
    reply.reasoning_trace?.length ? folded("How it was found", el("ol", {}, stepsOf(reply.reasoning_trace).map((step) => el("li", {}, said(rolesInWords(step)))))) : null,
    reply.facts?.length ? folded(counted(reply.facts.length, "fact"), el("ul", { class: "facts" }, reply.facts.map((fact) => factItem(fact)))) : null,
  ].flat().filter(Boolean);
}

// A plan says its steps once more: it is left out where they follow, each with its result.
function stepsOf(trace) {
  const steps = trace.some((step) => step.startsWith("Step "));
  return trace.filter((step) => !(steps && step.startsWith("Plan (")));
}

// An answer's text, in which each place that it cites opens its line.
function withPlaces(text, lines) {
  const places = new Set(lines.map((each) => `${each.doc_id}:${each.line_number}`));
  let cited = false;
  const parts = text.split(/(\[[^[\]]+\])/).filter(Boolean).map((part) => {
    const named = part.startsWith("[") ? part.slice(1, -1).split(/, ?/) : [];
    const follows = cited;
    cited = named.length > 0 && named.every((place) => places.has(place));
    if (!cited) return follows ? [part.trim() ? el("br") : " ", said(part.trimStart())] : said(part);
    return ["[", named.map((place, number) => [number ? ", " : null, placeLink(place)]), "]"];
  });
  return el("bdi", {}, parts);
}

pages.search = async (turn, text = "") => {
  show("Search", field("Words or names", "Search", text, (words) => { location.hash = here("search", words); }));
  if (!text) return;
  const found = await get("search", { q: text, limit: 30 });
  if (isLeft(turn)) return;
  main.append(...found.map((each) => quotation({ ...each, line_number: each.number }, (each.spans || []).map((span) => [span[0] ?? span.start, span[1] ?? span.end]), "near")));
  if (!found.length) main.append(note("No line has these words or names."));
};
