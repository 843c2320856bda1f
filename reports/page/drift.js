// How far each recipe is from the truth, octave by octave.

const measures = {
  absolute: { words: "absolute error", axis: "largest absolute error" },
  ulps: { words: "ulps", axis: "largest error in ulps" },
  positions_off: { words: "positions off", axis: "phase error, in positions" },
};

function drift_tip(series, octave, seen) {
  return {
    "recipe": series.recipe, "format": variant(series), "octave": octave_range(octave),
    "position": seen?.position ? place(seen.position) : "–", "channel": seen?.channel ?? "–",
    "absolute error": number(octave.absolute?.value), "ulps": number(octave.ulps?.value),
    "positions off": number(octave.positions_off?.value),
    "got": seen?.got ?? octave.absolute?.got ?? "–", "want": seen?.want ?? octave.absolute?.want ?? "–",
    "bound": number(octave.bound), "of the bound": percent(octave.fraction),
    "entries": `${number(octave.entries)}${octave.exhaustive ? ", all there are" : ", sampled"}`,
  };
}

function drift_table(shown, words) {
  const rows = shown.flatMap((series) => series.octaves.map((octave) => ({ ...octave, series })));
  const of = (worst, key) => (row) => row[worst]?.[key] ?? "–";
  return table(words, [
    ["recipe", (row) => row.series.recipe], ["from", (row) => place(row.from), "number"],
    ["to", (row) => place(row.to), "number"],
    ["absolute error", (row) => number(row.absolute?.value), "number"],
    ["position", (row) => (row.absolute?.position ? place(row.absolute.position) : "–"), "number"],
    ["channel", of("absolute", "channel"), "number"],
    ["got", of("absolute", "got"), "number"], ["want", of("absolute", "want"), "number"],
    ["ulps", (row) => number(row.ulps?.value), "number"],
    ["positions off", (row) => number(row.positions_off?.value), "number"],
    ["bound", (row) => number(row.bound), "number"],
    ["of the bound", (row) => percent(row.fraction), "number"],
    ["misrounded", (row) => percent(row.misrounded), "number"],
    ["entries", (row) => number(row.entries), "number"],
    ["exhaustive", (row) => (row.exhaustive ? "yes" : "no")],
  ], rows);
}

/** One panel of drift; `steps` chooses the sequential recipes, against the steps they took. */
function drift_panel({ id, title, text, steps, x_title }) {
  const all = report.drift.filter((series) => series.steps === steps);
  if (!all.length) return;
  const variants = distinct(all.map(variant));
  const here = recipes.filter((recipe) => all.some((series) => series.recipe === recipe));
  const hidden = new Set();
  let wanted = variants.includes("float32") ? "float32" : variants[0];
  let measure = "absolute", bounds = true;
  const target = figure(`Lines: error of each recipe by octave of ${steps ? "steps" : "position"}`,
    "A point is the largest error found in one octave, drawn in the octave's middle. Point at it for its " +
    "witness; an error of zero has no place on a logarithmic axis and leaves a gap. * marks a recipe whose " +
    "bound is not sound for every input.");
  const chosen = () => all.filter((series) => variant(series) === wanted && !hidden.has(series.recipe));
  const listing = folded_table("Table of this figure",
    () => drift_table(chosen(), `Drift, ${wanted}, by ${steps ? "steps" : "position"}`));
  const redraw = () => {
    const points = chosen().flatMap((series) => octave_points(series, series.recipe,
      (octave) => octave[measure], (octave) => octave.bound,
      (octave, seen) => drift_tip(series, octave, seen)));
    curves(target, { points, names: recipes, x_title, y_title: measures[measure].axis,
                     bounds: bounds && measure === "absolute", height: steps ? 280 : 380 });
    listing.renew();
  };
  const words = Object.fromEntries(Object.entries(measures).map(([key, value]) => [key, value.words]));
  section(id, title, element("p", {}, text),
    element("div", { class: "controls" },
      choice("Format", variants, wanted, (value) => { wanted = value; redraw(); }),
      choice("Measure", Object.keys(measures), measure, (value) => { measure = value; redraw(); }, words),
      tick_box("derived bounds", bounds, (value) => { bounds = value; redraw(); }), bound_keys()),
    legend("Recipes", here, swatch_of(recipes), hidden, redraw), target.node, listing.node);
  redraw();
}

function drift() {
  drift_panel({
    id: "drift", title: "Drift", steps: false, x_title: "position",
    text: "The same encoding, computed by different recipes. All of them lose accuracy as positions grow; " +
          "they differ in when it begins. The dashed line of the same colour is what theory promises, and no " +
          "measured error may lie above it.",
  });
  drift_panel({
    id: "sequential", title: "Sequential recipes", steps: true, x_title: "steps taken",
    text: "These compute each row from the one before, so that errors pile up with the number of steps, " +
          "wherever they start.",
  });
}
