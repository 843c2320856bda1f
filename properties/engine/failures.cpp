#include "engine/failures.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <unistd.h>

#include "rapidcheck/detail/Configuration.h"

namespace sextant::properties {
namespace {

using rc::detail::Configuration;
using rc::detail::Reproduce;

std::filesystem::path folder() {
  const char* given = std::getenv("SEXTANT_FAILURES");
  return given != nullptr && *given != '\0' ? given : SEXTANT_FAILURES_DIR;
}

/// Names of tests contain slashes, but no minus.
std::string file_name(std::string text) {
  std::replace(text.begin(), text.end(), '/', '-');
  return text;
}

}  // namespace

std::string reproduction(const std::string& id, const Reproduce& failure) {
  Configuration configuration;
  configuration.reproduce.emplace(id, failure);
  // The rest of the line is other parameters.
  const std::string line = configToMinimalString(configuration);
  const auto begin = line.find("reproduce=");
  return line.substr(begin, line.find(' ', begin) - begin);
}

Failures::Failures(const std::string& program, const std::string& id)
    : id_(id), file_(folder() / file_name(program + "." + id)) {}

std::vector<std::string> Failures::lines() const {
  std::vector<std::string> found;
  std::ifstream in(file_);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) found.push_back(line);
  }
  return found;
}

std::vector<Reproduce> Failures::past() const {
  std::vector<Reproduce> found;
  for (const std::string& line : lines()) {
    try {
      const auto read = rc::detail::configFromString(line).reproduce;
      found.push_back(read.at(id_));
    } catch (const std::exception&) {
      std::cerr << file_.string() << ": not a failure of this test, and left out: '" << line
                << "'; remove the file\n";
    }
  }
  return found;
}

void Failures::add(const Reproduce& failure) const {
  const std::string line = reproduction(id_, failure);
  std::vector<std::string> all = lines();
  all.erase(std::remove(all.begin(), all.end(), line), all.end());
  all.insert(all.begin(), line);
  if (all.size() > kMost) all.resize(kMost);
  std::error_code wrong;
  std::filesystem::create_directories(file_.parent_path(), wrong);
  const std::filesystem::path beside = file_.string() + "~" + std::to_string(getpid());
  {
    std::ofstream out(beside);
    for (const std::string& one : all) out << one << '\n';
    if (!out.flush()) wrong = std::make_error_code(std::errc::io_error);
  }
  if (!wrong) std::filesystem::rename(beside, file_, wrong);
  if (!wrong) return;
  std::cerr << file_.string() << ": the failure could not be kept (" << wrong.message()
            << "); SEXTANT_FAILURES says where\n";
  std::filesystem::remove(beside, wrong);
}

}  // namespace sextant::properties
