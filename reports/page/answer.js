// The card: choices, the answer in sentences, one figure and the table behind it.

const answer_columns = ({ library }) => [
  ["recipe", (row) => row.recipe + (row.sound === false ? " *" : "")],
  ["computed in", (row) => row.computed_in],
  library === measured_library
    ? ["largest error", (row) => number(row.largest), "number"]
    : [
        `bound with ${library}`,
        (row) => (row.largest === null ? "no bound" : bound_text(row.largest)),
        "number",
      ],
  ...(library === measured_library
    ? []
    : [["found with glibc", (row) => number(row.found), "number"]]),
  ["at position", (row) => (row.position === null ? "–" : place(row.position)), "number"],
  ["positions off", (row) => number(row.positions_off), "number"],
  [
    "good enough",
    (row) => (row.holds ? "yes" : library === measured_library ? "no" : "not proved"),
  ],
  [
    library === measured_library ? "errors matter from" : "errors can matter from",
    (row) => (row.matters_from ? place(row.matters_from) : row.kind === "no bound" ? "–" : "never"),
    "number",
  ],
  ["how sure", (row) => row.kind],
];

/** A recipe and the programs that compute by it. */
function recipe_words(recipe) {
  const programs = distinct(
    report.engines.filter((one) => one.recipe === recipe).map((one) => one.engine),
  );
  return programs.length ? `${recipe}: ${listed(programs, 3)}` : recipe;
}

function library_words(library) {
  if (library === measured_library) return `${library}, measured`;
  const { what = "" } = report.library_bounds.find((one) => one.library === library) ?? {};
  return `${library}: ${spelled(what)}`;
}

/** Engines that set recipe and library, by what stands in the menu. */
const engine_choices = ({ choices, libraries }) =>
  Object.fromEntries(
    report.engines
      .filter((one) => choices.recipe.includes(one.recipe) && libraries.includes(one.library))
      .map((one) => [`${one.engine} (${one.library})`, one]),
  );

/** A menu whose choices change with the state. */
function menu(label, change, wide = false) {
  const select = element("select", { onchange: () => change(select.value) });
  const renew = (options, chosen, words) => {
    select.replaceChildren(
      ...options.map((option) =>
        element("option", { value: option, selected: option === chosen }, words(option)),
      ),
    );
    select.value = chosen;
  };
  const attributes = { class: wide && "double" };
  return { node: element("label", attributes, element("span", {}, label), select), renew };
}

/** Contexts of the slider: powers of two from 2^9 on, and the end of what was measured. */
function notches_to(end) {
  const all = [];
  for (let k = 9; 2 ** k < end; ++k) all.push(2 ** k);
  return [...all, end];
}

function context_slider(change) {
  let notches = [];
  const slider = element("input", {
    type: "range",
    min: 0,
    step: 1,
    "aria-label": "Context length, powers of two",
    oninput: () => change(String(notches[Number(slider.value)])),
  });
  const renew = ({ context, end }) => {
    notches = notches_to(end);
    slider.hidden = notches.length < 2;
    const nearest = notches.findLastIndex((one) => one <= context);
    slider.setAttribute("max", String(notches.length - 1));
    slider.value = String(Math.max(nearest, 0));
    slider.setAttribute("aria-valuetext", positions_words(context));
  };
  return { node: slider, renew };
}

function context_control(change) {
  const slider = context_slider(change);
  const refusal = element("span", { class: "refusal", id: "context-refusal", role: "alert" });
  let end = 1;
  const oninput = () => {
    const right = context_of(box.value, end) !== null;
    box.setAttribute("aria-invalid", String(!right));
    refusal.replaceChildren(right ? "" : `a whole number from 2 to ${grouped(end)}`);
    if (right) change(box.value);
  };
  const box = element("input", {
    type: "number",
    min: 2,
    step: 1,
    "aria-describedby": "context-refusal",
    oninput,
  });
  const renew = (state) => {
    end = state.end;
    slider.renew(state);
    box.setAttribute("max", String(end));
    if (box.value !== String(state.context)) box.value = String(state.context);
    box.setAttribute("aria-invalid", "false");
    refusal.replaceChildren();
  };
  const label = element("label", {}, element("span", {}, "Context, in positions"), box);
  return { node: element("div", { class: "context double" }, label, slider.node, refusal), renew };
}

