// What rules and models left unsure: who is who, and what lines say, one question after the other.
pages.review = async (turn) => {
  const body = el("div", { id: "queue" });
  show("Review", note("Names that may be one, and claims that lines may say, where rules and models were not sure. A decision is recorded, can be undone, and is followed by all later readings."), body);
  await list("review", { limit: 20 }, reviewItem, body, turn, "Nothing is open.");
};

function reviewItem(item) {
  const claim = item.kind === "claim";
  const told = { merge: `${item.one} is ${item.other}`, split: `${item.one} is not ${item.other}`,
    accept: "the lines say it", refuse: "the lines do not say it" };
  const act = (what) => async () => {
    await decisionMade({ what, one: item.one, other: item.other, why: why.value.trim() });
    tell(`Decided: ${told[what]}.`);
    const next = card.nextElementSibling?.querySelector("button") || card.previousElementSibling?.querySelector("button");
    const queue = card.parentElement;
    card.remove();
    (next || main.querySelector("h2")).focus();
    if (queue && !queue.querySelector(".card")) queue.append(note("Nothing more is open here."));
  };
  const why = el("input", { "aria-label": "Why", placeholder: "Why", autocomplete: "off" });
  const card = el("article", { class: "card" },
    claim ? el("h3", {}, "Do these lines say “", said(item.one), "”?")
      : el("h3", {}, "Is ", entityLink(item.one), " the same as ", entityLink(item.other), "?"), el("p", { class: "soft" }, said(item.reason)),
    el("ul", { class: "plain" }, item.lines.map(reviewLine)),
    current.writable ? el("p", { class: "acts" }, claim ? [button("They do", act("accept")), button("They do not", act("refuse"))]
      : [button("The same", act("merge")), button("Not the same", act("split"))], why) : null);
  return card;
}

// `rama.txt:7 He lived there.`: the place, then the text.
function reviewLine(line) {
  const found = /^(.*?:\d+)(?: (.*))?$/s.exec(line);
  return el("li", {}, found ? [placeLink(found[1]), " ", said(found[2] || "")] : said(line));
}
