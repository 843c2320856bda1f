#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

/// The functions that the headers declare.
std::set<std::string> declared() {
  std::set<std::string> names;
  const std::regex function(R"(SEXTANT_API[^;(]*?\*?\s\*?(sextant_\w+)\()");
  for (const auto& entry : std::filesystem::directory_iterator(SEXTANT_C_HEADERS)) {
    const std::string text = read_file(entry.path().string());
    for (std::sregex_iterator at(text.begin(), text.end(), function), end; at != end; ++at)
      names.insert((*at)[1]);
  }
  return names;
}

/// What the shared library shows is what the headers declare, and nothing of what it is made of.
TEST(SharedLibrary, ExportsWhatItsHeadersDeclare) {
  const Ran ran = run_program("/usr/bin/nm", {"-D", "--defined-only", SEXTANT_C_LIBRARY});
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::set<std::string> exported;
  std::istringstream lines(ran.out);
  for (std::string address, kind, name; lines >> address >> kind >> name;) {
    if (kind == "A") continue;  // the version's own name
    const std::size_t version = name.find("@@SEXTANT_1");
    EXPECT_NE(version, std::string::npos) << name;
    exported.insert(name.substr(0, version));
  }
  EXPECT_EQ(exported, declared());
  EXPECT_GT(exported.size(), 25U);
}

TEST(SharedLibrary, IsNamedAfterItsAbi) {
  const Ran ran = run_program("/usr/bin/readelf", {"-d", SEXTANT_C_LIBRARY});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("soname: [libsextant_c.so.1]"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("TEXTREL"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace sextant
