#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// The arguments of a possibly wrong program.
struct Asked {
  Subject& worker;  ///< whose arithmetic is used
  const Waves& waves;
  std::uint64_t row = 0;  ///< of that recipe
  Position position = 0;  ///< of that row
  Channel channel;

  Rational value(Function function) const { return worker.value(row, {function, channel.pair}); }
};

/// How a program departs from the recipe that it claims; empty members are correct.
struct Departure {
  std::function<void(Waves&)> waves = {};                         ///< the waves that it uses
  std::function<Position(Position, const Waves&)> position = {};  ///< the position that it uses
  std::function<Positions(Positions)> run = {};          ///< the rows that it uses, in a sequence
  std::function<std::uint64_t(std::uint64_t)> row = {};  ///< the row that it uses, in a sequence
  std::function<Channel(Channel, const Waves&)> channel = {};  ///< the channel that it uses
  std::function<Rational(const Asked&)> value = {};            ///< its final result
  std::function<void(Terms&)> terms = {};                      ///< the error bound that it claims
  IntermediateRoundings intermediate = {};                     ///< intermediate formats
  std::optional<Subjects> worker = std::nullopt;               ///< the recipe that it really is
};

/// A deliberately wrong recipe, with the name and the bound of a sound one.
struct Mutant {
  std::string_view name;
  std::string_view why;  ///< a program with that fault, or its cause
  Subjects subjects;
  std::vector<std::string_view> killers;  ///< statements that must refute it
};

Subjects departing(const Subjects& claimed, Departure departure);
const Subjects& subjects_named(std::string_view recipe, std::string_view type);

/// Wrong programs.  Each must be refuted.
const std::vector<Mutant>& mutants();
/// Correct programs with other bits.  None may be refuted.
const std::vector<Mutant>& legal_variants();

/// Parts of the list of wrong programs, by the kind of fault.
std::vector<Mutant> wrong_encodings();
std::vector<Mutant> wrong_positions();
std::vector<Mutant> wrong_arithmetic();
std::vector<Mutant> wrong_claims();

}  // namespace sextant::recipe
