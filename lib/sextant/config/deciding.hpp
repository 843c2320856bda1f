#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sextant {

/// What keys may decide in addition to the fields of an encoding, such as `base` and `factor`.  A
/// key may decide several of both.
inline constexpr std::string_view kModel = "model";          ///< its code, which has defaults
inline constexpr std::string_view kPositions = "positions";  ///< how layers get positions
inline constexpr std::string_view kLayers = "layers";        ///< which layers are of a kind
inline constexpr std::string_view kLayerCount = "layer count";
inline constexpr std::string_view kContextLength = "context length";
inline constexpr std::string_view kHead = "head";    ///< channels of a head
inline constexpr std::string_view kWidth = "width";  ///< channels of the model
inline constexpr std::string_view kHeads = "heads";  ///< also the field of biases
inline constexpr std::string_view kSections = "sections";
inline constexpr std::string_view kArrangement = "arrangement";  ///< of the sections
inline constexpr std::string_view kRows = "rows";                ///< of a trained table
inline constexpr std::string_view kColumns = "columns";          ///< of a trained table
inline constexpr std::string_view kDivisors = "divisors";        ///< a tensor of a GGUF
// Parameters of the query scale.
inline constexpr std::string_view kQueryBeta = "query beta";
inline constexpr std::string_view kQueryOriginal = "query original";
inline constexpr std::string_view kQueryOrigin = "query origin";

/// While this object lives, the keys that the record notes decide `what`.  An inner object replaces
/// an outer one until it ends.
template <class Record>
class Deciding {
 public:
  Deciding(Record& record, std::initializer_list<std::string_view> what)
      : record_(record), before_(record.decide({what.begin(), what.end()})) {}
  ~Deciding() { record_.decide(std::move(before_)); }
  Deciding(const Deciding&) = delete;
  Deciding& operator=(const Deciding&) = delete;

 private:
  Record& record_;
  std::vector<std::string> before_;
};

/// Returns read().  The keys that it reads decide `what`.
template <class Record, class Read>
auto deciding(Record& record, std::initializer_list<std::string_view> what, const Read& read) {
  const Deciding scope(record, what);
  return read();
}

}  // namespace sextant
