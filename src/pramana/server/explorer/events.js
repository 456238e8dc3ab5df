// Events in the order of time.
pages.events = async (turn, doc = "", since = "", until = "", undated = "") => {
  const body = el("div", {});
  const from = el("input", { type: "date", "aria-label": "From", value: since });
  const to = el("input", { type: "date", "aria-label": "To", value: until });
  const all = el("input", { type: "checkbox", id: "undated" });
  all.checked = undated === "all";
  const about = el("input", { "aria-label": "Document", placeholder: "Document", value: doc, autocomplete: "off" });
  const form = el("form", {}, about, el("label", { class: "choice" }, "From ", from), el("label", { class: "choice" }, "To ", to), el("label", { class: "choice" }, all, " also without a time"), el("button", {}, "Show"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = here("events", about.value.trim(), from.value, to.value, all.checked ? "all" : "");
  });
  show("Events", form, body);
  await timelinePages({ document: doc, since, until, undated: undated === "all" ? true : null, limit: 50 }, body, turn);
};

async function timelinePages(values, holder, turn) {
  const page = await get("timeline", values);
  if (isLeft(turn)) return;
  holder.append(...timeline(page.items.map(timed)));
  if (!page.items.length && !values.undated && !values.since && !values.until) {
    holder.append(note("No event here has a time. Those without one, in the order of the documents:"));
    await timelinePages({ ...values, undated: true }, holder, turn);
    return;
  }
  if (!page.items.length) holder.append(note("No event here has a time."));
  if (page.next) {
    const more = button("More", async () => {
      await timelinePages({ ...values, cursor: page.next }, holder, turn);
      more.remove();
    }, { class: "more" });
    holder.append(more);
  }
}

function timed(each) {
  return { ...each, time: each.time?.words || "", earliest: each.time?.earliest, latest: each.time?.latest };
}
