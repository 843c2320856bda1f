#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tool/run.hpp"

/// Without a configuration, the name of a tensor still says which part it holds.  Another part must
/// not pass, even if its encoding can be identified.
namespace sextant {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The audit of a file with one tensor `name`, which holds the table of these options.
json audit_of(const std::string& name, const std::string& options, int status) {
  const Folder folder;
  const std::string file = folder / "t.safetensors";
  const Ran made = sextant_line("table " + options + " --tensor " + name + " -o " + file);
  EXPECT_EQ(made.status, 0) << made.err;
  const Ran ran = sextant_tool({"check", file, "--json"});
  EXPECT_EQ(ran.status, status) << name << ": " << options << "\n" << ran.out << ran.err;
  return json::parse(ran.out)["stored"].at(0);
}

constexpr const char* kRope = "--encoding rope --dim 128 --positions 0:64";

TEST(NamedPart, PassesIfTheTableHoldsIt) {
  for (const char* part : {"cos", "sin"}) {
    const json found =
        audit_of(part + std::string("_cached"), kRope + (" --part " + std::string(part)), 0);
    EXPECT_EQ(found["identified"], true);
    EXPECT_EQ(found["claim"], "rope dim=128");
  }
}

TEST(NamedPart, FailsIfTheTableHoldsTheOtherFunction) {
  for (const auto& [name, other] :
       {std::pair("cos_cached", "sin"), std::pair("sin_cached", "cos")}) {
    const json found = audit_of(name, kRope + (" --part " + std::string(other)), 1);
    EXPECT_EQ(found["outcome"], "fails");
    EXPECT_THAT(found["why"].get<std::string>(), HasSubstr("sin-cos-swapped"));
    EXPECT_EQ(found["verdict"]["findings"][0]["fault"], "sin-cos-swapped");
  }
}

TEST(NamedPart, FailsIfTheTableIsAddedToVectors) {
  const json found = audit_of("cos_cached", "--encoding sinusoidal --dim 128 --positions 0:64", 1);
  EXPECT_THAT(found["why"].get<std::string>(), HasSubstr("its name says cos"));
}

/// vLLM stores both functions as [cos | sin].
TEST(NamedPart, MayBeOneOfBothInARow) {
  EXPECT_EQ(audit_of("cos_cached", kRope, 0)["outcome"], "passes");
  EXPECT_EQ(audit_of("cos_sin_cache", kRope, 0)["outcome"], "passes");
  audit_of("cos_sin_cache", kRope + std::string(" --part cos"), 1);
}

}  // namespace
}  // namespace sextant
