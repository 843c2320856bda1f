#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sextant/verify/candidate/fault.hpp"

namespace sextant::verify {
namespace {

namespace fs = std::filesystem;

/// The text of the properties of `verify` and of the tool, this file apart.
std::string properties() {
  std::ostringstream text;
  for (const std::string layer : {"verify", "tool"}) {
    for (const auto& file : fs::recursive_directory_iterator(SEXTANT_DATA_DIR "/../" + layer)) {
      if (file.path().extension() == ".cpp" && file.path().filename() != "inventory_properties.cpp")
        text << std::ifstream(file.path()).rdbuf();
    }
  }
  return text.str();
}

/// A fault that is added is one that some property makes, and demands the name of.
TEST(Inventory, EveryFaultIsNamedInAProperty) {
  const std::string text = properties();
  ASSERT_FALSE(text.empty());
  for (const Fault& fault : faults())
    EXPECT_NE(text.find('"' + std::string(fault.name) + '"'), std::string::npos)
        << fault.name << ": add a table with it to properties/verify/fault";
}

}  // namespace
}  // namespace sextant::verify
