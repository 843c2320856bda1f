// The errors of the programs that run models, by library or device and context.

/** The kinds of cells. Each has a sign, so that no kind is known by its colour alone. */
const cell_kinds = {
  measured: { sign: "", words: "measured here, with the functions of glibc" },
  "derived bound": { sign: "≤ ", words: "a bound derived from the library’s documented accuracy" },
  "no bound": { sign: "no bound", words: "the library’s documents promise no accuracy" },
};

function cell_text({ kind, value }) {
  const { sign } = cell_kinds[kind];
  if (kind === "no bound") return sign;
  return sign + (kind === "measured" ? number(value) : bound_text(value));
}

/** Whether errors of a cell matter; null if that is not known. */
const cell_matters = ({ value }, limit) => (value === null ? null : value > limit);

function matrix_cell(cell, limit) {
  if (!cell) return element("td", { class: "number" }, "–");
  const matters = cell_matters(cell, limit);
  const state = matters === null ? "unknown" : matters ? "beyond" : "within";
  const kind = cell.kind.replace(" ", "-");
  const found =
    cell.kind !== "measured" && cell.found !== null
      ? [element("small", {}, `found ${number(cell.found)}`)]
      : [];
  return element(
    "td",
    { class: `number cell ${kind} ${state}` },
    element("span", {}, cell_text(cell) + (matters ? " ▲" : "")),
    ...found,
  );
}

function engines_matrix(rows, format) {
  const contexts = distinct(rows.flatMap((row) => row.contexts.map((one) => one.context))).sort(
    (one, other) => position_number(one) - position_number(other),
  );
  const limit = limits_of(format).matters.value;
  const head = (text, kind) =>
    element("th", { scope: "col", class: kind || false }, ...[text].flat());
  const line = (row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, row.engine, element("small", {}, row.library)),
      ...contexts.map((context) =>
        matrix_cell(
          row.contexts.find((one) => one.context === context),
          limit,
        ),
      ),
      element("td", {}, row.recipe),
      element("td", { class: "reason" }, spelled(row.accuracy), element("small", {}, row.source)),
    );
  const caption = `Largest error stored in ${format}, by engine, library or device, and context`;
  return element(
    "div",
    { class: "scroll matrix", tabindex: "0", role: "region", "aria-label": caption },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          head("engine, library or device"),
          ...contexts.map((context) =>
            head([place(context), element("small", {}, "positions")], "number"),
          ),
          head("recipe"),
          head("reason: accuracy of the functions, source"),
        ),
      ),
      element("tbody", {}, ...rows.map(line)),
    ),
  );
}

function engines() {
  const all = report.engines;
  const options = distinct(all.map((one) => one.format));
  const asked = report.answer?.format;
  let format = options.includes(asked) ? asked : options[0];
  const body = element("div", {});
  const key = element("ul", { class: "kinds" });
  const show = () => {
    const limit = limits_of(format).matters;
    key.replaceChildren(
      ...Object.entries(cell_kinds).map(([kind, { sign, words }]) =>
        element(
          "li",
          {},
          element(
            "span",
            { class: `cell ${kind.replace(" ", "-")} ${kind === "no bound" ? "unknown" : "within"}` },
            kind === "no bound" ? sign : `${sign}0.0012`,
          ),
          ` ${words}`,
        ),
      ),
      element(
        "li",
        {},
        element("span", { class: "cell measured beyond" }, "0.012 ▲"),
        ` above ${limit.words}: errors matter; with ≤ they may`,
      ),
    );
    body.replaceChildren(
      engines_matrix(
        all.filter((one) => one.format === format),
        format,
      ),
    );
  };
  const choose = (value) => {
    format = value;
    show();
  };
  section(
    "engines",
    "Engines × devices",
    element(
      "p",
      {},
      "The largest error found of each engine’s recipe, or its bound, below each number of " +
        "positions. “Found” is the largest error found with the same recipe and the functions of " +
        "glibc. Engines whose recipe was not measured for this report are left out.",
    ),
    element("div", { class: "controls" }, choice("Stored in", options, format, choose)),
    key,
    body,
  );
  show();
}
