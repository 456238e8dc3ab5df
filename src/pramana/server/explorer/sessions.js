// Sessions in which agents grow a graph: begun, followed, and acted in by a person.
const EXAMPLE_ACTIONS = [{ type: "ADD_NODE", label: "Person", properties: { name: "Rama" } }];

async function sessionList(_, about, turn) {
  const found = await get("igg");
  if (isLeft(turn)) return;
  const rows = found.toReversed().slice(0, 50).map((each) => el("li", {}, el("a", { href: each.kind === "session" ? here("session", each.session) : here("run", String(each.run)) }, said(each.session)), el("span", { class: "soft" }, ` ${each.kind}, ${each.ended || "open"}`)));
  about.after(el("h3", {}, "Sessions"), rows.length ? el("ul", { class: "plain" }, rows) : note("None yet."));
}

pages.session = async (turn, id) => {
  const known = (await get("igg")).find((each) => each.session === id);
  if (!known) throw new Error(`There is no session ${id}. The task "Grow a graph in a session" lists them.`);
  const graph = el("div", {});
  const acts = el("div", {});
  if (isLeft(turn)) return;
  show(`Session ${id}`, el("p", {}, el("span", { class: "state" }, known.ended ? `ended: ${known.ended}` : "open"), " · ", runLink(known.run), " · ", growthLink(known.run)), graph, acts);
  await showSessionGraph(id, graph);
  if (!known.ended && current.writable && !isLeft(turn)) acts.append(actionForm(id, graph), await observed(id));
};

async function showSessionGraph(id, holder) {
  const found = await get(`igg/${encodeURIComponent(id)}/graph`);
  const named = (each) => el("li", {}, said(each.id), el("span", { class: "soft" }, ` ${each.type ?? ""}`));
  const names = (each) => el("li", {}, said(`${each.source} ${each.relation ?? each.type ?? ""} ${each.target}`));
  holder.replaceChildren(note(`${counted(found.nodes.length, "node")}, ${counted(found.edges.length, "edge")}${found.cut ? ", and more" : ""}`), found.nodes.length ? folded("Nodes", el("ul", {}, found.nodes.slice(0, 200).map(named))) : "", found.edges.length ? folded("Edges", el("ul", {}, found.edges.slice(0, 200).map(names))) : "");
}

async function observed(id) {
  const seen_ = await get(`igg/${encodeURIComponent(id)}/observation`, { agent: "browser" });
  return folded("What an agent sees", el("pre", {}, seen2(seen_.text)));
}

function actionForm(id, graph) {
  const told = el("div", { role: "status" });
  const where = `igg/${encodeURIComponent(id)}`;
  const attempt = async (act) => {
    try {
      told.replaceChildren(...await act());
      await showSessionGraph(id, graph);
    } catch (error) {
      told.replaceChildren(el("p", { class: "problem", role: "alert" }, said(error.message)));
    }
  };
  const form = el("form", { class: "task", "aria-label": "Act" }, textField("actions", "Actions", { rows: 10, value: JSON.stringify(EXAMPLE_ACTIONS, null, 1), hint: "JSON: ADD_NODE, ADD_EDGE, UPDATE_NODE, REMOVE, QUERY." }),
    el("p", { class: "acts" }, el("button", {}, "Apply"), button("End the session", () => attempt(async () => {
      const end = await post(`${where}/finish`, { reason: "Ended in the browser." });
      form.hidden = true;
      return [note(`Ended: ${end.stopped}.`)];
    }))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => turnParts(await post(`${where}/actions`, { actions: jsonOf("Actions", new FormData(form).get("actions")), agent: "browser" })));
  });
  return el("section", {}, form, told);
}

function turnParts({ turn, stopped, detail }) {
  const refused = turn.Errors ?? [];
  return [note(`${counted((turn["Actions Taken"] ?? []).length, "action")} applied${stopped ? `; it ended: ${detail || stopped}` : ""}`), refused.length ? el("ul", { class: "problem" }, refused.map((each) => el("li", {}, said(each)))) : null].filter(Boolean);
}
