// The report's document, as the page carries it.

/** The document, compressed in base64, as an object. */
async function read_document(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

const report = {
  drift: [],
  safe_ranges: [],
  number_types: [],
  defects: {},
  bounds: [],
  nearest_pairs: [],
  engines: [],
  library_bounds: [],
  encodings: [],
  claims: [],
  pictures: {},
  ...(await read_document(document.getElementById("report").textContent)),
};
const is_evidence = report.schema === "sextant-evidence";

// The drawing library is inert in its template: it runs after the answer was painted.
const library_template = document.getElementById("libraries");
const has_figures = library_template.content.childElementCount > 0;
