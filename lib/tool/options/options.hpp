#pragma once

#include <initializer_list>
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

/// The options for an encoding: --encoding, --model or --config, and then its fields in the order
/// given.
class EncodingOptions {
 public:
  /// Adds the options to a subcommand.  The object must outlive the parse.
  explicit EncodingOptions(Command& subcommand);

  bool given() const {
    return !name_.empty() || !model_.empty() || !config_.empty() || !layer_type_.empty() ||
           !fields_.empty();
  }
  /// The encoding of several coordinates that the options name, or that the model uses for inputs
  /// other than text. nullopt if there is none.
  std::optional<Axial> axial() const;

  /// Whether the width of the encoding is given: by --dim, a model or a config.
  bool dim_given() const;
  /// Whether the layout is that of a model's vectors; a layout from --layout also holds for tables.
  bool layout_of_vectors() const;
  /// The encoding.  Fields that are not given have their defaults.
  Encoding encoding() const;
  /// The same.  Throws Error if --dim or --heads is missing.
  Encoding encoding_with_dim() const;

  /// The name of the preset that --model selects; empty without --model.
  std::string model_name() const;
  /// The number of positions that the model supports; nullopt if unknown.
  std::optional<Position> positions() const;
  /// Warnings about how a config was read, for one coordinate or for `several`.
  std::vector<std::string> warnings(bool several = false) const;

  Part part() const;
  /// The text of a field; nullopt if it is not given.
  std::optional<std::string> field(std::string_view name) const;
  /// Throws Error if an encoding is given, or a field that is not one of `allowed`.
  void expect_fields(std::initializer_list<std::string_view> allowed,
                     const std::string& what) const;
  /// The default order of rows in tables of this encoding.
  RowOrder rows() const;

 private:
  bool scales_queries() const;
  /// The encoding of --model as text, or its query scale if --part asks for it.  Throws Error for
  /// an unknown model, and if it has no query scale.
  std::string text_of_model() const;
  const ModelConfig& config() const;
  /// The encoding of several coordinates that --encoding or the config names, with the fields that
  /// are given.  nullopt if there is none.
  std::optional<Axial> stated_axial() const;
  /// If the frequencies of an encoding are a matrix, sets its `dim` to that of the matrix unless
  /// --dim is given.  Throws Error if the file of the matrix has another shape.
  void fit_matrix(Axial& several) const;
  void expect_one() const;

  std::string name_;
  std::string model_;
  std::string config_;
  std::string layer_type_;
  mutable std::optional<ModelConfig> read_;  ///< config, read on first use
  std::string part_ = "table";
  std::vector<std::pair<std::string, std::string>> fields_;
  std::vector<std::uint64_t> matrix_;  ///< the shape of the file of --frequencies; empty: no file
};

/// Prints each warning on standard error.
void print_warnings(const std::vector<std::string>& warnings);

}  // namespace sextant::tool
