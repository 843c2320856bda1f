#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sextant/config/model_config.hpp"
#include "sextant/encoding/axial/axial.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/position/row_order.hpp"
#include "tool/command/command.hpp"
#include "tool/options/read_option.hpp"

namespace sextant::tool {

/// The options that say which encoding is meant: --encoding, --model or --config, and then its
/// fields, in the order given.
class EncodingOptions {
 public:
  /// Adds them to a subcommand.  The object must outlive the parse.
  explicit EncodingOptions(Command& subcommand);

  bool given() const {
    return !name_.empty() || !model_.empty() || !config_.empty() || !layer_type_.empty() ||
           !fields_.empty();
  }
  /// The encoding of several coordinates that is meant, or that a model has for what is no text;
  /// nothing where there is none.
  std::optional<Axial> axial() const;

  /// Whether its width is known: by --dim, a model or a config.
  bool dim_given() const;
  /// Whether its layout is a model's, which is that of vectors: --layout says that of tables, too.
  bool layout_of_vectors() const;
  /// The encoding; defaults for whatever is not given.
  Encoding encoding() const;
  /// The same, throwing Error if --dim, or --heads, is missing.
  Encoding encoding_with_dim() const;

  /// The preset's name of --model; empty without it.
  std::string model_name() const;
  /// How many positions the model takes; nothing where that is not said.
  std::optional<Position> positions() const;
  /// What there is to know about how a config was read, as of one coordinate or of `several`.
  std::vector<std::string> warnings(bool several = false) const;

  Part part() const;
  /// How the rows of its tables go where nobody says.
  RowOrder rows() const;

 private:
  const ModelConfig& config() const;
  std::optional<Axial> named_axial() const;
  void expect_one() const;

  std::string name_;
  std::string model_;
  std::string config_;
  std::string layer_type_;
  mutable std::optional<ModelConfig> read_;  ///< the config, once it was needed
  std::string part_ = "table";
  std::vector<std::pair<std::string, std::string>> fields_;
};

/// Says each of them on standard error.
void print_warnings(const std::vector<std::string>& warnings);

}  // namespace sextant::tool
