// What the reader chose, as the address has it: #context=131072&stored=bfloat16&…

const defaults_of_answer = () => ({
  encoding: "",
  context: report.answer?.context ?? "131072",
  stored: report.answer?.format ?? "bfloat16",
  computed: report.answer?.computed_in ?? "float32",
  recipe: report.answer?.recipe ?? "pow-reciprocal",
  library: report.answer?.library ?? measured_library,
});

const is_answer = (hash) => hash.includes("=");

/** What an address asks for; keys that it lacks are those of the default answer. */
function asked_in(hash) {
  const given = Object.fromEntries(new URLSearchParams(is_answer(hash) ? hash.slice(1) : ""));
  return { ...defaults_of_answer(), ...given };
}

const libraries_of = (encoding) =>
  distinct([
    measured_library,
    ...(encoding ? [] : report.library_bounds.map((one) => one.library)),
  ]);

/** A context as a number, if it is a whole one from 1 to the end; else null. */
function context_of(text, end) {
  const context = /^\d{1,16}$/.test(text) ? Number(text) : null;
  return context >= 1 && context <= end ? context : null;
}

/**
 * The choices that there are, and the one that comes nearest to what is asked: an unknown value
 * becomes the default; or the first choice, if the default is none of the choices.
 */
function settled(asked) {
  const usual = defaults_of_answer();
  const pick = (key, options) =>
    [asked[key], usual[key]].find((value) => options.includes(value)) ?? options[0];
  const encodings = ["", ...report.encodings.map((one) => one.name)];
  const encoding = pick("encoding", encodings);
  const all = series_of_encoding(encoding);
  const formats = distinct(all.map((series) => series.format));
  const stored = pick("stored", formats);
  const of_stored = all.filter((series) => series.format === stored);
  const computed_in = distinct(of_stored.map((series) => series.computed_in));
  const computed = pick("computed", computed_in);
  const names = of_stored
    .filter((series) => series.computed_in === computed)
    .map((series) => series.recipe);
  const library_names = libraries_of(encoding);
  const end = end_of(of_stored);
  const context = context_of(asked.context, end) ?? context_of(usual.context, end) ?? end;
  return {
    encoding,
    context,
    stored,
    computed,
    recipe: pick("recipe", names),
    library: pick("library", library_names),
    all,
    end,
    choices: { encoding: encodings, stored: formats, computed: computed_in, recipe: names },
    libraries: library_names,
  };
}

/** The address of an answer. */
function address_of({ encoding, context, stored, computed, recipe, library }) {
  const asked = { context, stored, computed, recipe, library };
  return `#${new URLSearchParams(encoding ? { encoding, ...asked } : asked)}`;
}
