#pragma once

#include <functional>
#include <vector>

#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/observation/observed_frequency.hpp"

/// The lists that candidates() joins, by what a fault changes.
namespace sextant::verify {

/// Returns candidates with reversed rows, angles of the opposite sign, mirrored positions, or the
/// row of zeros at another position.  Empty for tables of frequencies.
std::vector<Candidate> row_candidates(const Source& source, const Claim& claim);

/// Whether a row of zeros at a position may be the padding row of an embedding.
bool may_be_padding(const Claim& claim, Position p);

/// Returns candidates whose entries are negated, have another amplitude, or are rounded to
/// multiples of a step.  Empty for tables of frequencies.
std::vector<Candidate> gain_candidates(const Source& source, const Claim& claim, Search search);

/// Returns the claim whose waves became multiples of a step, as in integers of few bits: by
/// rounding to nearest, or toward zero; all with one step, or with one for each row or block of
/// columns. Empty if the entries are no such multiples.
///                                                                      verdict.md, (35a)
std::vector<Candidate> quantised_candidates(const Source& source, const Claim& claim);

/// Returns candidates whose columns are permuted or shifted, and have none of the known layouts.
/// At most two; empty if the columns are as claimed or a column holds none of the expected waves.
///                                                                                 verdict.md, (26)
std::vector<Candidate> column_candidates(const Source& source, const Claim& claim, Search search);

/// Returns the candidates for faults in the context scaling of a rotary encoding: missing or
/// repeated scaling, a wrong amplitude, other conventions of YaRN, wrong bands, lists, and
/// exponents over the whole head.  Empty for other encodings.
std::vector<Candidate> context_candidates(const Claim& claim);

/// Returns the candidates with the claimed numbers and another kind of context scaling.  Empty if
/// no scaling is claimed.
std::vector<Candidate> kind_candidates(const Claim& claim);

/// Returns candidates with another kind of context scaling, or with scaling parameters fitted to
/// the table.  Each has the amplitude that its context gives, the claimed amplitude, or 1.  Empty
/// for encodings other than rotary with law d.
std::vector<Candidate> fitted_candidates(const Source& source, const Claim& claim, ShownBy by);

/// Returns bases of other models with the claimed scaling, or without it.  Another fault does not
/// hide them as it does estimates.  Empty if no scaling is claimed.
std::vector<Candidate> usual_bases(const Claim& claim, bool scaled);

/// Returns candidates with frequencies of the claimed base in wrong places: those of another pair,
/// reciprocals, or exponents that count columns.  Empty with context scaling, with phases, or for
/// fewer than 3 pairs.
std::vector<Candidate> law_candidates(const Claim& claim);

/// Returns candidates whose exponents are divided by the dimension of the whole head, although only
/// a part of it is rotated.
std::vector<Candidate> head_candidates(const Claim& claim);

/// Returns candidates with other frequencies: exponents with another divisor, rounded frequencies,
/// or another base.
std::vector<Candidate> frequency_candidates(const Source& source, const Claim& claim,
                                            Search search);

/// Returns candidates whose frequencies, or their reciprocals, were rounded to a format narrower
/// than the format computed in.  No two have equal frequencies.
std::vector<Candidate> rounded_candidates(const Source& source, const Claim& claim);

/// Returns candidates that change the angles of all pairs alike: positions are scaled, or a phase
/// is added.  Empty for tables of frequencies and for claims with phases.
std::vector<Candidate> angle_candidates(const Source& source, const Claim& claim, Search search);

/// Returns candidates that round angles, or the factors of the product position times frequency:
/// bfloat16, float16 or TF32.  Empty for tables of frequencies and for fractional positions.
std::vector<Candidate> product_candidates(const Source& source, const Claim& claim);

/// The candidates for a table of divisors or periods: those of other_numbers(), and those that
/// `list` returns for the frequencies that follow from the numbers of the table.
std::vector<Candidate> reciprocal_candidates(
    const Source& source, const Claim& claim,
    const std::function<std::vector<Candidate>(const Source&, const Claim&)>& list);

/// The candidates for a table that holds other numbers than claimed: frequencies, periods,
/// divisors, or the factors by which the context scaling multiplies frequencies.
std::vector<Candidate> other_numbers(const Claim& claim);

/// Returns the candidates for tables of biases, slopes, buckets or indices, in order of precedence.
std::vector<Candidate> bias_candidates(const Source& source, const Claim& claim);

/// Returns candidates with another number of buckets or another largest distance, for the buckets
/// of T5 and DeBERTa.  They agree with a sample of the table.  Empty for other formulas.
std::vector<Candidate> bucket_candidates(const Source& source, const Claim& claim);

/// Returns the candidates for the index of a window and for the coordinates of Swin v2.  Their
/// parameters are estimated from the table.  Empty for other encodings.
std::vector<Candidate> window_candidates(const Source& source, const Claim& claim);

/// Returns the candidates for a table of a query scale, in order of precedence: other forms,
/// 16-bit arithmetic, float32 arithmetic, positions that restart, offsets of positions up to 2,
/// then parameters and offsets that are estimated from the table, and last positions in 16 bits.
std::vector<Candidate> query_scale_candidates(const Source& source, const Claim& claim);

/// Minimum number of rows for a reliable test of a recurrence.  For shorter tables recurrences are
/// among the last candidates.
inline constexpr std::uint64_t kLongRun = 16;

/// Returns candidates with unsound recipes.  Bitwise matches come first, then candidates within
/// bounds.
std::vector<Candidate> recipe_candidates(const Source& source, const Claim& claim);
/// Returns candidates with sines and cosines of their own, accepted within their bounds.
std::vector<Candidate> sine_candidates(const Source& source, const Claim& claim);
/// Returns candidates that are recurrences, accepted within bounds, from any first row.  These
/// bounds fit many other tables, so the candidates come late.  If `continues_from_first_row` is
/// true, the first row is the only evidence.
std::vector<Candidate> run_candidates(const Source& source, const Claim& claim,
                                      bool continues_from_first_row = false);

/// Returns the candidates for a scale of xPos, alone or in sines and cosines: its inverse, another
/// centre, gamma or scale base, and an exponent that is an integer.  For the scale alone also
/// columns in another order; for sines and cosines also no scale.  Empty for other encodings.
std::vector<Candidate> xpos_candidates(const Source& source, const Claim& claim);

/// Returns the rows divided by the scale of xPos that the claim has, for estimates from sines and
/// cosines.
Source unscaled(const Source& source, const Claim& claim);
/// Returns the claim without that scale.
Claim unscaled(const Claim& claim);
/// Returns the candidate of an unscaled claim with the scale of `claim`.
Candidate with_scale(Candidate candidate, const Claim& claim);

}  // namespace sextant::verify