function encoding_control(change) {
  if (report.encodings.length) {
    const one = menu("Encoding", change, true);
    const words = (name) => name || `this report’s: ${report.encoding}`;
    return {
      node: one.node,
      renew: ({ encoding, choices }) => one.renew(choices.encoding, encoding, words),
    };
  }
  const hint = element("code", {}, "sextant report --model NAME");
  const node = element(
    "p",
    { class: "fixed double" },
    element("span", {}, "Encoding"),
    element("b", {}, report.encoding),
    element("small", {}, hint, " makes the page of another one."),
  );
  return { node, renew: () => {} };
}

/** The menus and the slider; change({key: value}) is called with what the reader chose. */
function answer_controls(change) {
  const set = (key) => (value) => change({ [key]: value });
  const encoding = encoding_control(set("encoding"));
  const context = context_control(set("context"));
  const stored = menu("Stored in", set("stored"));
  const computed = menu("Computed in", set("computed"));
  const library = menu("Library or device", set("library"), true);
  const recipe = menu("Recipe in use", set("recipe"), true);
  let engines = {};
  let program = "";
  const engine = menu("Program (sets recipe and library)", (name) => {
    program = name;
    if (name) change({ recipe: engines[name].recipe, library: engines[name].library });
  }, true);
  const renew = (state) => {
    const { choices } = state;
    encoding.renew(state);
    context.renew(state);
    stored.renew(choices.stored, state.stored, (name) => name);
    computed.renew(choices.computed, state.computed, (name) => name);
    recipe.renew(choices.recipe, state.recipe, recipe_words);
    library.renew(state.libraries, state.library, library_words);
    engines = engine_choices(state);
    const names = Object.keys(engines);
    const set_by = engines[program] ?? {};
    if (set_by.recipe !== state.recipe || set_by.library !== state.library) program = "";
    engine.node.hidden = names.length === 0;
    engine.renew(["", ...names], program, (name) => name || "any");
  };
  const node = element(
    "div",
    { class: "card-controls" },
    encoding.node,
    context.node,
    stored.node,
    computed.node,
    library.node,
    recipe.node,
    engine.node,
  );
  return { node, renew };
}

const terms =
  "A recipe is one way to compute the table: an order of operations in given formats. An ulp is " +
  "the distance between neighbouring numbers of a format.";

const section_link = (id, text) => [" · ", element("a", { href: `#${id}` }, text)];

const answer_caption =
  "Each point is the largest error in one octave of positions. Grey lines are the other recipes " +
  "in the same formats. A dashed line is the derived bound of the recipe in use with the library.";

function answer_card() {
  const host = document.getElementById("answer");
  if (!own_series().length) return () => {};
  let state = null;
  const sentences = element("dl", { class: "sentences", "aria-live": "polite" });
  const link = element("a", { href: "#" }, "Link to this answer");
  const target = figure("Lines: the largest error of each recipe by position", answer_caption);
  const listing = folded_table("Table of all recipes", () =>
    table(
      `Stored in ${state.stored}, ${positions_words(state.context)}, ${state.library}`,
      answer_columns(state),
      state.rows,
    ),
  );
  const controls = answer_controls((chosen) => {
    const { encoding, context, stored, computed, recipe, library } = state;
    const now = { encoding, context: String(context), stored, computed, recipe, library };
    show({ ...now, ...chosen });
    history.replaceState(null, "", address_of(state));
  });
  const show = (asked) => {
    state = settled(asked);
    const { all, stored, computed, recipe } = state;
    state.rows = all
      .filter((series) => series.format === stored)
      .map((series) => judged(series, state));
    const row = state.rows.find((one) => one.recipe === recipe && one.computed_in === computed);
    const limits = limits_of(stored);
    const in_question = state.rows.filter((one) => one.computed_in === computed);
    const better = row.holds ? null : advice(state.rows, state);
    controls.renew(state);
    sentences.replaceChildren(
      ...answer_words(row, state.rows, state, limits).flatMap(([title, text]) => [
        element("dt", {}, title),
        element("dd", {}, text),
      ]),
    );
    link.setAttribute("href", address_of(state));
    const rows = distinct([...in_question, ...(better ? [better] : [])]);
    draw_answer(target, { ...state, rows, row, advised: better, limits });
    listing.renew();
  };
  host.replaceChildren(
    element("h2", { id: "answer-title" }, "Your case"),
    controls.node,
    sentences,
    element("p", { class: "terms" }, terms),
    element(
      "p",
      { class: "link" },
      link,
      ...(report.attention?.series.length
        ? section_link("attention", "What errors do to attention")
        : []),
      ...section_link("reading", "More words explained"),
    ),
    target.node,
    listing.node,
  );
  show(asked_in(location.hash));
  return show;
}
