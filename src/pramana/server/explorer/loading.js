"use strict";
// What a page of its own needs before its script runs: what to show, from the API, and a way back.
const asked = new URLSearchParams(location.search);
const home = `/#/${encodeURIComponent(asked.get("workspace") || "")}`;

async function load(where) {
  const token = sessionStorage.getItem("pramana-token");
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`/api/v1/workspaces/${encodeURIComponent(asked.get("workspace") || "")}/${where}`, { headers });
  if (answer.status === 401) location.replace("/");
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.detail || answer.statusText);
  return found;
}

function way(text, href) {
  const link = Object.assign(document.createElement("a"), { href, textContent: text });
  document.querySelector("header").prepend(link);
}

// Runs a page's script over data, as if they were written into the page; it has run when this is fulfilled.
function run(script, data) {
  const holder = Object.assign(document.createElement("script"), { type: "application/json", id: "data", textContent: JSON.stringify(data) });
  const runs = Object.assign(document.createElement("script"), { src: script });
  document.body.append(holder, runs);
  return new Promise((done) => runs.addEventListener("load", done));
}

function told(holder, error) {
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.textContent = error.message;
  document.querySelector(holder).prepend(line);
}
