#include "sextant/encoding/text/axial_dialect.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

std::optional<Axial> EncodingOptions::named_axial() const {
  auto found = find_axial(name_);
  if (!found) return found;
  for (const auto& [field, value] : fields_) set_field(*found, field, value);
  return found;
}

std::optional<Axial> EncodingOptions::axial() const {
  expect_one();
  if (auto found = named_axial()) return found;
  std::optional<Axial> found;
  if (!model_.empty()) {
    const std::string_view text = read_option("--model", [&] { return model(model_).sections; });
    if (text.empty()) return found;
    found = find_axial(text.substr(0, text.find(' ')));
    set_field(*found, "sections", text.substr(text.find('=') + 1));
  } else if (!config_.empty() && !config().sections.empty()) {
    found = find_axial(config().alternating ? "mrope-interleaved" : "mrope");
    found->sections = config().sections;
  }
  if (found) found->along = encoding();
  return found;
}

}  // namespace sextant::tool
