#include "engine/record.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "engine/program.hpp"
#include "engine/tried.hpp"

namespace sextant::properties {

Tried& tried() {
  static Tried of_this_test;
  return of_this_test;
}

void Record::OnTestStart(const testing::TestInfo& /*test*/) { tried() = {}; }

void Record::OnTestEnd(const testing::TestInfo& test) {
  const char* folder = std::getenv("SEXTANT_RECORDS");
  if (folder == nullptr || *folder == '\0' || test.result()->Skipped()) return;
  const std::string name = std::string(test.test_suite_name()) + "." + test.name();
  std::string file = program_name() + "." + name;
  std::replace(file.begin(), file.end(), '/', '-');
  std::error_code wrong;
  std::filesystem::create_directories(folder, wrong);
  std::ofstream out(std::filesystem::path(folder) / file);
  const Tried& t = tried();
  out << program_name() << ',' << name << ',' << test.result()->elapsed_time() << ','
      << t.properties << ',' << t.cases << ',' << t.discards << ',' << t.places << '\n';
  for (const auto& [tags, cases] : t.classes) out << tags << ',' << cases << '\n';
  if (!out.flush())
    std::cerr << folder << ": what was tried could not be kept; SEXTANT_RECORDS says where\n";
}

}  // namespace sextant::properties
