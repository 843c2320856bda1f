// What the report says of each recipe for a context, formats and a library.

const measured_library = "glibc";

/** Significant bits of a format; null for one without a name known here. */
function precision_of(format) {
  const known = { float16: 11, bfloat16: 8, float32: 24, float64: 53, binary128: 113 };
  const small = { float8_e4m3fn: 4, float8_e5m2: 3 };
  const digits = /^p(\d+)$/.exec(format);
  return known[format] ?? small[format] ?? (digits ? Number(digits[1]) : null);
}

/** Half an ulp of 1 of the format stored, and the limit from which on an error matters. */
function limits_of(format) {
  const precision = precision_of(format);
  const value = precision === null ? null : 2 ** -precision;
  const words = `half an ulp of ${format}${value === null ? "" : ` (${number(value)})`}`;
  const storage = { criterion: "half-ulp-of-1", value, words };
  if (precision === null || precision <= 11) return { storage, matters: storage };
  const bfloat16 = `half an ulp of bfloat16 below 1 (${number(2 ** -9)})`;
  return {
    storage,
    matters: { criterion: "half-bfloat16-ulp", value: 2 ** -9, words: bfloat16 },
  };
}

/** The size of an error. A value that is no number, as of an infinite entry, has an infinite size. */
const size_of = (value) =>
  typeof value === "number" ? value : value === null || value === undefined ? null : Infinity;

/**
 * The series of the same recipe in the widest storage format. There, storage adds the least to the
 * phase errors of the angles.
 */
const widest = (all, { recipe, computed_in }) =>
  all
    .filter((one) => one.recipe === recipe && one.computed_in === computed_in)
    .reduce((one, other) => (precision_of(other.format) > precision_of(one.format) ? other : one));

/** Sequential recipes are left out: their errors are by steps, not by position. */
function own_series() {
  const by_position = report.drift.filter((series) => !series.steps);
  return by_position.map((series) => ({
    ...series,
    phases_in: widest(by_position, series).format,
    ranges: report.safe_ranges.filter(
      (range) => range.recipe === series.recipe && variant(range) === variant(series),
    ),
    octaves: series.octaves.map((octave, k) => ({
      from: position_number(octave.from),
      to: position_number(octave.to),
      value: size_of(octave.absolute?.value),
      position: octave.absolute?.position ?? null,
      off: size_of(widest(by_position, series).octaves[k].positions_off?.value),
      every_entry: octave.exhaustive,
    })),
  }));
}

const other_series = (encoding) =>
  encoding.series.map((series) => ({
    ...series,
    phases_in: widest(encoding.series, series).format,
    sound: true,
    ranges: [],
    octaves: series.absolute.map((value, k) => ({
      from: 2 ** k,
      to: 2 ** (k + 1),
      value: size_of(value),
      position: null,
      off: size_of(widest(encoding.series, series).positions_off?.[k]),
      every_entry: false,
    })),
  }));

/** The name of an encoding is "" for the report's own. */
function series_of_encoding(name) {
  const other = report.encodings.find((encoding) => encoding.name === name);
  return other ? other_series(other) : own_series();
}

/** Where the positions that were measured end. */
const end_of = (all) => Math.max(...all.flatMap((series) => series.octaves.map(({ to }) => to)), 1);

const largest_by = (octaves, key) =>
  octaves.reduce((worst, octave) => (octave[key] > (worst?.[key] ?? -1) ? octave : worst), null);

/** Where a series first exceeds a limit below the context, and how sure that is. */
function first_beyond({ ranges, octaves }, { criterion, value }, context) {
  const range = ranges.find((one) => one.criterion === criterion);
  if (range && position_number(range.searched_to) >= context) {
    const at = range.first_violation?.position;
    if (at !== undefined && position_number(at) < context) return { from: at, kind: range.kind };
    const every = position_number(range.exhaustive_to) >= context || range.kind === "exhaustive";
    return { from: null, kind: every ? "exhaustive" : "none found" };
  }
  const octave = octaves.find((one) => one.from < context && value !== null && one.value > value);
  if (!octave) return { from: null, kind: "none found" };
  return { from: octave.position ?? String(octave.from), kind: "first found" };
}

/** The derived bounds of a library by octave; null if there are none for the series. */
function library_bounds_of(library, series) {
  const found = report.library_bounds.find((one) => one.library === library);
  const of_series = ({ recipe, computed_in, format }) =>
    recipe === series.recipe && computed_in === series.computed_in && format === series.format;
  return found?.series.find(of_series)?.bounds ?? null;
}

/** The largest derived bound below a context; null if an octave has none. */
function bound_within(bounds, context) {
  const within = bounds?.slice(0, Math.ceil(Math.log2(context))) ?? [];
  const complete = bounds && bounds.length >= Math.log2(context) && !within.includes(null);
  return complete && within.length ? Math.max(...within) : null;
}

/** The first octave that may exceed a limit by a library's bounds, as the text of its start. */
function may_exceed_from(bounds, limit, context) {
  const octaves = Math.ceil(Math.log2(context));
  for (let k = 0; k < octaves; ++k)
    if (!((bounds?.[k] ?? Infinity) <= limit)) return bounds?.[k] ? String(2 ** k) : null;
  return null;
}

/** One recipe: its largest error below the context, where that starts to matter, and how sure. */
function judged(series, { context, library }) {
  const limits = limits_of(series.format);
  const within = series.octaves.filter((octave) => octave.from < context);
  const worst = largest_by(within, "value");
  const beyond = first_beyond(series, limits.storage, context);
  const matters = first_beyond(series, limits.matters, context);
  const result = {
    recipe: series.recipe,
    computed_in: series.computed_in,
    format: series.format,
    sound: series.sound,
    series,
    found: worst?.value ?? null,
    position: worst?.position ?? null,
    positions_off: largest_by(within, "off")?.off ?? null,
    every_entry: within.every((octave) => octave.every_entry),
    derived: bound_within(library_bounds_of(measured_library, series), context),
    holds: beyond.from === null,
    harmless: matters.from === null,
    matters_from: matters.from,
    kind: matters.kind,
    found_from: matters.from,
  };
  if (library === measured_library) return { ...result, largest: result.found };
  const bounds = library_bounds_of(library, series);
  const bound = bound_within(bounds, context);
  return {
    ...result,
    largest: bound,
    bounds,
    holds: bound !== null && bound <= limits.storage.value,
    harmless: bound !== null && bound <= limits.matters.value,
    matters_from: may_exceed_from(bounds, limits.matters.value, context),
    kind: bound === null ? "no bound" : "derived bound",
  };
}

/** The recipe to use instead: among sound ones, if there are any, the one with the smallest error. */
function advice(rows) {
  const rank = (row) => [row.sound ? 0 : 1, row.largest];
  const before = (one, other) => {
    const [a, b] = [rank(one), rank(other)];
    const i = a.findIndex((value, at) => value !== b[at]);
    return i < 0 ? 0 : a[i] - b[i];
  };
  const good = rows.filter((row) => row.holds);
  return [...(good.length ? good : rows.filter((row) => row.harmless))].sort(before)[0] ?? null;
}
