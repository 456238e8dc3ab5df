// What reading a workspace brought: the page that the report is saved as, with a way back. It has no script of its own.
async function begin() {
  const { folder, page } = await load("report");
  const body = page.slice(page.indexOf("</head>")); // its style is that of this page already, and may not be written in
  const found = new DOMParser().parseFromString(body, "text/html");
  document.title = `Report on ${folder} · Pramana`;
  for (const name of ["header", "main"]) document.querySelector(name).replaceChildren(...found.querySelector(name).childNodes);
}

document.querySelector("nav").append(Object.assign(document.createElement("a"), { href: `${home}/documents`, textContent: "Pramana" }));
begin().catch((error) => told("main", error));
