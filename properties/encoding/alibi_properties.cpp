#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "draw/places.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

std::vector<Rational> exponents(const Alibi& alibi) {
  std::vector<Rational> found;
  for (const Frequency& slope : slopes(alibi)) {
    EXPECT_EQ(slope.base, 2);
    found.push_back(slope.exponent);
  }
  return found;
}

TEST(Alibi, HasThePowersOfAHalfForEightHeads) {
  const std::vector<Frequency> found = slopes({.heads = 8});
  ASSERT_EQ(found.size(), 8U);
  for (int h = 0; h < 8; ++h) {
    const Expression slope = found[static_cast<std::size_t>(h)].expression();
    ASSERT_NE(slope.rational(), nullptr);
    EXPECT_EQ(*slope.rational(), power_of_two(-h - 1));
  }
}

TEST(Alibi, InterpolatesTheSlopesOfTwelveHeads) {
  std::vector<Rational> want;
  for (int h = 1; h <= 8; ++h) want.emplace_back(-h);
  for (int h = 0; h < 4; ++h) want.emplace_back(-(2 * h + 1), 2);
  EXPECT_EQ(exponents({.heads = 12}), want);
}

/// MPT's: N the power of two not below n, 2^(−max·k/N) for k = 1 … N; where N ≠ n the even k first,
/// then the odd ones, and n of them.
std::vector<Rational> exponents_of_mpt(int heads, const Rational& max_bias) {
  const int n = static_cast<int>(std::bit_ceil(static_cast<unsigned>(heads)));
  std::vector<int> order;
  for (int k = 1; k <= n; ++k) order.push_back(k);
  if (n != heads)
    std::stable_partition(order.begin(), order.end(), [](int k) { return k % 2 == 0; });
  std::vector<Rational> found;
  for (int h = 0; h < heads; ++h) {
    Rational exponent = max_bias;
    exponent *= -order[static_cast<std::size_t>(h)];
    exponent /= n;
    found.push_back(exponent);
  }
  return found;
}

TEST(Alibi, IsWhatMptConstructs) {
  for (int heads = 1; heads <= 128; ++heads) {
    for (const int max_bias : {8, 16, 5}) {
      EXPECT_EQ(exponents({.heads = heads, .max_bias = max_bias}),
                exponents_of_mpt(heads, max_bias))
          << heads;
    }
  }
}

TEST(Alibi, HasSlopesOfWhichNoTwoAreEqual) {
  for (int heads = 1; heads <= 300; ++heads) {
    auto found = exponents({.heads = heads});
    for (const Rational& e : found) {
      EXPECT_LT(e, 0);
      EXPECT_GE(e, -8);
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << heads;
  }
}

TEST(Alibi, RefusesWhatDefinesNothing) {
  EXPECT_THROW((void)slopes({.heads = 0}), Error);
  EXPECT_THROW((void)slopes({.heads = kMostHeads + 1}), Error);
  EXPECT_THROW((void)slopes({.heads = 8, .max_bias = 0}), Error);
}

std::string refusal(const std::string& encoding, Part part) {
  try {
    (void)chart(read_encoding(encoding), part);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(BiasParts, AreNamedWhereAnEncodingLacksOne) {
  EXPECT_NE(refusal("alibi", Part::cos).find("has no part 'cos': bias, slopes"), std::string::npos);
  EXPECT_NE(refusal("kerple", Part::slopes).find(": bias"), std::string::npos);
  EXPECT_NE(refusal("t5", Part::index).find(": buckets"), std::string::npos);
  EXPECT_NE(refusal("swin", Part::inv_freq).find(": index"), std::string::npos);
  EXPECT_NE(refusal("rope", Part::bias).find(": table, cos, sin, pairs, matrices, inv_freq"),
            std::string::npos);
  for (const char* text : {"alibi", "kerple", "t5", "deberta", "shaw", "swin", "swin-v2", "nope",
                           "query-scale", "xpos"}) {
    EXPECT_EQ(refusal(text, Part::table), "");
    EXPECT_EQ(refusal(text, parts(read_encoding(text)).front()), "");
  }
}

TEST(BiasText, SaysEveryFieldThatDiffersFromItsDefault) {
  for (const char* text :
       {"alibi heads=12", "alibi heads=8 max-bias=16 form=keys layout=heads-first",
        "kerple form=power r1=1,2 r2=1/2,2", "t5 num-buckets=64 bidirectional=no keys=3",
        "deberta max-distance=1024", "shaw max-distance=4", "swin height=4 width=8", "nope dim=64",
        "alibi heads=32 head-range=8:16", "t5 keys=8 first-key=24", "swin frames=8",
        "swin height=14 width=14 class-token=yes", "swin-v2 height=16 width=16",
        "swin-v2 pretrained-window=12", "xpos dim=64 gamma=1/2 centre=100 form=keys",
        "xpos dim=128 scale-base=1024 origin=3 layout=half-split", "query-scale",
        "query-scale original-context=4096 beta=1/5 origin=1"}) {
    EXPECT_EQ(to_text(read_encoding(text)), text);
  }
  EXPECT_EQ(to_text(read_encoding("alibi")), "alibi heads=8");
  EXPECT_EQ(to_text(read_encoding("t5")), "t5");
  EXPECT_THROW(read_encoding("alibi dim=8"), Error);
  EXPECT_THROW(read_encoding("t5 heads=8"), Error);
  for (const char* shard : {"8", "16:8", "8:8", "-1:8", "a:b", ""})
    EXPECT_THROW(read_encoding("alibi heads=32 head-range=" + std::string(shard)), Error) << shard;
}

/// A rank has the slopes of its heads in the whole model, whatever their number.
TEST(AlibiShard, HasItsPartOfAllSlopes) {
  for (const int heads : {1, 8, 12, 40, 112}) {
    const std::vector<Frequency> all = slopes(Alibi{.heads = heads});
    for (int first = 0; first < heads; first += 5) {
      for (const int end : {first + 1, (first + heads + 1) / 2, heads}) {
        if (end <= first) continue;
        const Alibi shard{.heads = heads, .shard = {first, end}};
        EXPECT_EQ(slopes(shard), std::vector<Frequency>(all.begin() + first, all.begin() + end));
        EXPECT_EQ(chart(shard).width(), static_cast<std::size_t>(end - first));
      }
    }
  }
  EXPECT_THROW((void)slopes(Alibi{.heads = 8, .shard = {4, 9}}), Error);
  EXPECT_THROW((void)slopes(Alibi{.heads = 8, .shard = {8, 16}}), Error);
}

}  // namespace
}  // namespace sextant
