#pragma once

#include <exception>
#include <string>

#include <CLI/CLI.hpp>

namespace sextant::tool {

/// `value, table or list`: what the program can be asked for.
std::string verbs(const CLI::App& app);

/// What is wrong with a first word that is no verb, and which one it was probably meant to be.
std::string no_verb(const CLI::App& app, const std::string& word);

/// What is wrong with a command line that did not parse, in one line: first the word that nothing
/// expected, with the option it resembles, then what is missing; and whose help to read.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

/// What any other exception says, in one line: of what a file system refused, which file and why.
std::string failure(const std::exception& error);

}  // namespace sextant::tool
