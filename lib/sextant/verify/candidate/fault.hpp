#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sextant::verify {

/// A property of a fault in every table.  The search for pairs of faults, and readers of a verdict,
/// ask for traits instead of names.
enum class Trait : std::uint32_t {
  kOfFile = 1 << 0,               ///< certain without knowing the encoding
  kDamage = 1 << 1,               ///< a few entries are wrong, not the program
  kAlone = 1 << 2,                ///< hides every other fault
  kOffset = 1 << 3,               ///< adds a constant to every position
  kScale = 1 << 4,                ///< multiplies every position
  kReversal = 1 << 5,             ///< reverses the rows
  kRepetition = 1 << 6,           ///< repeats rows
  kPermutation = 1 << 7,          ///< permutes columns
  kQuarterTurn = 1 << 8,          ///< equals a phase of quarter turns
  kPhase = 1 << 9,                ///< adds a phase
  kDegrees = 1 << 10,             ///< converts angles between degrees and radians
  kBase = 1 << 11,                ///< has another base
  kExponents = 1 << 12,           ///< changes how frequencies decrease from pair to pair
  kWiderHead = 1 << 13,           ///< uses the exponents of a wider head
  kReciprocal = 1 << 14,          ///< uses reciprocals of frequencies
  kRoundedFrequencies = 1 << 15,  ///< rounds frequencies
  kContext = 1 << 16,             ///< is a mistake of the context scaling
  kNoContext = 1 << 17,           ///< lacks the context scaling
  kContextNumbers = 1 << 18,      ///< uses other parameters in the context scaling
  kLength = 1 << 19,              ///< uses frequencies for sequences of another length
  kAmplitude = 1 << 20,           ///< has another amplitude
  kRows = 1 << 21,                ///< is about some of the rows: names their numbers
  kNotCompared = 1 << 22,         ///< its bits are not compared
  kOfNarrow = 1 << 23             ///< makes numbers of a narrower format
};
constexpr Trait operator|(Trait a, Trait b) {
  return static_cast<Trait>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr Trait operator&(Trait a, Trait b) {
  return static_cast<Trait>(static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b));
}

/// A mistake that occurs in published programs.
struct Fault {
  std::string_view name;
  std::string_view mechanism;  ///< what the program does
  std::string_view effect;     ///< the effect on the table or on the model
  std::string_view reference;  ///< a public thread that reports it; empty: none is known
  std::string_view remedy;     ///< what to change in the program
  Trait traits = {};
};

/// Every fault that `verify` knows.  The order of candidates, not this one, decides which of two
/// equal faults is reported.
std::span<const Fault> faults();
/// The fault with this name.  Throws Error if there is none.
const Fault& fault(std::string_view name);
/// Whether the fault with this name has a trait, or one of several joined by |; false for the empty
/// name.  Throws Error if there is no such fault.
bool has(std::string_view name, Trait trait);

}  // namespace sextant::verify
