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
  const sure =
    by_bounds || rows.every(({ series }) => position_number(series.ranges[0]?.exhaustive_to ?? "1") >= context);
  const whole_context = `${sure ? "over all" : "at every position that was tried of"} ${positions_words(context)}`;
  const first = holding.length
    ? `${listed(holding.map(name))} ${holding.length > 1 ? "stay" : "stays"} within ` +
      `${limits.storage.words} ${whole_context}`
    : `no recipe stored in ${stored} ${by_bounds ? "is proved to stay" : "stays"} within ` +
      `${limits.storage.words} ${whole_context}`;
  const second = harmless.length
    ? `; ${listed(harmless.map(name))} ${harmless.length > 1 ? "stay" : "stays"} within ` +
      limits.matters.words
    : "";
  return sentence(`${by_bounds}${first}${second}.`);
}

/** The text with a capital first letter, unless it begins with the name of a recipe. */
const sentence = (text) =>
  recipes.includes(text.split(/[ ,;]/)[0]) ? text : text[0].toUpperCase() + text.slice(1);

/** Whether the recipe in use is good enough. */
function verdict(row, { library }) {
  if (row.holds) return row.kind === "none found" ? "Yes, at every position tried." : "Yes.";
  if (row.harmless) return "Yes, if the model computes in bfloat16.";
  if (library === measured_library) return "No.";
  return row.largest === null ? "Unknown." : "Not proved.";
}

/**
 * "0.00864, at position 128 183". Octaves are measured whole, so the position may be beyond the
 * context.
 */
function found_words(row, context) {
  if (row.position === null) return number(row.found);
  const beyond = position_number(row.position) >= context ? " (beyond the context, in its octave)" : "";
  return `${number(row.found)}, at position ${place(row.position)}${beyond}`;
}

/** How far phases are off; where only narrow formats were measured, storing is a part of that. */
function phase_words({ computed_in, positions_off, series: { phases_in } }) {
  if (positions_off === null) return "";
  const stored = precision_of(phases_in) < precision_of(computed_in);
  const what = stored ? `With entries rounded to ${phases_in}, angles` : "Angles";
  return ` ${what} are up to ${number(positions_off)} positions off.`;
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
  return sentence(`${largest} is ${found_words(row, context)}. ${matters}${phase_words(row)}`);
}

/** How far the recipe in use errs, and from where on that matters. */
function yours_words(row, state, limits) {
  const { context, library } = state;
  if (library === measured_library) return measured_words(row, state, limits);
  const { words } = limits.matters;
  const beyond = (limit) =>
    row.found_from
      ? `, and the first error beyond ${limit} is at position ${place(row.found_from)}`
      : `, and no error found below position ${grouped(context)} exceeds ${limit}`;
  const found = (rest) =>
    `With the functions of glibc, the largest error found is ${found_words(row, context)}${rest}.` +
    phase_words(row);
  if (row.largest === null)
    return `No bound is known for ${row.recipe} with ${library}. ${found(beyond(words))}`;
  const bound = `${row.recipe} errs by at most ${bound_text(row.largest)}`;
  return row.harmless
    ? `${bound}, within ${words}. ${found("")}`
    : `${bound}: by this bound, errors can exceed ${words} from position ` +
        `${place(row.matters_from)} on. ${found(beyond("that limit"))}`;
}

/** What to change. */
function change_words(row, rows, { computed, library }) {
  if (row.holds) return `Nothing: ${row.recipe} is good enough for this context.`;
  const better = advice(rows);
  const unless = row.harmless ? "Nothing if the model computes in bfloat16. Otherwise " : "";
  if (unless && !better?.holds) return `${unless}no recipe here is good enough.`;
  if (better) {
    const size =
      library === measured_library
        ? `errs by ${number(better.largest)}`
        : `errs by at most ${bound_text(better.largest)}`;
    const where =
      better.computed_in === computed ? "" : `, which computes angles in ${better.computed_in},`;
    return sentence(`${unless}use ${better.recipe}${where} instead of ${row.recipe}: it ${size}.`);
  }
  if (rows.every((one) => one.kind === "no bound"))
    return "No recipe here has a bound with this library: compute the table with another library.";
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
    return "Largest found: a few positions of each octave were measured, so errors may matter from a somewhat earlier position.";
  const limit = place(row.series.ranges[0]?.exhaustive_to ?? "1");
  const sampled = `positions below ${limit} were all tried, larger ones sampled`;
  const ended = row.found_from ? place(row.found_from) : grouped(context);
  const tried = {
    exhaustive: `Exhaustive: every position below ${ended} was tried for an error that matters.`,
    "first found": `First found: ${sampled}; errors may matter from an earlier position.`,
    "none found": `None found: ${sampled}.`,
  }[row.kind];
  const bound =
    row.derived === null ? "" : `, and by a derived bound no error exceeds ${bound_text(row.derived)}`;
  const largest = row.every_entry
    ? "The largest error is exact: every entry was measured."
    : `The largest error was found in a sample${bound}.`;
  return `${tried} ${largest}`;
}

/** [title, sentence] of what the card says. */
const answer_words = (row, rows, state, limits) => [
  ["Good enough?", `${verdict(row, state)} ${sentence(yours_words(row, state, limits))}`],
  ["What to change", change_words(row, rows, state)],
  ["Good recipes", good_words(rows, state, limits)],
  ["How sure", sure_words(row, state)],
];
