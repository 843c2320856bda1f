#include "sextant/verify/compare/comparison.hpp"

#include <array>

#include "sextant/verify/rows/number_json.hpp"
#include "sextant/verify/rows/position_json.hpp"

namespace sextant::verify {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kOutcomes = {"alike", "both-sound", "reference-wrong",
                                                       "mine-wrong", "both-wrong"};
constexpr std::array<std::string_view, 3> kColumns = {"both", "reference", "mine"};

ordered_json at_fault(Outcome outcome) {
  switch (outcome) {
    case Outcome::reference_wrong:
      return "reference";
    case Outcome::mine_wrong:
      return "mine";
    case Outcome::both_wrong:
      return "both";
    default:
      return nullptr;
  }
}

/// Position, channel and both numbers.
ordered_json place_json(const Comparison& c, const Disagreement& at) {
  return {{"row", at.row},
          {"position", position_json(at.position, c.mine.verdict.parts)},
          {"channel", at.channel},
          {"reference", number_json(c.reference.verdict.format, at.reference)},
          {"mine", number_json(c.mine.verdict.format, at.mine)}};
}

ordered_json largest_json(const Comparison& c) {
  if (!c.largest) return nullptr;
  const measure::Split& split = c.largest->split;
  ordered_json object = place_json(c, c.largest->at);
  object["truth"] = c.largest->truth;
  object["difference"] = c.largest->at.difference();
  object["reference_error"] = split.first;
  object["mine_error"] = split.second;
  object["reference_share"] = split.share();
  object["mine_share"] = 1 - split.share();
  return object;
}

ordered_json bound_json(const Comparison& c) {
  if (!c.sound()) return nullptr;
  ordered_json object = {
      {"reference", c.reference.allowed}, {"mine", c.mine.allowed}, {"bounded", c.entries.bounded},
      {"unbounded", c.entries.unbounded}, {"fraction", nullptr},    {"largest", nullptr}};
  if (!c.entries.most) return object;
  const Use& most = *c.entries.most;
  object["fraction"] = most.fraction();
  object["largest"] = place_json(c, most.at);
  object["largest"]["difference"] = most.at.difference();
  object["largest"]["reference_bound"] = most.reference;
  object["largest"]["mine_bound"] = most.mine;
  return object;
}

ordered_json party_json(const Party& party) {
  ordered_json object = {{"file", party.name}};
  object["verdict"] = ordered_json(to_json(party.verdict));
  return object;
}

}  // namespace

std::string_view word(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

Outcome Comparison::outcome() const {
  const bool reference_sound = reference.verdict.passes();
  const bool mine_sound = mine.verdict.passes();
  if (!reference_sound) return mine_sound ? Outcome::reference_wrong : Outcome::both_wrong;
  if (!mine_sound) return Outcome::mine_wrong;
  return entries.contrast.differing == 0 ? Outcome::alike : Outcome::both_sound;
}

ordered_json to_json(const Comparison& c) {
  const TwoSided& e = c.entries;
  return {{"schema", "sextant-comparison"},
          {"version", 1},
          {"outcome", word(c.outcome())},
          {"at_fault", at_fault(c.outcome())},
          {"encoding", c.mine.verdict.encoding},
          {"part", name(c.mine.verdict.part)},
          {"positions", c.mine.verdict.positions},
          {"identified", !c.mine.verdict.identity.empty()},
          {"columns", kColumns[static_cast<std::size_t>(c.columns)]},
          {"entries", e.contrast.entries},
          {"differing", e.contrast.differing},
          {"not_finite", e.contrast.not_finite},
          {"nearer",
           {{"reference", e.reference_nearer},
            {"mine", e.mine_nearer},
            {"ties", e.ties},
            {"undecided", e.undecided}}},
          {"largest", largest_json(c)},
          {"bound", bound_json(c)},
          {"warnings", c.warnings},
          {"reference", party_json(c.reference)},
          {"mine", party_json(c.mine)}};
}

}  // namespace sextant::verify
