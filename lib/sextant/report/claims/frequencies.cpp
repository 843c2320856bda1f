#include <fmt/format.h>

#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

constexpr int kWidest = 1024;  ///< the widths tried are the even ones up to it

Sinusoidal even_timescales(int dim) {
  return {.dim = dim, .law = Law::half_minus_shift};  // by d/2 − 1 in place of d/2
}

Statement definition() {
  const TrueRows ours(Sinusoidal{.dim = 512}), theirs(even_timescales(512));
  const ClaimInterval &a = ours.frequency(255), &b = theirs.frequency(255);
  return {"definition", "Pair i of position p is (sin, cos) of p/10000^(2i/d), interleaved",
          shown(differ(a, b), StatementVerdict::no_number),
          fmt::format("A definition, the one taken here by default. Others are in use: with "
                      "10000^(i/(d/2 − 1)), as tensor2tensor has it, pair 255 of d = 512 turns by "
                      "{} a position and not by {}. Halves instead of interleaved are a "
                      "permutation of the columns.",
                      text(b), text(a)),
          "Frequencies.FallFromPairToPair"};
}

/// Whether each frequency is certainly below the one before, at every width tried.
bool frequencies_fall() {
  bool fall = true;
  for (int dim = 4; dim <= kWidest && fall; dim += dim < 64 ? 2 : 32) {
    const TrueRows truth(Sinusoidal{.dim = dim});
    for (int pair = 1; pair < truth.pairs(); ++pair)
      fall = fall && less(truth.frequency(pair), truth.frequency(pair - 1));
  }
  return fall;
}

Statement rising() {
  const TrueRows truth(Sinusoidal{.dim = 4});
  return {"higher-index-higher-frequency",
          "A higher pair index means a higher frequency, a shorter wavelength",
          shown(less(truth.frequency(1), truth.frequency(0)), StatementVerdict::refuted),
          fmt::format("The least width with two pairs, d = 4: pair 0 turns by {} a position, pair "
                      "1 by {}.",
                      text(truth.frequency(0)), text(truth.frequency(1))),
          "Frequencies.FallFromPairToPair"};
}

Statement falling() {
  return {"higher-index-lower-frequency",
          "A higher pair index means a lower frequency, a longer wavelength",
          shown(frequencies_fall(), StatementVerdict::proved),
          fmt::format("ω_(i+1)/ω_i = 10000^(−2/d) < 1 for every d, as for every base above 1; "
                      "enclosed pair by pair for widths from 4 to {}.",
                      kWidest),
          "Frequencies.FallFromPairToPair"};
}

Statement last_frequency() {
  const TrueRows narrow(Sinusoidal{.dim = 2}), wide(Sinusoidal{.dim = 512});
  const TrueRows theirs(even_timescales(512));
  const ClaimInterval tenth = enclose<ClaimInterval>(Rational(1, 10000));
  const ClaimInterval turn = 2 * enclose_pi<ClaimInterval>();
  const bool off = differ(narrow.frequency(0), tenth) && differ(wide.frequency(255), tenth);
  return {"last-frequency",
          "With ω_i = 10000^(−2i/d), the last pair, i = d/2 − 1, has the frequency 1/10000 and the "
          "wavelength 62832",
          shown(off && !differ(theirs.frequency(255), tenth), StatementVerdict::refuted),
          fmt::format("d = 2: its only pair has the frequency {}. At d = 512 the last one has {}, "
                      "and the wavelength {}. It is so by the other law, 10000^(−i/(d/2 − 1)): {}.",
                      text(narrow.frequency(0)), text(wide.frequency(255)),
                      text(turn / wide.frequency(255), 5), text(theirs.frequency(255))),
          "Frequencies.OfTheLastPairDependOnTheLaw"};
}

