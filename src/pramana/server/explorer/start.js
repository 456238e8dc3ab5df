// Which page is shown: by the part of the address behind `#`.
async function route() {
  const parts = location.hash.replace(/^#\//, "").split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  if (parts[0] && [...chosen.options].some((each) => each.value === parts[0])) chosen.value = parts[0];
  const name = Object.hasOwn(pages, parts[1] || "") ? parts[1] : "ask";
  for (const link of document.querySelectorAll("nav a")) {
    link.href = link.dataset.page === "graph" ? `/graph?${query({ workspace: chosen.value })}` : here(link.dataset.page);
    if ((link.dataset.also || link.dataset.page).split(" ").includes(name)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  current.turn += 1;
  const turn = current.turn;
  tell("");
  try {
    await pages[name](turn, ...parts.slice(2));
    if (!isLeft(turn)) main.dataset.shown = location.hash;
  } catch (error) {
    if (!isLeft(turn)) {
      if (!main.querySelector("h2") || main.dataset.shown) show(name[0].toUpperCase() + name.slice(1));
      fail(error);
    }
  }
}

async function start() {
  try {
    const found = await (await request("")).json();
    chosen.replaceChildren(...found.items.map((each) => el("option", { value: each.name }, each.name)));
    current.writable = found.items.some((each) => each.writable);
  } catch (error) {
    fail(error);
    return;
  }
  await route();
}

chosen.addEventListener("change", () => { location.hash = here("ask"); });
addEventListener("hashchange", () => {
  route().then(() => { if (main.querySelector("h2") && !main.contains(document.activeElement)) main.querySelector("h2").focus({ preventScroll: true }); });
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, select, textarea")) return;
  event.preventDefault();
  main.querySelector("form input")?.focus();
});
start();
