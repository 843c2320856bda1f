#include "sextant/verify/diagnosis/matching.hpp"

#include <algorithm>
#include <cstdint>

namespace sextant::verify {
namespace {

constexpr double kMuchBetter = 4;     // squares, by which another place must fit better
constexpr double kRounding = 0x1p-4;  // the square of a rounding, in squares of tolerances
constexpr std::size_t kNobody = SIZE_MAX;

class Matching {
 public:
  Matching(std::size_t count, const Misfit& misfit)
      : count_(count), misfit_(misfit), held_by_(count, kNobody), choices_(count) {}

  std::optional<std::vector<std::size_t>> find() {
    std::vector<std::size_t> moved;
    std::vector<std::size_t> others;
    for (std::size_t j = 0; j < count_; ++j) {
      own_.push_back(misfit_(j, j));
      (own_[j] == kNever ? moved : others).push_back(j);
    }
    // What is wrong otherwise fits nowhere: the first things tell.
    if (!each_fits_somewhere(moved) || !each_fits_somewhere(others)) return std::nullopt;
    others.clear();
    for (std::size_t j = 0; j < count_; ++j) {
      if (stays(j))
        held_by_[j] = j;
      else
        others.push_back(j);
    }
    if (!settled(others)) return std::nullopt;
    std::vector<std::size_t> places(count_, kNobody);
    for (std::size_t k = 0; k < count_; ++k) places[held_by_[k]] = k;
    return places;
  }

 private:
  struct Choice {
    std::size_t place = 0;
    double misfit = 0;
  };

  bool each_fits_somewhere(const std::vector<std::size_t>& things) {
    return std::all_of(things.begin(), things.end(), [&](std::size_t j) {
      choose(j);
      return !choices_[j].empty();
    });
  }

  void choose(std::size_t j) {
    auto& choices = choices_[j];
    for (std::size_t k = 0; k < count_; ++k) {
      const double misfit = misfit_(j, k);
      if (misfit < kNever) choices.push_back({k, misfit});
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const Choice& a, const Choice& b) { return a.misfit < b.misfit; });
  }

  bool stays(std::size_t j) const {
    return own_[j] < kNever && own_[j] <= kMuchBetter * (choices_[j].front().misfit + kRounding);
  }

  /// Whether all of them find a place.
  bool settled(std::vector<std::size_t>& things) {
    std::stable_sort(things.begin(), things.end(), [&](std::size_t a, std::size_t b) {
      return choices_[a].front().misfit < choices_[b].front().misfit;
    });
    return std::all_of(things.begin(), things.end(), [&](std::size_t j) {
      seen_.assign(count_, false);
      return takes(j);
    });
  }

  /// Whether a thing finds a place, a free one or one that another gives up.
  bool takes(std::size_t j) {
    for (const Choice& c : choices_[j]) {
      if (held_by_[c.place] != kNobody) continue;
      held_by_[c.place] = j;
      return true;
    }
    for (const Choice& c : choices_[j]) {
      if (seen_[c.place]) continue;
      seen_[c.place] = true;
      if (!takes(held_by_[c.place])) continue;
      held_by_[c.place] = j;
      return true;
    }
    return false;
  }

  std::size_t count_;
  const Misfit& misfit_;
  std::vector<std::size_t> held_by_;
  std::vector<double> own_;
  std::vector<std::vector<Choice>> choices_;
  std::vector<bool> seen_;
};

}  // namespace

std::optional<std::vector<std::size_t>> matching(std::size_t count, const Misfit& misfit) {
  return Matching(count, misfit).find();
}

}  // namespace sextant::verify
