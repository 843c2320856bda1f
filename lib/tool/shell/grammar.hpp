#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace sextant::tool {

/// An option, or a word without one, as completion and manual pages need to know it.
struct OptionShape {
  std::vector<std::string> names;  ///< --output, -o; of a word without option its name alone
  bool positional = false;
  std::string value;  ///< what stands for its value; empty for a flag
  std::string what, group;
  std::vector<std::string> words;  ///< the values that it takes, where they can be listed

  bool takes_value() const { return positional || !value.empty(); }
};

/// A verb, or one under it: `report diff`; of the program itself the name is empty.
struct VerbShape {
  std::string name, what, notes;
  std::vector<OptionShape> options;
};

/// The program, and then every verb, in the order of its help, what is under one after it.
std::vector<VerbShape> grammar(const CLI::App& app);

/// With what is under a verb among its own options and words.
std::vector<VerbShape> folded(const std::vector<VerbShape>& all);

}  // namespace sextant::tool
