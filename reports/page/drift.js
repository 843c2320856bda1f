// How far each recipe is from the truth, octave by octave.

const measures = {
  absolute: { words: "absolute error", axis: "largest absolute error" },
  ulps: { words: "ulps", axis: "largest error in ulps" },
  positions_off: { words: "positions off", axis: "phase error, in positions" },
};

function drift_tip(series, octave, seen) {
  return {
    recipe: series.recipe,
    format: variant(series),
    octave: octave_range(octave),
    position: seen?.position ? place(seen.position) : "–",
    channel: seen?.channel ?? "–",
    "absolute error": number(octave.absolute?.value),
    ulps: number(octave.ulps?.value),
    "positions off": number(octave.positions_off?.value),
    got: seen?.got ?? "–",
    want: seen?.want ?? "–",
    bound: number(octave.bound),
    "of the bound": percent(octave.fraction),
    entries: `${number(octave.entries)}${octave.exhaustive ? ", all there are" : ", sampled"}`,
  };
}

function drift_table(shown, caption) {
  const of = (worst, key) => (row) => row[worst]?.[key] ?? "–";
  const columns = [
    ["recipe", (row) => row.recipe],
    ...octave_columns,
    ["absolute error", (row) => number(row.absolute?.value), "number"],
    ["position", (row) => witness_place(row.absolute), "number"],
    ["channel", of("absolute", "channel"), "number"],
    ["got", of("absolute", "got"), "number"],
    ["want", of("absolute", "want"), "number"],
    ["ulps", (row) => number(row.ulps?.value), "number"],
    ["positions off", (row) => number(row.positions_off?.value), "number"],
    ["bound", (row) => number(row.bound), "number"],
    ["of the bound", (row) => percent(row.fraction), "number"],
    ["misrounded", (row) => percent(row.misrounded), "number"],
    ["entries", (row) => number(row.entries), "number"],
    ["exhaustive", (row) => (row.exhaustive ? "yes" : "no")],
  ];
  return table(caption, columns, octave_rows(shown, "recipe"));
}

/** The series of a variant; that of the recipe of the answer is the first. */
function in_use_first(all, of_variant) {
  const shown = all.filter((series) => variant(series) === of_variant);
  const in_use = (series) => series.recipe === report.answer?.recipe;
  return [...shown.filter(in_use), ...shown.filter((series) => !in_use(series))];
}

/** One panel of drift; `steps` chooses the sequential recipes, against the steps they took. */
function drift_panel(words, { steps, x_title, height }) {
  const all = report.drift.filter((series) => series.steps === steps);
  const chosen = (state, hidden) =>
    all.filter((series) => variant(series) === state.format && !hidden.has(series.recipe));
  const points = (state, hidden) =>
    chosen(state, hidden).flatMap((series) =>
      octave_points(series, series.recipe, (octave) => octave[state.measure], drift_tip),
    );
  const labels = Object.entries(measures).map(([key, value]) => [key, value.words]);
  curve_section(words, {
    choices: [
      format_choice(all),
      {
        key: "measure",
        label: "Measure",
        options: Object.keys(measures),
        chosen: "absolute",
        words: Object.fromEntries(labels),
      },
    ],
    names: recipes.filter((recipe) => all.some((series) => series.recipe === recipe)),
    all_names: recipes,
    hidden_first: alike(in_use_first(all, usual_variant(all))).flatMap(([, ...others]) => others),
    show: (state, hidden) => ({
      points: points(state, hidden),
      bounds: state.bounds && state.measure === "absolute",
      x_title,
      y_title: measures[state.measure].axis,
      height,
    }),
    list: (state, hidden) =>
      drift_table(chosen(state, hidden), `Largest errors in ${state.format}, by ${x_title}`),
  });
}

const drift_caption =
  "A point is the largest error found in one octave, drawn in the octave's middle. Point at it " +
  "to see its witness. An error of zero leaves a gap, because the axis is logarithmic. " +
  "* marks a recipe whose bound is not sound for every input.";

const drift_words = {
  id: "drift",
  title: "Drift: how far from the truth?",
  text:
    "The largest error of each recipe by octave of positions. Errors grow with the position; " +
    "recipes differ in where that begins. An angle is position × frequency. Where it is kept to " +
    "a fixed number of digits, its rounding error doubles with every doubling of the position, " +
    "and so does the error of sine and cosine. If lines are within 10 % of one another, only one " +
    "is shown: press the name of another to show it. The dashed line is the derived bound.",
  description: "Lines: error of each recipe by octave of position",
  caption: drift_caption,
  legend: "Recipes",
};

const sequential_words = {
  id: "sequential",
  title: "Sequential recipes",
  text:
    "These recipes compute each row from the row before. Their errors grow with the number of " +
    "steps, whatever the first position.",
  description: "Lines: error of each sequential recipe by octave of steps",
  caption: drift_caption,
  legend: "Recipes",
};

const drift = () => drift_panel(drift_words, { steps: false, x_title: "position", height: 380 });

const sequential = () =>
  drift_panel(sequential_words, { steps: true, x_title: "steps taken", height: 280 });
