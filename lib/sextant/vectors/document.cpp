#include "sextant/vectors/document.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/bias_field.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/vectors/flag.hpp"
#include "sextant/vectors/tests.hpp"
#include "sextant/verify/verdict/verdict.hpp"
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

/// One member a line; `more` follows if not empty.
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

/// Fields that are written even with their default values.
constexpr std::string_view kAlways[] = {"dim",    "base",  "layout", "order", "law",
                                        "origin", "scale", "heads",  "form"};

ordered_json parameters(const Encoding& encoding) {
  return std::visit(
      []<class E>(E e) {
        ordered_json all = ordered_json::object();
        std::vector<std::string> defaults;
        E blank;
        for_each_field(blank, [&](std::string_view, auto& member, const auto& how) {
          defaults.push_back(how.write(member));
        });
        std::size_t index = 0;
        for_each_field(e, [&](std::string_view field, auto& member, const auto& how) {
          const std::string value = how.write(member);
          const bool always =
              std::find(std::begin(kAlways), std::end(kAlways), field) != std::end(kAlways);
          if (always || value != defaults[index]) all[std::string(field)] = value;
          ++index;
        });
        return all;
      },
      encoding);
}

std::string angle_of(Law law, bool scaled) {
  std::string text = "pair i turns by a = scale*(position + origin)*w, w = base^";
  text += law == Law::d ? "(-2i/dim)" : "(-i/(dim/2 - shift))";
  return text + (scaled ? ", or what the scaling makes of w" : "");
}

std::string definition(const Sinusoidal& e, Part part) {
  const std::string angle = angle_of(e.law, false) + "; ";
  if (part == Part::inv_freq) return angle + "channel i is w";
  const std::string first = e.order == Order::sin_cos ? "sin" : "cos";
  const std::string second = e.order == Order::sin_cos ? "cos" : "sin";
  if (e.layout == Layout::interleaved)
    return angle + "channel 2i is " + first + " a and channel 2i + 1 " + second + " a";
  return angle + "channel i is " + first + " a and channel dim/2 + i " + second + " a";
}

std::string definition(const Rotary& e, Part part) {
  const std::string angle = angle_of(e.law, e.context.scaling != Scaling::none) + "; ";
  if (part == Part::inv_freq) return angle + "channel i is w";
  if (part == Part::table) return angle + "channel i is cos a and channel dim/2 + i sin a";
  return angle + "channel i is " + std::string(name(part)) + " a";
}

template <class E>
std::string definition(const E&, Part part) {
  return "the " + std::string(name(part)) + " of a head, a channel each, at a distance or position";
}

/// A group's description of its encoding, without its tests: sufficient to evaluate it
/// independently.
ordered_json group(const Subject& subject) {
  const Encoding& e = subject.encoding;
  ordered_json said = {{"type", "Entry"}};
  if (!subject.name.empty()) said["name"] = subject.name;
  said["encoding"] = to_text(e);
  said["family"] = name(e);
  said["parameters"] = parameters(e);
  said["part"] = name(subject.part == Part::table ? parts(e).front() : subject.part);
  said["channels"] = chart(e, subject.part).width();
  said["definition"] =
      std::visit([&](const auto& one) { return definition(one, subject.part); }, e);
  return said;
}

ordered_json json_of(const MarginText& margin) {
  ordered_json object = ordered_json::object();
  if (!margin.in_float32.empty()) object["float32"] = margin.in_float32;
  if (!margin.in_float64.empty()) object["float64"] = margin.in_float64;
  return object;
}

ordered_json json_of(const Wrong& wrong) {
  ordered_json object = {{"flag", wrong.flag}, {"result", wrong.result}, {"value", wrong.value}};
  if (!wrong.formats.empty()) object["formats"] = wrong.formats;
  if (wrong.margin) object["margin"] = json_of(*wrong.margin);
  if (!wrong.parameters.empty()) object["parameters"] = verify::to_json(wrong.parameters);
  return object;
}

ordered_json json_of(const Test& test) {
  ordered_json wrong = ordered_json::array();
  for (const Wrong& one : test.wrong) wrong.push_back(json_of(one));
  return {{"tcId", test.id},         {"comment", test.comment},  {"position", test.position},
          {"channel", test.channel}, {"value", test.value},      {"margin", json_of(test.margin)},
          {"flags", test.flags},     {"wrong", std::move(wrong)}};
}

}  // namespace

std::vector<Subject> subjects(std::string name, const Encoding& encoding, Part part,
                              Position positions) {
  (void)chart(encoding, part);  // throws Error for invalid parameters
  if (part == Part::rotated)
    throw Error("--part rotated is about vectors in files, and has no entries of its own");
  if (part == Part::pairs || part == Part::matrices || part == Part::divisors ||
      part == Part::periods)
    throw Error("vectors have no part " + std::string(sextant::name(part)) +
                ": it follows from --part cos, sin or inv_freq");
  if (chart(encoding, part).waves.xpos)
    throw Error("vectors have no scale of xPos in sines and cosines: take --scale-base none");
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
    std::vector<ordered_json> made;
    for (const Test& test : tests(subject, searched, count + 1)) {
      made.push_back(json_of(test));
      for (const std::string& flag : test.flags) notes.try_emplace(flag, note(vectors::flag(flag)));
    }
    count += made.size();
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
