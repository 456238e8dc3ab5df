// The graph of a workspace, drawn by the page that `pramana view` writes.
const SIZES = [2000, 10000, 50000, 100000];
const about = asked.get("about");
const most = Number(asked.get("limit")) || SIZES[0];
const wanted = new URLSearchParams({ limit: most, whys: false, ...(about ? { entity: about, steps: 3 } : {}) });
way("Pramana", home);
document.title = "Graph · Pramana";
document.querySelector("h1 bdi").textContent = asked.get("workspace") || "";

// How many edges are loaded: more of them take longer.
function sizes() {
  const select = document.createElement("select");
  for (const size of SIZES) select.append(new Option(`${size.toLocaleString("en")} edges`, size, false, size === most));
  select.setAttribute("aria-label", "How many edges are loaded");
  select.addEventListener("change", () => {
    asked.set("limit", select.value);
    location.search = asked;
  });
  document.querySelector("#scope").append(select);
}

const api = `/api/v1/workspaces/${encodeURIComponent(asked.get("workspace") || "")}`;
sizes();
load(`graph?${wanted}`).then((data) => run("/graph_page.js", { ...data, home, api }), (error) => told("#panel", error));
