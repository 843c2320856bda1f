#include "sextant/vectors/document.hpp"

#include <map>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/vectors/flag.hpp"
#include "sextant/vectors/group.hpp"
#include "sextant/vectors/tests.hpp"
#include "sextant/version.hpp"

namespace sextant::vectors {
namespace {

using nlohmann::ordered_json;

constexpr const char* kHeader[] = {
    "Entries of positional encodings whose true values are known, for programs that compute them.",
    "A value is the truth rounded to odd in 115 bits: rounded once more, to nearest even, it is "
    "the "
    "correctly rounded number of float64, float32, bfloat16 and float16 (and of binary128 and "
    "x87).",
    "valid: that number. acceptable: one of the two neighbours of the truth in the format, or a "
    "number to which something within the test's margin rounds. invalid: every other number.",
    "A margin is what a sound program is granted that computes in float32 or float64; absent where "
    "theory grants it nothing, for no digit is left. float64 tables are taken to be computed in "
    "float64, others in float32.",
    "wrong lists what programs make there that have a known fault: a value and the margin around "
    "it. In the formats named nothing of it is acceptable, unless the result says so.",
    "Numbers are C99 hexadecimal; positions are texts, because they exceed 2^53."};

std::string quoted(const std::string& text) { return ordered_json(text).dump(); }

/// A member a line; `more` follows where there is any.
std::string members(const ordered_json& object, const std::string& indent) {
  std::string text;
  for (const auto& [key, value] : object.items())
    text += indent + quoted(key) + ": " + value.dump() + ",\n";
  return text;
}

std::string lines(const std::vector<ordered_json>& items, const std::string& indent) {
  std::string text;
  for (const ordered_json& item : items) text += (text.empty() ? "" : ",\n") + indent + item.dump();
  return text + "\n";
}

ordered_json note(const Flag& flag) {
  ordered_json said = {{"kind", flag.kind}};
  if (!flag.fault.empty()) said["fault"] = flag.fault;
  said["mechanism"] = flag.mechanism;
  said["effect"] = flag.effect;
  said["references"] = {flag.reference};
  return said;
}

}  // namespace

std::vector<Subject> subjects(std::string name, const Encoding& encoding, Part part,
                              Position positions) {
  (void)chart(encoding, part);  // says what is wrong with it
  if (part == Part::rotated)
    throw Error("--part rotated is about vectors in files, and has no entries of its own");
  if (is_integral(encoding, part) || std::holds_alternative<Nope>(encoding))
    throw Error("vectors are of numbers that are rounded, not of " +
                std::string(sextant::name(encoding)) + "'s");
  if (part != Part::table || !std::holds_alternative<Rotary>(encoding))
    return {{std::move(name), encoding, part, positions}};
  std::vector<Subject> all;
  for (const Part one : {Part::cos, Part::sin, Part::inv_freq})
    all.push_back({name, encoding, one, positions});
  return all;
}

std::vector<Subject> usual_subjects() {
  const Model& llama = model("llama-3.1-8b");
  const Encoding plain = read_encoding("rope dim=128 base=500000");
  return {
      {"", read_encoding("sinusoidal dim=512"), Part::table, 0},
      {"", plain, Part::cos, 0},
      {std::string(llama.name), read_encoding(llama.encoding), Part::sin, llama.positions},
      {std::string(llama.name), read_encoding(llama.encoding), Part::inv_freq, llama.positions}};
}

std::string document(const std::vector<Subject>& subjects, std::uint64_t searched) {
  std::string groups;
  std::map<std::string, ordered_json> notes;
  std::size_t count = 0;
  for (const Subject& subject : subjects) {
    const auto made = tests(subject, searched, count + 1);
    count += made.size();
    for (const ordered_json& test : made)
      for (const auto& flag : test["flags"])
        notes.try_emplace(flag, note(vectors::flag(flag.get<std::string>())));
    groups += (groups.empty() ? "  {\n" : ",\n  {\n") + members(group(subject), "   ") +
              "   \"tests\": [\n" + lines(made, "    ") + "   ]\n  }";
  }
  std::string said;
  for (const auto& [flag, what] : notes)
    said += (said.empty() ? "  " : ",\n  ") + quoted(flag) + ": " + what.dump();
  const ordered_json head = {
      {"algorithm", "positional-encoding"}, {"schema", "vectors.schema.json"}, {"version", 1},
      {"generatorVersion", version()},      {"numberOfTests", count},          {"header", kHeader}};
  return "{\n" + members(head, " ") + " \"notes\": {\n" + said + "\n },\n \"testGroups\": [\n" +
         groups + "\n ]\n}\n";
}

}  // namespace sextant::vectors
