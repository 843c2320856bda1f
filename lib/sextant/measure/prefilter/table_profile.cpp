#include <algorithm>
#include <cmath>

#include <tbb/parallel_for.h>

#include "sextant/measure/prefilter/table_error_meter.hpp"

namespace sextant::measure {

Profile TableErrorMeter::profile(const Read& read, std::uint64_t most) const {
  const std::size_t columns = oracle_.chart().width();
  const auto bounds = [&](std::uint64_t block) {
    return (positions_.count + block - 1) / block * columns;
  };
  std::uint64_t block = rotations_.block();
  while (bounds(block) > most && block < positions_.count) block *= 2;
  Profile result{block, columns, std::vector<float>(bounds(block)),
                 std::vector<float>(bounds(block))};
  // A run has whole blocks, so that no two threads share a block.
  const std::uint64_t length = std::max(kBlocksOfRun * rotations_.block(), block);
  tbb::parallel_for(
      std::uint64_t{0}, (positions_.count + length - 1) / length, [&](std::uint64_t run) {
        const std::uint64_t last = std::min((run + 1) * length, positions_.count);
        blocks(run * length, last, read, [&](const Piece& piece, const exact::Sequence& rotations) {
          const std::uint64_t at = piece.row / block * columns;
          distances(rotations, piece, std::span(result.most).subspan(at, columns),
                    std::span(result.excess).subspan(at, columns));
        });
      });
  return result;
}

/// Distances as upper bounds of `absolute`.                       measures.md, (15), (15a), (21)
void TableErrorMeter::distances(const exact::Sequence& rotations, const Piece& piece,
                                std::span<float> most, std::span<float> excess) const {
  const double blur = std::ldexp(1.0, format_ == kFloat64 ? kSplitBlur : kRotationBlur);
  const bool apart = layout_.pattern >= exact::ColumnPattern::apart;
  std::vector<std::size_t> firsts = {0, 1};  // of the runs
  if (apart) {
    firsts.clear();
    for (const auto* starts : {&layout_.sines, &layout_.cosines}) {
      for (std::size_t k = starts->size(); k-- > 0;) firsts.push_back((*starts)[k] / element_);
    }
  }
  for (std::size_t p = 0; p < rotations_.panels().size(); ++p) {
    const exact::Panel& panel = rotations_.panels()[p];
    std::vector<double> far(firsts.size() * panel.slots()), beyond(far.size());
    prefilter_.farthest(rotations.angles(p), elements(piece, panel),
                        {far.data(), beyond.data(), panel.slots()});
    for (std::size_t run = 0; run < firsts.size(); ++run) {
      for (std::size_t pair = 0; pair < panel.pairs(); ++pair) {
        const std::size_t column = firsts[run] + (apart ? 1 : 2) * (panel.first() + pair);
        const auto raise = [&](float& bound, double distance) {
          bound = std::max(bound, static_cast<float>(distance * (1 + 0x1p-20) + blur));
        };
        raise(most[column], far[run * panel.slots() + pair]);
        raise(excess[column], beyond[run * panel.slots() + pair]);
      }
    }
  }
}

}  // namespace sextant::measure
