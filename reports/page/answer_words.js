// The answer in sentences.

const named = (row, computed) =>
  row.computed_in === computed ? row.recipe : `${row.recipe} (computed in ${row.computed_in})`;

const positions_words = (context) => `${grouped(context)} positions`;

/** Which recipes are good enough. */
function good_words(rows, { context, computed, stored, library }, limits) {
  const name = (row) => named(row, computed);
  const holding = rows.filter((row) => row.holds);
  const harmless = rows.filter((row) => row.harmless && !row.holds);
  const by_bounds =
    library === measured_library ? "" : `With the functions of ${library}, by derived bounds: `;
  const whole_context = `over all ${positions_words(context)}`;
  const first = holding.length
    ? `${listed(holding.map(name))} ${holding.length > 1 ? "hold" : "holds"} ` +
      `${limits.storage.words} ${whole_context}`
    : `no recipe stored in ${stored} ${by_bounds ? "is proved to hold" : "holds"} ` +
      `${limits.storage.words} ${whole_context}`;
  const second = harmless.length
    ? `; ${listed(harmless.map(name))} ${harmless.length > 1 ? "stay" : "stays"} within ` +
      limits.matters.words
    : "";
  return sentence(`${by_bounds}${first}${second}.`);
}

/** With a capital, unless it begins with the name of a recipe. */
const sentence = (text) =>
  recipes.includes(text.split(/[ ,;]/)[0]) ? text : text[0].toUpperCase() + text.slice(1);

/**
 * "0.0086, at position 128 183, with angles up to 0.017 positions off".  Octaves are measured whole,
 * so the position may be beyond the context.
 */
function found_words(row, context) {
  const beyond = row.position !== null && position_number(row.position) >= context;
  const at =
    row.position === null
      ? ""
      : `, at position ${place(row.position)}${beyond ? " (beyond the context, in its octave)" : ""}`;
  const phase =
    row.positions_off === null ? "" : `, with angles up to ${brief(row.positions_off)} positions off`;
  return brief(row.found) + at + phase;
}

/** How far the recipe in use errs with the functions that were measured. */
function measured_words(row, { context }, limits) {
  const largest = `the largest error ${row.every_entry ? "" : "found "}of ${row.recipe}`;
  const first = row.kind === "exhaustive" ? "first" : "first found";
  const where = row.position === null ? "in the octave from position" : "at position";
  const matters = row.found_from
    ? `Its errors start to matter ${where} ${place(row.found_from)}, the ${first} with more ` +
      `than ${limits.matters.words}.`
    : `No position below ${grouped(context)} ` +
      `${row.kind === "exhaustive" ? "has" : "was found to have"} an error of more than ` +
      `${limits.matters.words}.`;
  return sentence(`${largest} is ${found_words(row, context)}. ${matters}`);
}

/** How far the recipe in use errs, and from where on that matters. */
function yours_words(row, state, limits) {
  const { library } = state;
  if (library === measured_library) return measured_words(row, state, limits);
  const found = `with the functions of glibc the largest found is ${found_words(row, state.context)}`;
  if (row.largest === null) return `For ${row.recipe} with ${library} no bound is known; ${found}.`;
  const matters = row.harmless
    ? `Its errors stay within ${limits.matters.words}.`
    : `By the bound, its errors can exceed ${limits.matters.words} from position ` +
      `${place(row.matters_from)} on.`;
  const bound = `${bound_text(row.largest)}, a derived bound`;
  return `${row.recipe} errs by at most ${bound}; ${found}. ${matters}`;
}

/** What to change. */
function change_words(row, rows, { computed, library }) {
  if (row.holds) return `Nothing: ${row.recipe} is good enough for this context.`;
  const better = advice(rows);
  if (row.harmless && !better?.holds)
    return `Nothing: the error of ${row.recipe} does not matter at this context.`;
  if (better) {
    const size =
      library === measured_library
        ? `errs by ${brief(better.largest)}`
        : `errs by at most ${bound_text(better.largest)}`;
    const where =
      better.computed_in === computed ? "" : `, which computes angles in ${better.computed_in},`;
    return `Use ${better.recipe}${where} instead of ${row.recipe}: it ${size}.`;
  }
  if (rows.every((one) => one.kind === "no bound"))
    return "No recipe here has a bound with this library: compute the table with another one.";
  const short =
    position_number(row.matters_from ?? "0") > 1
      ? `Keep positions below ${place(row.matters_from)}, or store`
      : "Store";
  return `No recipe here is good enough. ${short} the table in a wider format.`;
}

/** How sure all this is. */
function sure_words(row, { context, encoding, library }) {
  if (library !== measured_library) {
    const { what = "" } = report.library_bounds.find((one) => one.library === library) ?? {};
    const bound =
      row.largest === null ? "No bound" : "A derived bound, from the documented accuracy";
    return `${bound}: ${spelled(what).replace(/\.$/, "")}. Nothing was measured with ${library}.`;
  }
  if (encoding)
    return "Largest found: a few positions of each octave were measured, so that an error may matter somewhat earlier.";
  const limit = place(row.series.ranges[0]?.exhaustive_to ?? "1");
  const sampled = `positions below ${limit} were all tried, larger ones sampled`;
  const tried = {
    exhaustive: "Exhaustive: where errors start to matter, every position was tried.",
    "first found": `First found: ${sampled}; an earlier one may exist.`,
    "none found": `None found: ${sampled}.`,
  }[row.kind];
  const bound =
    row.derived === null ? "" : `, and by a derived bound no error exceeds ${bound_text(row.derived)}`;
  const largest = row.every_entry
    ? "The largest error is the largest there is."
    : `The largest error is the largest found in a sample${bound}.`;
  return `${tried} ${largest}`;
}

/** [title, sentence] of what the card says. */
const answer_words = (row, rows, state, limits) => [
  ["Good enough", good_words(rows, state, limits)],
  ["Your recipe", yours_words(row, state, limits)],
  ["What to change", change_words(row, rows, state)],
  ["How sure", sure_words(row, state)],
];
