// Numbers and positions as people read them: one spelling for the whole page.

const superscript = (n) =>
  String(n).replace(/[-0-9]/g, (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);

const power = (base, exponent) => base + superscript(exponent);

/** "1024" and "2^10" as a BigInt; null for anything else. */
function whole(text) {
  const power_of_two = /^2\^(\d{1,4})$/.exec(text);
  if (power_of_two) return 1n << BigInt(power_of_two[1]);
  return /^-?\d+$/.test(text) ? BigInt(text) : null;
}

/** A position as a number, rounded beyond 2^53. */
const position_number = (text) => Number(whole(text) ?? text);

/** Where a position is on the axis. Positions below one are half an octave before it. */
function log2(text) {
  const size = Math.abs(position_number(text));
  return size >= 1 ? Math.log2(size) : -0.5;
}

/** 131 072 */
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/** 4 099; powers of two from 2²⁴ on as such. */
function place(text) {
  const n = whole(text);
  if (n === null) return String(text);
  const bits = n.toString(2);
  return bits.length > 24 && bits.lastIndexOf("1") === 0
    ? power("2", bits.length - 1)
    : grouped(n);
}

/** Like place(), with two digits of what has more than seven. */
function short_place(text) {
  const exact = place(text);
  return exact.length <= 9 ? exact : number(position_number(text));
}

/** 5.96 × 10⁻⁸, without a place to break a line */
function scientific(value, digits) {
  const [factor, exponent] = value.toExponential(digits - 1).split("e");
  return `${factor}\u00a0×\u00a0${power("10", Number(exponent))}`;
}

/**
 * 0.00195; 5.96 × 10⁻⁸ below 0.0001; 12 300 000 as 1.23 × 10⁷; as many significant digits as
 * asked for. "–" if there is no number.
 */
function number(value, digits = 3) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number" || value === 0) return String(value);
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e7) return scientific(value, digits);
  if (Number.isInteger(value) || size >= 100) return grouped(Math.round(value));
  return String(Number(value.toPrecision(digits)));
}

/** A text of the report, with its numbers as those of the page: 2^-24 as 2⁻²⁴, 1e-07 as 10⁻⁷. */
const spelled = (text) =>
  String(text)
    .replace(/\b\d+(\.\d+)?e[-+]?\d+\b/g, (value) => number(Number(value), 2))
    .replace(/\b2\^(-?\d+(\.\d+)?)/g, (_, exponent) =>
      power("2", exponent).replace(".", "\u00b7"),
    );

/** Rounded up to three significant digits, so that a bound stays one. */
function rounded_up(value) {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Math.ceil(value / unit - 1e-9) * unit;
}

const bound_text = (value) => number(value > 0 ? rounded_up(value) : value);

const percent = (share) =>
  share === null || share === undefined ? "–" : `${number(100 * share)} %`;

const logarithm = (value) => (typeof value === "number" && value > 0 ? Math.log10(value) : null);

/** bfloat16, or "bfloat16, computed in float32". */
const variant = (series) =>
  series.format === series.computed_in
    ? series.format
    : `${series.format}, computed in ${series.computed_in}`;

const distinct = (list) => [...new Set(list)];

/** "a, b and c"; of more than `most` the first ones and how many others. */
function listed(names, most = 6) {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const others = names.length - shown.length;
  const all = others ? [...shown, `${others} others`] : shown;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

const criterion_words = {
  faithful: "faithful: one of the two numbers around the exact value",
  "half-ulp-of-1": "half an ulp of 1 of the format stored",
  "1e-3": "0.001",
  "half-bfloat16-ulp": "half an ulp of bfloat16 below 1 (0.00195)",
};
