#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "sextant/audit/audit.hpp"
#include "sextant/audit/short_text.hpp"
#include "sextant/encoding/real/readable.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/verdict/verdict.hpp"

namespace sextant::audit {
namespace {

/// At most this number of stored tables of each outcome get lines of their own.
constexpr std::size_t kMostShown = 64;

/// Names and values of files may hold any characters: a control character becomes �.
std::string line(std::string_view label, const std::string& text) {
  std::string shown;
  for (const char c : text) {
    const bool control = (c >= 0 && c < ' ') || c == 0x7f;
    shown += control ? "\ufffd" : std::string(1, c);
  }
  return fmt::format("  {:<9} {}\n", label, shown);
}

std::string layers_words(const std::string& layers) {
  return layers.empty() ? "all layers" : layers;
}

std::string positions_words(const LayerEncoding& layers) {
  switch (layers.positions) {
    case LayerPositions::computed:
      return readable_fractions(shortened(encoding_text(layers)));
    case LayerPositions::learned:
      return layers.words.empty() ? "a trained table" : layers.words;
    case LayerPositions::absent:
      return layers.words.empty() ? "no rotation" : layers.words;
    case LayerPositions::unknown:
      break;
  }
  return "not judged: " + layers.words;
}

/// The keys that decided, with their values.
std::string from_words(const LayerEncoding& layers, const std::string& path) {
  std::string text = "from " + path + ":";
  for (const ConfigKey& key : layers.from)
    text += fmt::format(" {}={}", key.key, key.value.empty() ? "default" : shortened(key.value));
  return text;
}

std::string encoding_words(const LayerEncoding& layers, const std::string& path) {
  std::string text = line("encoding", layers_words(layers.layers) + ": " + positions_words(layers));
  if (layers.query_scale)
    text +=
        line("", "queries are multiplied by " + readable_fractions(to_text(*layers.query_scale)));
  return layers.from.empty() ? text : text + line("", from_words(layers, path));
}

std::string_view label(StoredOutcome outcome) {
  return outcome == StoredOutcome::passes  ? "ok"
         : outcome == StoredOutcome::fails ? "WRONG"
                                           : "unknown";
}

std::string stored_words(const StoredVerdict& one) {
  std::string what = one.tensor.empty() ? one.path : one.path + " " + one.tensor;
  if (!one.same.empty()) what += fmt::format(" and {} more with the same numbers", one.same.size());
  std::string text = line(label(one.outcome),
                          fmt::format("{}: {} {} {}{}{}", what, name(one.part), one.format,
                                      shape_text(one.shape), one.why.empty() ? "" : ": ", one.why));
  if (!one.remark.empty()) text += line("", one.remark);
  if (one.outcome == StoredOutcome::passes && one.verdict) {
    const std::string as = one.identified       ? ", identified as " + shortened(one.claim)
                           : one.layers.empty() ? ""
                                                : ", as " + one.layers;
    text += line("", std::string(word(one.verdict->grade)) + as);
  }
  return text;
}

}  // namespace

std::string to_words(const ModelDisagreement& one) {
  std::string text = line("DISAGREE", fmt::format("{}, {}{}{}", one.what, layers_words(one.layers),
                                                  one.words.empty() ? "" : ": ", one.words));
  for (const Side& side : one.between) {
    const std::string& place = side.tensor.empty() ? side.key : side.tensor;
    text += line("", fmt::format("{}{}{}: {}", side.path, place.empty() ? "" : " ", place,
                                 shortened(side.value)));
  }
  if (one.at && one.what == "amplitude")
    text += line("", fmt::format("at position {} a cosine differs by {:.3g}",
                                 to_text(one.at->position), one.at->cosine));
  else if (one.at)
    text += line("", fmt::format("at position {} an angle differs by {:.3g} radians ({:.3g} "
                                 "positions), a cosine by {:.3g}",
                                 to_text(one.at->position), one.at->phase, one.at->positions_off,
                                 one.at->cosine));
  return text;
}

namespace {

std::string counted(std::ptrdiff_t count, const std::string& one, const std::string& several) {
  return count == 1 ? "1 " + one : fmt::format("{} {}", count, several);
}

std::string headline(const Audit& audit, const std::string& name) {
  if (!audit.wrong())
    return name + (audit.not_judged() ? ": could not be judged as a whole\n" : ": passes\n");
  const auto wrong =
      std::count_if(audit.stored.begin(), audit.stored.end(),
                    [](const StoredVerdict& one) { return one.outcome == StoredOutcome::fails; });
  std::vector<std::string> what;
  if (wrong > 0) what.push_back(counted(wrong, "stored table is wrong", "stored tables are wrong"));
  if (!audit.disagreements.empty())
    what.push_back(counted(std::ssize(audit.disagreements), "disagreement", "disagreements"));
  if (what.empty()) what.emplace_back("warnings");
  return fmt::format("{}: does not pass: {}\n", name, fmt::join(what, ", "));
}

}  // namespace

std::string to_words(const Audit& audit, const std::string& name) {
  std::string text = headline(audit, name);
  const ModelSource& claiming = audit.sources[audit.claiming];
  for (const LayerEncoding& layers : claiming.encodings)
    text += encoding_words(layers, claiming.path);
  std::map<StoredOutcome, std::size_t> shown;
  for (const StoredVerdict& one : audit.stored)
    if (++shown[one.outcome] <= kMostShown) text += stored_words(one);
  for (const auto& [outcome, count] : shown)
    if (count > kMostShown)
      text += line(label(outcome),
                   fmt::format("{} more stored tables; --json lists all", count - kMostShown));
  for (const ModelDisagreement& one : audit.disagreements) text += to_words(one);
  for (const std::string& warning : audit.warnings) text += line("warning", warning);
  for (const std::string& note : audit.notes()) text += line("note", note);
  return text;
}

}  // namespace sextant::audit
