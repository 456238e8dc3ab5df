// The ledger: everything that was proposed, what became of it, the votes and the reasons.
pages.ledger = async (turn, which = "all", doc = "", run = "") => {
  const body = el("ul", { class: "ledger" });
  const about = el("input", { "aria-label": "Document", placeholder: "Document", value: doc, autocomplete: "off" });
  const number = el("input", { "aria-label": "Run", placeholder: "Run", value: run, inputmode: "numeric", size: "5", autocomplete: "off" });
  const kinds = el("select", { "aria-label": "What is shown" }, el("option", { value: "all" }, "everything"), el("option", { value: "refused" }, "what was refused"));
  kinds.value = which === "refused" ? "refused" : "all";
  const form = el("form", {}, kinds, about, number, el("button", {}, "Show"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = here("ledger", kinds.value, about.value.trim(), number.value.trim());
  });
  show("Ledger", note("What models and rules proposed, and what became of it: nothing that was refused is lost."), form, body);
  await list("ledger", { refused: which === "refused", document: doc, run, limit: 50 }, ledgerItem, body, turn);
};

function ledgerItem(each) {
  const line = /^(.*)\/line\/(\d+)(?:\/|$)/.exec(each.path);
  const place = line ? lineLink(line[1], line[2]) : el("span", { class: "place" }, seen(each.path));
  const step = line && each.path !== line[0] ? el("p", { class: "place" }, "Step ", seen(each.path.slice(line[1].length + 1))) : null;
  const body = each.body ? folded("as proposed", step, el("pre", {}, seen2(JSON.stringify(each.body, null, 1)))) : step;
  return el("li", {}, argument(each), el("p", { class: "soft" }, place, " · ", runLink(each.run)), body);
}

// A text of several lines, each without what cannot be seen.
function seen2(text) {
  return text.split("\n").map(seen).join("\n");
}
