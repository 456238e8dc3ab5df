// The graph of a workspace, drawn by the page that `pramana view` writes.
const about = asked.get("about");
const most = Number(asked.get("limit")) || 2000;
const wanted_ = new URLSearchParams({ limit: most, ...(about ? { entity: about, steps: 3 } : {}) });
way("Pramana", home);
document.title = "Graph · Pramana";
document.querySelector("h1 bdi").textContent = asked.get("workspace") || "";
load(`graph?${wanted_}`).then((data) => run("/graph_page.js", { ...data, home }), (error) => told("#panel", error));
