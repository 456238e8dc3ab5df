// A graph that agents grow: drawn by the page that `pramana igg view` writes, and drawn anew while it grows.
const number = Number(asked.get("run"));
const PAUSE = 2000;
way("Pramana", `${home}/run/${number}`);
document.title = "Growth · Pramana";

async function follow() {
  let known = await load(`runs/${number}/growth`);
  run("/growth_page.js", known);
  while (known.ended === "open") {
    await new Promise((done) => setTimeout(done, PAUSE));
    const newer = await load(`runs/${number}/growth`);
    if (newer.iterations.length !== known.iterations.length || newer.ended !== known.ended) grown(newer);
    known = newer;
  }
}

follow().catch((error) => told("main", error));
