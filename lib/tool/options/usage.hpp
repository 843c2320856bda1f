#pragma once

#include <exception>
#include <string>

#include <CLI/CLI.hpp>

#include "sextant/encoding/real/error.hpp"

namespace sextant::tool {

/// `value, table or list`: what the program can be asked for.
std::string verbs(const CLI::App& app);

/// A command line that is none: every process that is given it says so.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// What is wrong with a first word that is no verb, and which one it was probably meant to be.
std::string no_verb(const CLI::App& app, const std::string& word);

/// What is wrong with a command line that did not parse, in one line: first the word that nothing
/// expected, with the option it resembles, then what is missing; and whose help to read.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

/// Has a verb do its work, or shows help or the version, if this process is to.  Throws UsageError
/// for what is no command line, what the verb throws, and Error where standard output has not taken
/// what it was given.
void parse(CLI::App& app, int argc, char** argv, bool shows = true);

/// What an exception says, in one line: of what a file system refused, which file and why.
std::string failure(const std::exception& error);

}  // namespace sextant::tool
