// One formula in each number type; and the identities that an encoding should keep.

function number_types() {
  const all = report.number_types;
  const formulas = distinct(all.map((series) => series.recipe));
  const types = distinct(all.map((series) => series.type));
  const chosen = (state, hidden) =>
    all.filter((series) => series.recipe === state.formula && !hidden.has(series.type));
  const tip = (series, octave, seen) => ({
    type: series.type,
    octave: octave_range(octave),
    position: witness_place(seen),
    channel: seen?.channel ?? "–",
    "absolute error": number(seen?.value),
    bound: number(octave.bound),
  });
  const columns = [
    ["type", (row) => row.type],
    ...octave_columns,
    ["absolute error", (row) => number(row.absolute?.value), "number"],
    ["position", (row) => witness_place(row.absolute), "number"],
    ["channel", (row) => row.absolute?.channel ?? "–", "number"],
    ["bound", (row) => number(row.bound), "number"],
  ];
  curve_section(types_words, {
    choices: [{ key: "formula", label: "Formula", options: formulas, chosen: formulas[0] }],
    names: types,
    all_names: types,
    show: (state, hidden) => ({
      points: chosen(state, hidden).flatMap((series) =>
        octave_points(series, series.type, (octave) => octave.absolute, tip),
      ),
      x_title: "position",
      y_title: "largest absolute error",
    }),
    list: (state, hidden) =>
      table(`${state.formula} in each type`, columns, octave_rows(chosen(state, hidden), "type")),
  });
}

const types_words = {
  id: "types",
  title: "Number types",
  text:
    "What more digits buy: the same formula in hardware types and in multiprecision. Each type " +
    "starts at its own precision and loses a bit of it with every doubling of the position.",
  description: "Lines: error of one formula in each number type, by octave of position",
  caption: "Each line is the same formula, with every operation in the type named.",
  legend: "Number types",
};

const identity_words = {
  norm: "norm: each pair has length 1",
  shift: "shift: dot products depend on the offset alone",
  rotation: "rotation: moving on by k is a rotation",
  composition: "composition: R(j)·R(k) = R(j+k)",
};

function identities_measured() {
  const order = Object.keys(identity_words);
  return Object.keys(report.defects)
    .filter((name) => report.defects[name].length)
    .sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

const defect_columns = [
  ["recipe", (row) => row.recipe],
  ...octave_columns,
  ["defect", (row) => number(row.value), "number"],
  ["position", witness_place, "number"],
  ["bound", (row) => number(row.bound), "number"],
];

function defects() {
  const options = identities_measured();
  const every = options.flatMap((name) => report.defects[name]);
  const chosen = ({ identity, format }, hidden) =>
    report.defects[identity].filter(
      (series) => variant(series) === format && !hidden.has(series.recipe),
    );
  const tip = (series, octave) => ({
    recipe: series.recipe,
    format: variant(series),
    octave: octave_range(octave),
    position: witness_place(octave),
    defect: number(octave.value),
    bound: number(octave.bound),
  });
  curve_section(defects_words, {
    choices: [
      { key: "identity", label: "Identity", options, chosen: options[0], words: identity_words },
      format_choice(every),
    ],
    names: recipes.filter((recipe) => every.some((series) => series.recipe === recipe)),
    all_names: recipes,
    show: (state, hidden) => ({
      points: chosen(state, hidden).flatMap((series) =>
        octave_points(series, series.recipe, (octave) => octave, tip),
      ),
      x_title: "position",
      y_title: `defect of ${state.identity}`,
    }),
    list: (state, hidden) =>
      table(
        `Defect of ${state.identity}, ${state.format}`,
        defect_columns,
        octave_rows(chosen(state, hidden), "recipe"),
      ),
  });
}

const defects_words = {
  id: "defects",
  title: "Broken identities",
  text:
    "What makes the encoding useful are its symmetries. Rounding breaks them a little, and at " +
    "large positions a lot.",
  description: "Lines: by how much an identity is broken, by octave of position",
  caption:
    "The largest defect found in each octave. Each identity holds exactly for the encoding " +
    "itself, so all that is seen here comes from the recipe and the format.",
  legend: "Recipes",
};