Statement wavelengths() {
  const ClaimInterval turn = 2 * enclose_pi<ClaimInterval>(), longest = 10000 * turn;
  const TrueRows narrow(Sinusoidal{.dim = 128}), wide(Sinusoidal{.dim = kWidest});
  const auto last = [&](const TrueRows& rows) { return turn / rows.frequency(rows.pairs() - 1); };
  const bool below = less(last(narrow), last(wide)) && less(last(wide), longest);
  return {"wavelengths", "Wavelengths run from 2π to 10000·2π",
          shown(below && !differ(turn / narrow.frequency(0), turn), StatementVerdict::conditional),
          fmt::format("From 2π exactly, to 10000·2π·10000^(−2/d), which is below: {} of {} for d = "
                      "128, {} for d = {}. With exponents i/(d/2 − 1) the end is reached.",
                      text(last(narrow), 5), text(longest, 5), text(last(wide), 5), kWidest),
          "Frequencies.OfTheLastPairDependOnTheLaw"};
}

/// The share of the pairs [first, last) in D(1), the squared distance of neighbours.
ClaimInterval share(const TrueRows& truth, int first, int last) {
  ClaimInterval sum(0);
  for (int pair = first; pair < last; ++pair) {
    const ClaimInterval half = sin(ClaimInterval(truth.frequency(pair) / 2));
    sum += 4 * half * half;
  }
  return sum / truth.squared_distance(1);
}

Statement slow_channels() {
  const TrueRows truth(Sinusoidal{.dim = 4});
  const ClaimInterval fast = share(truth, 0, 1), slow = share(truth, 1, 2);
  return {"slow-channels-tell-neighbours",
          "The channels of low frequency are what tells neighbouring positions apart",
          shown(less(slow, fast), StatementVerdict::refuted),
          fmt::format("d = 4: of the squared distance of neighbours pair 1, the slow one, has {}, "
                      "and pair 0 has {}.",
                      text(slow), text(fast)),
          "Frequencies.OfTheFirstPairsTellNeighboursApart"};
}

Statement fast_channels() {
  const TrueRows truth(Sinusoidal{.dim = 128});
  bool fall = true;
  for (int pair = 1; pair < truth.pairs(); ++pair)
    fall = fall && less(share(truth, pair, pair + 1), share(truth, pair - 1, pair));
  const ClaimInterval early = share(truth, 0, 32), last = share(truth, 63, 64);
  return {
      "fast-channels-tell-neighbours",
      "The channels of low index are what tells neighbouring positions apart",
      shown(fall && less(1 - early, early), StatementVerdict::proved),
      fmt::format(
          "Pair by pair less: 4·sin²(ω_i/2) falls as ω_i does. At d = 128 the first "
          "half of the pairs has {} of the squared distance of neighbours, the last "
          "pair {}. Far positions are distinguished by others: the fast ones have turned often.",
          text(early), text(last)),
      "Frequencies.OfTheFirstPairsTellNeighboursApart"};
}

bool refuses_odd_widths() {
  try {
    (void)chart(Sinusoidal{.dim = 5});
  } catch (const Error&) {
    return true;
  }
  return false;
}

Statement even_width() {
  const auto of = [](Odd odd) { return TrueRows(Sinusoidal{.dim = 5, .odd = odd}); };
  const TrueRows zeros = of(Odd::zero_column), dropped = of(Odd::drop_last),
                 padded = of(Odd::round_up);
  const ClaimInterval none = zeros.entry(1, 4), a = dropped.entry(1, 4), b = padded.entry(1, 4);
  const bool apart = differ(none, a) && differ(none, b) && differ(a, b);
  return {"even-width", "The encoding needs an even d; an odd d needs a stated convention",
          shown(apart && refuses_odd_widths(), StatementVerdict::proved),
          fmt::format("The conventions in use give different rows: at d = 5 the last channel of "
                      "position 1 is {} where two pairs and a column of zeros are made, {} where "
                      "the last half of three pairs is dropped, and {} where that is done to the "
                      "table of d = 6.",
                      text(none), text(a), text(b)),
          "Frequencies.OfOddWidthsDependOnTheConvention"};
}

}  // namespace

std::vector<Settle> claims_of_frequencies() {
  return {definition,  rising,        falling,       last_frequency,
          wavelengths, slow_channels, fast_channels, even_width};
}

}  // namespace sextant
