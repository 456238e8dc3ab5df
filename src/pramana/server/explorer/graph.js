// The graph of a workspace, drawn by the page that `pramana view` writes.
const SIZES = [2000, 10000, 50000, 100000];
const about = asked.get("about");
const most = Number(asked.get("limit")) || SIZES[0];
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
    if (Number(select.value) < shown) location.search = asked;
    else enlarge(Number(select.value));
  });
  document.querySelector("#scope").append(select);
}

const api = `/api/v1/workspaces/${encodeURIComponent(asked.get("workspace") || "")}`;
let shown = 0;
sizes();

function part(limit) {
  return load(`graph?${new URLSearchParams({ limit, whys: false, ...(about ? { entity: about, steps: 3 } : {}) })}`);
}

// The nearest edges are drawn first; more of them take their place when they are there.
async function begin() {
  shown = Math.min(most, SIZES[0]);
  await run("/graph_page.js", { ...(await part(shown)), home, api });
  if (most > shown) await enlarge(most);
}

async function enlarge(limit) {
  history.replaceState(null, "", `?${asked}${location.hash}`);
  const waiting = Object.assign(document.createElement("span"), { textContent: `Loading ${limit.toLocaleString("en")} edges…` });
  waiting.setAttribute("role", "status");
  document.querySelector("#scope").append(waiting);
  try {
    replaceGraph(await part(limit));
    shown = limit;
  } catch (error) {
    told("#panel", error);
  }
  waiting.remove();
}

begin().catch((error) => told("#panel", error));
