#pragma once

#include "tool/shell/grammar.hpp"

namespace sextant::tool {

/// Scripts that complete verbs, options, and the values that can be listed; files elsewhere.
std::string bash_completion(const std::vector<Verb>& verbs);
std::string zsh_completion(const std::vector<Verb>& verbs);
std::string fish_completion(const std::vector<Verb>& verbs);

/// Words with spaces between them.
std::string joined(const std::vector<std::string>& words);

}  // namespace sextant::tool
