#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample/documents.hpp"
#include "report/sample/sample.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/report/document/result_file.hpp"
#include "tool/run.hpp"

namespace sextant::properties {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// What read_confusion says of such a file; "" where it takes it.
std::string complaint(const json& confusion) {
  const Folder folder;
  put_file(folder / "c.json", confusion.dump());
  try {
    EXPECT_EQ(*read_confusion(folder / "c.json"), confusion);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ConfusionFile, IsReadAsItWasWritten) { EXPECT_EQ(complaint(sample_confusion()), ""); }

TEST(ConfusionFile, NamesTheKeyOfWhatIsWrong) {
  for (const std::string place :
       {"/date", "/sound", "/sound/guessed", "/faulty/named", "/matrix", "/matrix/1/with",
        "/matrix/0/mistaken_for/0/name", "/misses/0/command", "/seed"}) {
    json confusion = sample_confusion();
    confusion.at(json::json_pointer(place)) = true;
    EXPECT_THAT(complaint(confusion), HasSubstr("/c.json': " + place + ": must be"));
  }
  EXPECT_THAT(complaint(json{{"schema", "sextant-mutants"}}), HasSubstr("/schema: must be"));
}

TEST(ConfusionFile, MissesEveryKeyThatIsShown) {
  const json whole = sample_confusion();
  for (const auto& item : whole["matrix"][0].items()) {
    json confusion = whole;
    confusion["matrix"][0].erase(item.key());
    EXPECT_THAT(complaint(confusion), HasSubstr("/matrix/0: has no \"" + item.key()));
  }
}

}  // namespace
}  // namespace sextant::properties
