"use strict";
const body = document.querySelector("#facts tbody");
const rows = Array.from(body.rows);
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
const search = document.querySelector("#search");
const shown = document.querySelector("#shown");

function chosen(name) {
  return new Set(Array.from(document.querySelectorAll(`input[name=${name}]:checked`), (input) => input.value));
}

function filter() {
  const kinds = chosen("kind");
  const verdicts = chosen("verdict");
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = texts.get(row);
    const stays = kinds.has(row.dataset.kind) && verdicts.has(row.dataset.verdict) && wanted.every((word) => text.includes(word));
    row.hidden = !stays;
    count += stays ? 1 : 0;
  }
  shown.textContent = `${count} of ${rows.length} facts`;
}

function sort(button) {
  const column = Number(button.dataset.column);
  const down = button.getAttribute("aria-sort") === "ascending";
  for (const other of document.querySelectorAll("#facts button")) other.removeAttribute("aria-sort");
  button.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = (row) => row.cells[column].textContent.trim();
  rows.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.dataset.number - b.dataset.number));
  if (down) rows.reverse();
  body.append(...rows);
}

for (const input of document.querySelectorAll("nav input")) input.addEventListener("input", filter);
for (const button of document.querySelectorAll("#facts button")) button.addEventListener("click", () => sort(button));
filter();
