#include "recipe/mutant/mutants.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace sextant::recipe {
namespace {

/// Values of the worker, terms of what is claimed.
class Departing final : public Subject {
 public:
  Departing(const Subjects& claimed, const Departure& departure, const Waves& waves,
            const Positions& positions, const IntermediateRoundings& intermediate)
      : departure_(departure),
        waves_(waves),
        positions_(positions),
        claimed_(claimed.make(waves, positions, intermediate)) {
    Waves taken = waves;
    if (departure.waves) departure.waves(taken);
    Positions rows = positions;
    if (departure.position) rows = {-kLargestPosition, ~std::uint64_t{0}, 1, nullptr};
    if (departure.run) rows = departure.run(rows);
    IntermediateRoundings through = departure.intermediate;
    if (!through.position) through.position = intermediate.position;
    if (!through.frequency) through.frequency = intermediate.frequency;
    worker_ = departure.worker.value_or(claimed).make(taken, rows, through);
  }

  Rational value(std::uint64_t row, const Channel& channel) override {
    Asked asked{*worker_, waves_, row, positions_[row], channel};
    if (departure_.row) asked.row = departure_.row(row);
    if (departure_.position && channel.function != Function::frequency) {
      asked.position = departure_.position(asked.position, waves_);
      asked.row = static_cast<std::uint64_t>(
          std::clamp(asked.position, -kLargestPosition, kLargestPosition - 1) + kLargestPosition);
    }
    if (departure_.channel) asked.channel = departure_.channel(channel, waves_);
    return departure_.value ? departure_.value(asked) : asked.value(asked.channel.function);
  }

  Terms terms(std::uint64_t row, const Channel& channel, const Format& store) const override {
    Terms terms = claimed_->terms(row, channel, store);
    if (departure_.terms) departure_.terms(terms);
    return terms;
  }

 private:
  Departure departure_;
  Waves waves_;
  Positions positions_;
  std::unique_ptr<Subject> claimed_, worker_;
};

}  // namespace

Subjects departing(const Subjects& claimed, Departure departure) {
  Subjects made = claimed;
  made.make = [claimed, departure = std::move(departure)](
                  const Waves& waves, const Positions& positions,
                  const IntermediateRoundings& intermediate) -> std::unique_ptr<Subject> {
    return std::make_unique<Departing>(claimed, departure, waves, positions, intermediate);
  };
  return made;
}

const Subjects& subjects_named(std::string_view recipe, std::string_view type) {
  const auto found =
      std::find_if(all_subjects().begin(), all_subjects().end(),
                   [&](const Subjects& s) { return s.recipe == recipe && s.type == type; });
  if (found == all_subjects().end()) throw std::out_of_range("no recipe " + std::string(recipe));
  return *found;
}

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all = [] {
    std::vector<Mutant> found;
    for (const auto& some :
         {wrong_encodings(), wrong_positions(), wrong_arithmetic(), wrong_claims()})
      found.insert(found.end(), some.begin(), some.end());
    return found;
  }();
  return all;
}

}  // namespace sextant::recipe
