// One formula in each number type; and the identities that an encoding should keep.

function number_types() {
  const all = report.number_types;
  if (!all.length) return;
  const formulas = distinct(all.map((series) => series.recipe));
  const types = distinct(all.map((series) => series.type));
  const hidden = new Set();
  let formula = formulas[0], bounds = true;
  const target = figure("Lines: error of one formula in each number type, by octave of position",
    "Each line is the same formula, with every operation in the type named.");
  const chosen = () => all.filter((series) => series.recipe === formula && !hidden.has(series.type));
  const listing = folded_table("Table of this figure", () => table(`${formula} in each number type`, [
    ["type", (row) => row.type], ["from", (row) => place(row.from), "number"],
    ["to", (row) => place(row.to), "number"],
    ["absolute error", (row) => number(row.absolute?.value), "number"],
    ["position", (row) => (row.absolute?.position ? place(row.absolute.position) : "–"), "number"],
    ["channel", (row) => row.absolute?.channel ?? "–", "number"],
    ["bound", (row) => number(row.bound), "number"],
  ], chosen().flatMap((series) => series.octaves.map((octave) => ({ ...octave, type: series.type })))));
  const redraw = () => {
    const points = chosen().flatMap((series) => octave_points(series, series.type,
      (octave) => octave.absolute, (octave) => octave.bound, (octave, seen) => ({
        "type": series.type, "octave": octave_range(octave),
        "position": seen?.position ? place(seen.position) : "–", "channel": seen?.channel ?? "–",
        "absolute error": number(seen?.value), "bound": number(octave.bound),
      })));
    curves(target, { points, names: types, x_title: "position", y_title: "largest absolute error", bounds });
    listing.renew();
  };
  section("types", "Number types",
    element("p", {}, "What more digits buy: the same formula in hardware types and in multiprecision. Each " +
            "type starts at its own precision and loses a bit of it with every doubling of the position."),
    element("div", { class: "controls" },
      ...(formulas.length > 1
        ? [choice("Formula", formulas, formula, (value) => { formula = value; redraw(); })]
        : [element("span", { class: "key" }, `formula: ${formula}`)]),
      tick_box("derived bounds", bounds, (value) => { bounds = value; redraw(); }), bound_keys()),
    legend("Number types", types, swatch_of(types), hidden, redraw), target.node, listing.node);
  redraw();
}

const identity_words = {
  norm: "norm: each pair has length 1", shift: "shift: dot products depend on the offset alone",
  rotation: "rotation: moving on by k is a rotation", composition: "composition: R(j)·R(k) = R(j+k)",
};

function defects() {
  const identities = Object.keys(report.defects).filter((name) => report.defects[name].length)
    .sort((a, b) => Object.keys(identity_words).indexOf(a) - Object.keys(identity_words).indexOf(b));
  if (!identities.length) return;
  let identity = identities[0], bounds = true;
  const every = identities.flatMap((name) => report.defects[name]);
  const variants = distinct(every.map(variant));
  let wanted = variants.includes("float32") ? "float32" : variants[0];
  const hidden = new Set();
  const here = recipes.filter((recipe) => every.some((series) => series.recipe === recipe));
  const target = figure("Lines: by how much an identity is broken, by octave of position",
    "The largest defect found in each octave. Each identity holds exactly for the encoding itself, so all " +
    "that is seen here comes from the recipe and the format.");
  const chosen = () => report.defects[identity]
    .filter((series) => variant(series) === wanted && !hidden.has(series.recipe));
  const listing = folded_table("Table of this figure", () => table(`Defect of ${identity}, ${wanted}`, [
    ["recipe", (row) => row.recipe], ["from", (row) => place(row.from), "number"],
    ["to", (row) => place(row.to), "number"], ["defect", (row) => number(row.value), "number"],
    ["position", (row) => (row.position ? place(row.position) : "–"), "number"],
    ["bound", (row) => number(row.bound), "number"],
  ], chosen().flatMap((series) => series.octaves.map((octave) => ({ ...octave, recipe: series.recipe })))));
  const redraw = () => {
    const points = chosen().flatMap((series) => octave_points(series, series.recipe,
      (octave) => octave, (octave) => octave.bound, (octave) => ({
        "recipe": series.recipe, "format": variant(series), "octave": octave_range(octave),
        "position": octave.position ? place(octave.position) : "–", "defect": number(octave.value),
        "bound": number(octave.bound),
      })));
    curves(target, { points, names: recipes, x_title: "position", y_title: `defect of ${identity}`, bounds });
    listing.renew();
  };
  section("defects", "Broken identities",
    element("p", {}, "What makes the encoding useful are its symmetries. Rounding breaks them a little, and " +
            "at large positions a lot."),
    element("div", { class: "controls" },
      choice("Identity", identities, identity, (value) => { identity = value; redraw(); }, identity_words),
      choice("Format", variants, wanted, (value) => { wanted = value; redraw(); }),
      tick_box("derived bounds", bounds, (value) => { bounds = value; redraw(); }), bound_keys()),
    legend("Recipes", here, swatch_of(recipes), hidden, redraw), target.node, listing.node);
  redraw();
}
