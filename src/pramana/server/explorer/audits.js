// Audits: another tool's graph, held against the text that it was made from.
pages.audits = async () => {
  show("Audits", note("…"));
};
