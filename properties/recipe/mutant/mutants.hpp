#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// What is asked of a program that may be wrong.
struct Asked {
  Subject& worker;  ///< whose arithmetic it has
  const Waves& waves;
  std::uint64_t row = 0;  ///< of the worker
  Position position = 0;  ///< of that row
  Channel channel;

  Rational value(Function function) const { return worker.value(row, {function, channel.pair}); }
};

/// How a program departs from the recipe that it claims; empty members are correct.
struct Departure {
  std::function<void(Waves&)> waves = {};                         ///< what it takes for the waves
  std::function<Position(Position, const Waves&)> position = {};  ///< and for the position
  std::function<Positions(Positions)> run = {};                   ///< and for its rows, of a run
  std::function<std::uint64_t(std::uint64_t)> row = {};           ///< and for the row, of a run
  std::function<Channel(Channel, const Waves&)> channel = {};     ///< and for the channel
  std::function<Rational(const Asked&)> value = {};               ///< what it computes in the end
  std::function<void(Terms&)> terms = {};                         ///< what it claims of its error
  IntermediateRoundings intermediate = {};                        ///< formats on its way
  std::optional<Subjects> worker = std::nullopt;                  ///< the recipe that it really is
};

/// A recipe made wrongly on purpose, under the name and the bound of a sound one.
struct Mutant {
  std::string_view name;
  std::string_view why;  ///< who makes that mistake, or how
  Subjects subjects;
  std::vector<std::string_view> killers;  ///< statements that must refute it, at the least
};

Subjects departing(const Subjects& claimed, Departure departure);
const Subjects& subjects_named(std::string_view recipe, std::string_view type);

/// Programs that are wrong.  Every one must be refuted.
const std::vector<Mutant>& mutants();
/// Programs that are right, though their bits are others.  None may be refuted.
const std::vector<Mutant>& legal_variants();

/// Parts of the list of the wrong ones, by what they get wrong.
std::vector<Mutant> wrong_encodings();
std::vector<Mutant> wrong_positions();
std::vector<Mutant> wrong_arithmetic();
std::vector<Mutant> wrong_claims();

}  // namespace sextant::recipe
