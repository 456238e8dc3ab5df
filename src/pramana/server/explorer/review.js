// What rules and models left unsure about who is who, one question after the other.
pages.review = async (turn) => {
  const body = el("div", { id: "queue" });
  show("Review", note("Names that may be one, where rules and models were not sure. A decision is recorded, can be undone, and is followed by all later readings."), body);
  await list("review", { limit: 20 }, reviewItem, body, turn, "Nothing is open.");
};

function reviewItem(item) {
  const act = (what) => async () => {
    await post("decisions", { what, one: item.one, other: item.other, why: why.value.trim() });
    tell(`Decided: ${item.one} ${what === "merge" ? "is" : "is not"} ${item.other}.`);
    const next = card.nextElementSibling?.querySelector("button") || card.previousElementSibling?.querySelector("button");
    card.remove();
    next?.focus();
  };
  const why = el("input", { "aria-label": "Why", placeholder: "Why", autocomplete: "off" });
  const card = el("article", { class: "card" },
    el("h3", {}, "Is ", entityLink(item.one), " the same as ", entityLink(item.other), "?"), el("p", { class: "soft" }, said(item.reason)),
    el("ul", { class: "plain" }, item.lines.map(reviewLine)),
    current.writable ? el("p", { class: "acts" }, button("The same", act("merge")), button("Not the same", act("split")), why) : null);
  return card;
}

// `rama.txt:7 He lived there.`: the place, then the text.
function reviewLine(line) {
  const found = /^(.*?:\d+)(?: (.*))?$/s.exec(line);
  return el("li", {}, found ? [placeLink(found[1]), " ", said(found[2] || "")] : said(line));
}
