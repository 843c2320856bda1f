// How to read the page, and how it was measured.

const words = [
  [
    "recipe",
    "A way in which a program computes an encoding in finite precision, step by step, with the " +
      "error bound that theory gives it. “sextant list recipes” says what each one computes.",
  ],
  [
    "format",
    "The number format in which a value is stored; “computed in” names the one in which it was " +
      "computed.",
  ],
  [
    "truth",
    "The mathematical value, enclosed so tightly that its rounding to each format is certain.",
  ],
  ["absolute error", "The distance between the stored value and the truth."],
  [
    "ulp",
    "The spacing of the format at the truth: 2^(max(e, emin) − p + 1) where 2^e ≤ |x| < " +
      "2^(e+1). Near a zero of sine it is tiny, and many ulps may be a harmless error.",
  ],
  [
    "good enough",
    "Every error below the context is within half an ulp of 1 of the format stored.",
  ],
  [
    "errors matter",
    "Those above half an ulp of 1 of the format stored. In formats wider than 16 bits: those " +
      "above half an ulp of bfloat16 below 1 (0.00195), since models round products to bfloat16.",
  ],
  [
    "positions off",
    "The phase error of a sine–cosine pair, divided by its frequency: by how many positions " +
      "the pair is misplaced.",
  ],
  [
    "bound",
    "The error that theory allows a recipe, derived from its sequence of roundings. “Of the " +
      "bound” is the largest share of it that any entry used.",
  ],
  [
    "sound",
    "A recipe whose bound holds for every input. Recipes marked * are not sound: their bound is what " +
      "theory gives for the steps they take.",
  ],
  [
    "faithful",
    "The stored value is one of the two neighbours of the truth in its format, and the truth " +
      "itself where that is representable.",
  ],
  ["octave", "The positions from 2^k to 2^(k+1) − 1."],
  [
    "exhaustive",
    "Every place was tried: no error is larger than the one shown, no violation earlier.",
  ],
  [
    "first found",
    "All small positions were tried, and none fails. This is the first failure in a sample of " +
      "larger positions: an earlier one may exist.",
  ],
  [
    "none found",
    "There is no failure among the first positions, which were all tried. None was found among " +
      "the positions sampled up to the end of the search.",
  ],
  [
    "exhaustive, tied",
    "Every pair was tried, and others are as near as the one named, or nearly: the measurement " +
      "cannot distinguish them.",
  ],
  [
    "largest found",
    "The largest among the places sampled. A larger one may exist, but none above a sound bound.",
  ],
  [
    "witness",
    "The place where a number of this page was measured, with the value that the recipe got and " +
      "the truth: enough to check it by hand.",
  ],
];

const definitions = (pairs) =>
  element(
    "dl",
    {},
    ...pairs.flatMap(([term, text]) => [
      element("dt", {}, term),
      element("dd", {}, String(text)),
    ]),
  );

function reading() {
  section(
    "reading",
    "How to read this",
    definitions(words),
    element(
      "p",
      {},
      "Errors are upper bounds themselves: the uncertainty of the truth is added to each.",
    ),
  );
}

const evidence_link = () =>
  element(
    "p",
    {},
    element("a", { href: "evidence.html" }, "The project’s records"),
    ": proofs, sweeps of every position, tests of the tests, and speed.",
  );

function made() {
  const { environment = {}, seeds = {} } = report;
  section(
    "made",
    "How it was measured",
    element("p", {}, "This command repeats it:"),
    element("pre", {}, element("code", {}, report.command)),
    definitions([
      ["encoding", report.encoding],
      ["sextant", report.sextant],
      ["commit", report.commit ?? "unknown"],
      ["measured", `${report.created}, in ${number(report.seconds)} s`],
      ...Object.entries(environment).map(([key, value]) => [
        key,
        value === true ? "yes" : value === false ? "no" : (value ?? "unknown"),
      ]),
      ...Object.entries(seeds).map(([key, value]) => [`seed of ${key}`, value]),
    ]),
    ...(report.evidence ? [evidence_link()] : []),
  );
}
