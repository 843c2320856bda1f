#include "sextant/sweep/measured.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/sweep/octave.hpp"
#include "sextant/sweep/place_json.hpp"

namespace sextant::sweep {
namespace {

using measure::MaxDefect;
using measure::MaxError;
using nlohmann::json;

struct Identity {
  const char* name;
  MaxDefect measure::Defects::*member;
};
constexpr Identity kIdentities[] = {{"norm", &measure::Defects::norm},
                                    {"shift", &measure::Defects::shift},
                                    {"rotation", &measure::Defects::rotation}};

struct Count {
  const char* name;
  std::uint64_t measure::ErrorStatistics::*member;
};
constexpr Count kCounts[] = {{"entries", &measure::ErrorStatistics::entries},
                             {"misrounded", &measure::ErrorStatistics::misrounded},
                             {"unfaithful", &measure::ErrorStatistics::unfaithful},
                             {"undecided", &measure::ErrorStatistics::undecided},
                             {"non_finite", &measure::ErrorStatistics::non_finite},
                             {"negative_zeros", &measure::ErrorStatistics::wrong_zeros},
                             {"overflowed", &measure::ErrorStatistics::overflowed}};

struct Field {
  const char* name;
  MaxError measure::ErrorStatistics::*member;
};
constexpr Field kFields[] = {{"absolute", &measure::ErrorStatistics::absolute},
                             {"ulps", &measure::ErrorStatistics::ulps},
                             {"steps", &measure::ErrorStatistics::steps},
                             {"phase", &measure::ErrorStatistics::phase},
                             {"positions_off", &measure::ErrorStatistics::positions}};

std::uint64_t counted(const measure::ErrorClasses::Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

json counts_json(const measure::ErrorClasses::Counts& counts) {
  std::size_t end = counts.size();
  while (end > 0 && counts[end - 1] == 0) --end;
  return std::vector<std::uint64_t>(counts.begin(), counts.begin() + static_cast<int>(end));
}

measure::ErrorClasses::Counts read_counts(const json& list) {
  measure::ErrorClasses::Counts counts{};
  if (!list.is_array() || list.size() > counts.size()) throw Error("a histogram that cannot be");
  std::transform(list.begin(), list.end(), counts.begin(), count_of);
  return counts;
}

measure::ErrorClasses read_spread(const json& object) {
  measure::ErrorClasses spread{read_counts(object.at("steps")), read_counts(object.at("absolute"))};
  if (counted(spread.steps) != counted(spread.absolute))
    throw Error("a histogram of other entries by steps than by absolute error");
  return spread;
}

Found read_found(const json& object, std::uint64_t parts) {
  Found found;
  found.spread = read_spread(object.at("histogram"));
  for (const Count& count : kCounts)
    found.statistics.*count.member = count_of(object.at(count.name));
  for (const Field& field : kFields)
    found.statistics.*field.member = read_max_error(object.at("worst").at(field.name), parts);
  if (const json& w = object.at("first_non_finite"); !w.is_null())
    found.statistics.first_non_finite = read_witness(w, parts);
  for (const auto& [name, first] : object.at("beyond").items()) {
    auto& beyond = found.beyond[name];
    if (first.is_null()) continue;
    beyond = FailurePlace{count_of(first.at("row")), read_position(first.at("position"), parts),
                          count_of(first.at("channel")), read_number(first.at("absolute"))};
  }
  if (object.contains("defects")) {
    found.defects.emplace();
    for (const Identity& one : kIdentities)
      (*found.defects).*one.member = read_defect(object["defects"].at(one.name), parts);
  }
  return found;
}

int octave_of(const json& value) {
  const int octave = value.is_number_integer() ? value.get<int>() : kLastOctave + 1;
  const bool possible = octave >= kFirstOctave && octave <= kLastOctave;
  if (!possible || value.dump() != std::to_string(octave)) throw Error("an octave that cannot be");
  return octave;
}

}  // namespace

void Found::merge(const Found& other) {
  statistics.merge(other.statistics);
  spread.merge(other.spread);
  if (other.defects) {
    if (!defects) defects.emplace();
    defects->merge(*other.defects);
  }
  for (const auto& [name, theirs] : other.beyond) {
    auto& mine = beyond[name];
    if (theirs && (!mine || theirs->row < mine->row)) mine = theirs;
  }
}

void Measured::merge(const Measured& other) {
  for (const auto& [octave, found] : other.octaves) octaves[octave].merge(found);
  channels.merge(other.channels);
}

Found Measured::whole() const {
  Found all;
  for (const auto& [octave, found] : octaves) all.merge(found);
  return all;
}

void Measured::for_each_place(
    const std::function<void(int octave, const FailurePlace&)>& visit) const {
  for (const auto& [octave, found] : octaves) {
    const auto visit_place = [&, of = octave](const auto& at) {
      visit(of, {at.row, at.position, at.channel});
    };
    for (const Field& field : kFields) {
      const MaxError& maximum = found.statistics.*field.member;
      if (!maximum.empty()) visit_place(maximum.witness);
    }
    if (const auto& w = found.statistics.first_non_finite) visit_place(*w);
    for (const auto& [name, first] : found.beyond) {
      if (first) visit_place(*first);
    }
    if (!found.defects) continue;
    for (const Identity& one : kIdentities) {
      const MaxDefect& maximum = (*found.defects).*one.member;
      if (!maximum.empty()) visit_place(maximum);
    }
  }
}

json to_json(const measure::ErrorClasses& spread) {
  return {{"steps", counts_json(spread.steps)}, {"absolute", counts_json(spread.absolute)}};
}

json to_json(const Found& found, std::uint64_t parts) {
  json object;
  object["histogram"] = to_json(found.spread);
  for (const Count& count : kCounts) object[count.name] = found.statistics.*count.member;
  for (const Field& field : kFields)
    object["worst"][field.name] = max_error_json(found.statistics.*field.member, parts);
  const auto& wrong = found.statistics.first_non_finite;
  object["first_non_finite"] = wrong ? witness_json(*wrong, parts) : json(nullptr);
  object["beyond"] = json::object();
  for (const auto& [name, at] : found.beyond) {
    json& first = object["beyond"][name];
    if (at) {
      first = place(at->row, at->position, at->channel, parts);
      first["absolute"] = number(at->absolute);
    }
  }
  if (found.defects) {
    for (const Identity& one : kIdentities)
      object["defects"][one.name] = defect_json((*found.defects).*one.member, parts);
  }
  return object;
}

json to_json(const Measured& measured, std::uint64_t parts) {
  json octaves = json::array(), channels = json::array();
  for (const auto& [octave, found] : measured.octaves) {
    octaves.push_back(to_json(found, parts));
    octaves.back()["octave"] = octave;
  }
  for (std::size_t j = 0; j < measured.channels.size(); ++j)
    channels.push_back(to_json(measured.channels.channel(j)));
  return {{"octaves", octaves}, {"channels", channels}};
}

Measured read_measured(const json& document, std::uint64_t parts) {
  const json& channels = document.at("channels");
  if (!document.at("octaves").is_array() || !channels.is_array())
    throw Error("its octaves or channels are no list");
  Measured measured;
  std::vector<measure::ErrorClasses> spreads;
  std::transform(channels.begin(), channels.end(), std::back_inserter(spreads), read_spread);
  measured.channels = measure::Histogram(spreads);
  for (const json& object : document["octaves"]) {
    const int octave = octave_of(object.at("octave"));
    if (!measured.octaves.emplace(octave, read_found(object, parts)).second)
      throw Error("an octave twice");
  }
  return measured;
}

}  // namespace sextant::sweep
