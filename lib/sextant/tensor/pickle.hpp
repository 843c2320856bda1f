#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sextant {

/// A value of a pickle.  Calls are kept as values, and never made.
struct Pickled {
  enum class Kind {
    integer,     ///< also True and False
    text,        ///< `text`
    global,      ///< a class or function: `text` is module.name
    tuple,       ///< `items`
    list,        ///< `items`
    dictionary,  ///< `items`: key, value, key, value, …
    call,        ///< `items`: what is called, its arguments, then as of a dictionary
    persistent,  ///< `items`: the one value that names an object outside
    other        ///< None, a float, bytes, a set or a large integer
  };
  Kind kind = Kind::other;
  std::int64_t integer = 0;
  std::string_view text = {};
  std::vector<const Pickled*> items = {};
};

/// A pickle of protocol 2 to 5, decoded without executing anything.
class Pickle {
 public:
  /// `allowed` says whether a class or function, module.name, may be named.  Throws Error, "… at
  /// byte N", if it may not, for a damaged pickle, for an opcode that files of tensors do not have,
  /// and for more than two million values.
  Pickle(std::string bytes, const std::function<bool(std::string_view)>& allowed);
  Pickle(const Pickle&) = delete;
  Pickle& operator=(const Pickle&) = delete;

  /// The value of the pickle.  A list, dictionary or call may contain itself.
  const Pickled& root() const { return *root_; }

 private:
  friend class PickleDecoder;

  std::string bytes_;
  std::deque<std::string> names_;  ///< of globals
  std::deque<Pickled> values_;
  const Pickled* root_ = nullptr;
};

}  // namespace sextant
