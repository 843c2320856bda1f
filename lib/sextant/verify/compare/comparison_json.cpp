#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sextant/verify/compare/against.hpp"
#include "sextant/verify/compare/comparison.hpp"
#include "sextant/verify/rows/number_json.hpp"

namespace sextant::verify {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kColumns = {"both", "reference", "mine"};

ordered_json at_fault(const Comparison& c) {
  if (c.sound() || c.outcome() == Outcome::undetermined) return nullptr;
  const bool his = c.reference.at_fault(), my = c.mine.at_fault();
  if (his && my) return "both";
  return his ? ordered_json("reference") : my ? ordered_json("mine") : ordered_json(nullptr);
}

/// The value; null if the tables do not have one claim.
ordered_json of_both(const Comparison& c, const ordered_json& value) {
  return c.one_claim ? value : nullptr;
}

/// The row, position and channel of an entry, and both numbers.
ordered_json place_json(const Comparison& c, const EntryDifference& at) {
  return {{"row", at.row},
          {"position", of_both(c, position_json(at.position, c.mine.verdict.parts))},
          {"channel", at.channel},
          {"reference", number_json(c.reference.verdict.format, at.reference)},
          {"mine", number_json(c.mine.verdict.format, at.mine)}};
}

ordered_json largest_json(const Comparison& c) {
  if (!c.largest) return nullptr;
  const measure::ErrorSplit& split = c.largest->split;
  ordered_json object = place_json(c, c.largest->at);
  object["truth"] = of_both(c, c.largest->truth);
  object["difference"] = c.largest->at.difference();
  object["reference_error"] = of_both(c, split.first);
  object["mine_error"] = of_both(c, split.second);
  object["reference_share"] = of_both(c, split.share());
  object["mine_share"] = of_both(c, 1 - split.share());
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
  return {{"file", party.file.empty() ? party.name : party.file},
          {"verdict", to_json(party.verdict)}};
}

ordered_json place_json(const Likeness& l, const std::optional<EntryDifference>& at) {
  if (!at) return nullptr;
  ordered_json object = {{"row", at->row},
                         {"position", position_json(at->position, l.claim.parts)},
                         {"channel", at->channel},
                         {"got", number_json(l.claim.format, at->mine)},
                         {"made", number_json(l.claim.format, at->reference)},
                         {"absolute", nullptr}};
  const double size = std::abs(at->difference());
  if (std::isfinite(size)) object["absolute"] = size;
  return object;
}

std::string text_of(const ordered_json& object) {
  return object.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

ordered_json to_json(const Comparison& c) {
  const PairwiseArbitration& e = c.entries;
  return {{"schema", "sextant-comparison"},
          {"version", 2},
          {"outcome", word(c.outcome())},
          {"at_fault", at_fault(c)},
          {"encoding", of_both(c, c.mine.verdict.encoding)},
          {"part", of_both(c, name(c.mine.verdict.part))},
          {"positions", of_both(c, c.mine.verdict.positions)},
          {"identified", !c.mine.verdict.identity.empty()},
          {"columns", kColumns[static_cast<std::size_t>(c.columns)]},
          {"entries", e.entries},
          {"differing", e.differing},
          {"not_finite", e.not_finite},
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

ordered_json to_json(const Likeness& l) {
  return {{"grade", l.matches_bitwise() ? "reproduces" : "differs"},
          {"passes", l.matches_bitwise()},
          {"against", l.recipe},
          {"computed_in", l.computed_in.name()},
          {"library", l.library},
          {"sound", l.sound},
          {"entries", l.diff.entries},
          {"differing", l.diff.differing},
          {"not_finite", l.diff.not_finite},
          {"worst", place_json(l, l.diff.largest)},
          {"first_difference", place_json(l, l.diff.first)},
          {"encoding", l.claim.encoding},
          {"part", name(l.claim.part)},
          {"identified", !l.claim.identity.empty()},
          {"positions", l.claim.positions},
          {"format", l.claim.holds},
          {"warnings", l.claim.warnings}};
}

std::string json_text(const Comparison& comparison) { return text_of(to_json(comparison)); }

std::string json_text(const Likeness& likeness, const std::string& file) {
  auto object = to_json(likeness);
  if (!file.empty()) object["file"] = file;
  return text_of(object);
}

}  // namespace sextant::verify
