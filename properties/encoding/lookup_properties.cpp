#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/position/convolution.hpp"
#include "sextant/encoding/position/padding.hpp"

namespace sextant {
namespace {

TEST(PaddedRows, AreThoseOfFairseqAndOpt) {
  const std::vector<bool> left = {false, false, true, true, true};
  const std::vector<bool> right = {true, true, true, false, false};
  using Rows = std::vector<std::int64_t>;
  EXPECT_EQ((PaddedRows{.first = 2, .padding = 1}(left)), (Rows{1, 1, 2, 3, 4}));
  EXPECT_EQ((PaddedRows{.first = 2, .padding = 1}(right)), (Rows{2, 3, 4, 1, 1}));
  EXPECT_EQ((PaddedRows{.first = 1, .padding = 0}({true, false, true})), (Rows{1, 0, 2}));
}

/// cumsum(real)·real + padding_idx, as fairseq has it; OPT's cumsum(real)·real − 1 + 2.
PROPERTY(PaddedRows, CountRealTokensAsTheirCumulativeSum) {
  const auto real = *draw::container<std::vector<bool>>(draw::arbitrary<bool>());
  const std::int64_t padding = *draw::in_range(0, 5);
  const auto rows = PaddedRows{.first = padding + 1, .padding = padding}(real);
  std::int64_t sum = 0;
  RC_ASSERT(rows.size() == real.size());
  for (std::size_t i = 0; i < real.size(); ++i) {
    sum += real[i] ? 1 : 0;
    RC_ASSERT(rows[i] == (real[i] ? sum : 0) + padding);
  }
}

/// The frames of a convolution with the same geometry, counted the long way.
PROPERTY(ConvolutionOfPositions, SeesWhatItsKernelCovers) {
  const Convolution conv{.kernel = *draw::full(draw::in_range(1, 20))};
  const std::int64_t inputs = *draw::full(draw::in_range(1, 40));
  const std::int64_t pad = conv.kernel / 2;
  std::int64_t frames = 0;
  for (std::int64_t at = 0; at + conv.kernel <= inputs + 2 * pad; ++at) ++frames;
  RC_ASSERT(conv.padded_frames(inputs) == frames);
  RC_ASSERT(conv.frames(inputs) == inputs);
  for (std::int64_t frame = 0; frame < inputs; ++frame) {
    const auto [first, last] = conv.seen(frame, inputs);
    std::int64_t covered = 0;
    for (std::int64_t i = 0; i < inputs; ++i) {
      const bool inside = i + pad >= frame && i + pad < frame + conv.kernel;
      RC_ASSERT(inside == (i >= first && i < last));
      covered += inside ? 1 : 0;
    }
    RC_ASSERT(covered > 0);
  }
}

/// The kernel of wav2vec 2.0 looks one input further back than ahead.
TEST(ConvolutionOfPositions, LooksBackByOneMoreWhereTheKernelIsEven) {
  const Convolution conv;
  EXPECT_EQ(conv.frames(1000), 1000);
  EXPECT_EQ(conv.padded_frames(1000), 1001);
  EXPECT_EQ(conv.seen(500, 1000), (Convolution::Span{436, 564}));
  EXPECT_EQ(conv.seen(0, 1000), (Convolution::Span{0, 64}));
  EXPECT_EQ(conv.seen(999, 1000), (Convolution::Span{935, 1000}));
}

}  // namespace
}  // namespace sextant
