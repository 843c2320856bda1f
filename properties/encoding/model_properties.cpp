#include <gmock/gmock.h>

#include "draw/places.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Models, AreManyAndSortedByName) {
  EXPECT_GE(models().size(), 24u);
  std::string_view before;
  for (const Model& m : models()) {
    EXPECT_LT(before, m.name);
    before = m.name;
    EXPECT_EQ(&model(m.name), &m);
  }
}

/// Each is a chart that something can be asked about, of no more channels than a head has.
TEST(Models, MeanSomething) {
  for (const Model& m : models()) {
    const Encoding encoding = read_encoding(m.encoding);
    const Chart whole = chart(encoding);
    EXPECT_EQ(whole.width(), static_cast<std::size_t>(dim(encoding))) << m.name;
    EXPECT_EQ(read_encoding(to_text(encoding)), encoding) << m.name;
    EXPECT_GE(m.head, dim(encoding)) << m.name;
    EXPECT_GE(m.positions, 2048) << m.name;
    EXPECT_THAT(std::string(m.source), HasSubstr("/")) << m.name;
  }
}

/// What a model was stretched to is what its config says it takes.
TEST(Models, AreStretchedToTheirPositions) {
  for (const Model& m : models()) {
    const Encoding encoding = read_encoding(m.encoding);
    const Context& c = std::get<Rotary>(encoding).context;
    const bool by_ratio = c.scaling == Scaling::yarn || c.scaling == Scaling::longrope;
    EXPECT_TRUE(!by_ratio || c.original * c.factor == m.positions) << m.name;
    EXPECT_GE(m.positions, c.original) << m.name;
  }
}

/// Where a model has two encodings, they are two, and both are there.
TEST(Models, LocalAndGlobalOnesDiffer) {
  int pairs = 0;
  for (const Model& m : models()) {
    const std::string name(m.name);
    if (!name.ends_with("-local")) continue;
    const Model& global = model(name.substr(0, name.size() - 5) + "global");
    EXPECT_NE(read_encoding(m.encoding), read_encoding(global.encoding));
    EXPECT_EQ(m.positions, global.positions);
    ++pairs;
  }
  EXPECT_GE(pairs, 4);
}

TEST(Models, AnUnknownNameIsAnsweredByItsFamily) {
  const auto refusal = [](const std::string& name) {
    try {
      (void)model(name);
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(refusal("llama-3.1"), HasSubstr("llama-3.1-8b, "));
  EXPECT_THAT(refusal("llama-3.1"), Not(HasSubstr("gemma")));
  EXPECT_THAT(refusal("spiral-7b"), HasSubstr("'spiral-7b'"));
  EXPECT_THAT(refusal("spiral-7b"), HasSubstr("list models"));
  EXPECT_THAT(refusal("llama3.1-8b"), HasSubstr(": did you mean llama-3.1-8b"));
  EXPECT_THAT(refusal("lama-3.1-8b"), HasSubstr("llama-3.1-8b"));
  EXPECT_THAT(refusal("spiral-7b"), Not(HasSubstr("did you mean")));
  EXPECT_NE(refusal(""), "");
  EXPECT_LT(refusal(std::string(5000, 'x')).size(), 200u);
}

}  // namespace
}  // namespace sextant
