// The report's document, as the page carries it.

/** Arrays of like objects are packed as {packed: keys, rows: lists of values}. */
function unpacked(value) {
  if (Array.isArray(value)) return value.map(unpacked);
  if (value === null || typeof value !== "object") return value;
  const { packed, rows } = value;
  if (Array.isArray(packed) && Array.isArray(rows))
    return rows.map((row) => Object.fromEntries(packed.map((key, i) => [key, unpacked(row[i])])));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpacked(inner)]));
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
  ...unpacked(JSON.parse(document.getElementById("report").textContent)),
};
const is_evidence = report.schema === "sextant-evidence";

// The drawing library is inert in its template: it runs after the answer was painted.
const library_template = document.getElementById("libraries");
const has_figures = library_template.content.childElementCount > 0;
