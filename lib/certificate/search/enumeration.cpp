#include "certificate/search/enumeration.hpp"

#include <algorithm>
#include <cstdlib>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {
namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 Size;

constexpr int kSlopeBits = 48;
constexpr std::uint64_t kOne = std::uint64_t{1} << 31;  // the root of a summand
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 32;
constexpr std::int64_t kLargest = std::int64_t{1} << 40;
constexpr const char* kNotReduced = "the lattice's basis is not reduced";

class Enumeration {
 public:
  using Visit = std::function<void(const std::vector<std::int64_t>&)>;

  Enumeration(const Form& form, const Visit& visit)
      : form_(form), visit_(visit), z_(form.weights.size(), 0) {}

  /// Chooses z_level and the levels below.  `used` is the sum of the levels above, in units of
  /// 2⁻⁶²; `blur` is the sum of their |z|.
  void descend(std::size_t level, std::uint64_t used, std::uint64_t blur) {
    Wide centre = 0;
    for (std::size_t j = level + 1; j < z_.size(); ++j)
      centre -= static_cast<Wide>(z_[j]) * form_.slopes[j][level];
    const Wide nearest = (centre + (Wide{1} << (kSlopeBits - 1))) >> kSlopeBits;
    if (nearest > kLargest || nearest < -kLargest) throw Refused(kNotReduced);
    const auto middle = static_cast<std::int64_t>(nearest);
    const Place place{level, used, blur, centre};
    for (std::int64_t z = middle; attempt(place, z); ++z) {
    }
    // If all coefficients above are 0, z and −z are equivalent.
    for (std::int64_t z = middle - 1; blur != 0 && attempt(place, z); --z) {
    }
    z_[level] = 0;
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Place {
    std::size_t level;
    std::uint64_t used;
    std::uint64_t blur;
    Wide centre;
  };

  /// Returns false if z, and so every integer farther from the centre, is out of range.
  bool attempt(const Place& at, std::int64_t z) {
    if (std::abs(z) > kLargest) throw Refused(kNotReduced);
    const Wide gap = static_cast<Wide>(z) * (Wide{1} << kSlopeBits) - at.centre;
    const Size off = static_cast<Size>(gap < 0 ? -gap : gap);
    const Size sure = std::min<Size>(off > at.blur ? off - at.blur : 0, ~std::uint64_t{0});
    const Size root = sure * form_.weights[at.level] >> 57;
    if (root > kOne) return false;
    const std::uint64_t used = at.used + static_cast<std::uint64_t>(root * root);
    if (used > kOne * kOne) return false;
    if (++nodes_ > kMostNodes) throw Refused("the lattice's search takes more than 2^32 nodes");
    z_[at.level] = z;
    if (at.level == 0)
      visit_(z_);
    else
      descend(at.level - 1, used, at.blur + static_cast<std::uint64_t>(std::abs(z)));
    return true;
  }

  const Form& form_;
  const Visit& visit_;
  std::vector<std::int64_t> z_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

std::uint64_t enumerate(const Form& form,
                        const std::function<void(const std::vector<std::int64_t>&)>& visit) {
  Enumeration tree(form, visit);
  tree.descend(form.weights.size() - 1, 0, 0);
  return tree.nodes();
}

}  // namespace sextant::certificate
