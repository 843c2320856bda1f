#include "sextant/vectors/group.hpp"

#include <algorithm>

#include "sextant/encoding/text/bias_field.hpp"

namespace sextant::vectors {
namespace {

using nlohmann::ordered_json;

/// Fields that are said even where they are what they are by default.
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

}  // namespace

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

}  // namespace sextant::vectors
