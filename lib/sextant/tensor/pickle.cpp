#include "sextant/tensor/pickle.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant {

namespace {

constexpr std::size_t kMost = std::size_t{1} << 21;  // of values, and of places for them
constexpr std::size_t kMostMarks = 1000;

enum class Act {
  number,    ///< an unsigned integer of `size` bytes
  negative,  ///< a signed one of `size` bytes
  large,     ///< one whose length has `size` bytes
  constant,  ///< the integer `size`
  other,     ///< a value of `size` bytes that is not needed
  text,      ///< a text, or bytes, whose length has `size` bytes
  bytes,
  tuple,  ///< of the last `size` values
  marked_tuple,
  list,
  dictionary,
  items,         ///< adds the last `size` values to the container before them
  marked_items,  ///< adds those since the mark
  global,
  named_global,  ///< a global whose names are the last two values
  call,
  attributes,  ///< of an object, such as _metadata; not needed
  persistent,
  protocol,
  frame,
  mark,
  drop,
  drop_marked,
  recall,    ///< the value with a number of `size` bytes
  memorise,  ///< the last value, with a number of `size` bytes; 0: the next number
};

struct Opcode {
  unsigned char code;
  Act act;
  std::uint8_t size;
};

/// Of CPython's pickletools, protocols 2 to 5: what PyTorch writes for tensors, numbers and texts.
constexpr Opcode kOpcodes[] = {
    {'N', Act::other, 0},         {0x88, Act::constant, 1},    {0x89, Act::constant, 0},
    {'J', Act::negative, 4},      {'K', Act::number, 1},       {'M', Act::number, 2},
    {0x8a, Act::large, 1},        {0x8b, Act::large, 4},       {'G', Act::other, 8},
    {0x8c, Act::text, 1},         {'X', Act::text, 4},         {0x8d, Act::text, 8},
    {'C', Act::bytes, 1},         {'B', Act::bytes, 4},        {0x8e, Act::bytes, 8},
    {')', Act::tuple, 0},         {0x85, Act::tuple, 1},       {0x86, Act::tuple, 2},
    {0x87, Act::tuple, 3},        {'t', Act::marked_tuple, 0}, {']', Act::list, 0},
    {'a', Act::items, 1},         {'e', Act::marked_items, 0}, {'}', Act::dictionary, 0},
    {'s', Act::items, 2},         {'u', Act::marked_items, 0}, {'c', Act::global, 0},
    {0x93, Act::named_global, 0}, {'R', Act::call, 0},         {0x81, Act::call, 0},
    {'b', Act::attributes, 0},    {'Q', Act::persistent, 0},   {0x80, Act::protocol, 1},
    {0x95, Act::frame, 8},        {'(', Act::mark, 0},         {'0', Act::drop, 0},
    {'1', Act::drop_marked, 0},   {'h', Act::recall, 1},       {'j', Act::recall, 4},
    {'q', Act::memorise, 1},      {'r', Act::memorise, 4},     {0x94, Act::memorise, 0}};

}  // namespace

/// Runs the opcodes of a pickle on a stack of values.
class PickleDecoder {
 public:
  PickleDecoder(Pickle& pickle, const std::function<bool(std::string_view)>& allowed)
      : pickle_(pickle), bytes_(pickle.bytes_), allowed_(allowed) {}

  const Pickled* run() {
    while (true) {
      const auto code = static_cast<unsigned char>(take(1)[0]);
      if (code == '.') return pop();
      const auto* opcode = std::find_if(std::begin(kOpcodes), std::end(kOpcodes),
                                        [&](const Opcode& one) { return one.code == code; });
      if (opcode == std::end(kOpcodes))
        fail(fmt::format("has the opcode 0x{:02x}, which no file of tensors needs,", code));
      step(opcode->act, opcode->size);
      if (pickle_.values_.size() > kMost || stack_.size() > kMost || memo_.size() > kMost)
        fail("has more than two million values,");
    }
  }

 private:
  using Kind = Pickled::Kind;
  using Items = std::vector<const Pickled*>;

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(fmt::format("{} at byte {}", what, at_));
  }

  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) fail("ends too early,");
    at_ += static_cast<std::size_t>(count);
    return bytes_.substr(at_ - static_cast<std::size_t>(count), static_cast<std::size_t>(count));
  }

  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const std::string_view from = take(size);
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(from[i]);
    return value;
  }

  /// A signed integer of `size` bytes; a value `other` if these are more than 8.
  Pickled signed_number(std::uint64_t size) {
    if (size > 8) take(size);
    if (size > 8) return {};
    const auto unused = static_cast<unsigned>(64 - 8 * size);
    const std::uint64_t bits = size == 0 ? 0 : number(static_cast<std::size_t>(size)) << unused;
    return {Kind::integer, size == 0 ? 0 : static_cast<std::int64_t>(bits) >> unused};
  }

  std::string_view line() {
    const std::size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) fail("has a name without an end,");
    const std::string_view text = take(end - at_);
    ++at_;
    return text;
  }

  void push(Pickled value) { stack_.push_back(&pickle_.values_.emplace_back(std::move(value))); }
  void push(Kind kind, Items items = {}) { push({kind, 0, {}, std::move(items)}); }

  /// The last value, which must be after the last mark.
  Pickled* top() const {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) fail("takes a value too many,");
    return stack_.back();
  }
  Pickled* pop() {
    Pickled* value = top();
    stack_.pop_back();
    return value;
  }
  Items pop(std::size_t count) {
    Items items(count);
    for (std::size_t i = count; i-- > 0;) items[i] = pop();
    return items;
  }
  /// The values since the last mark, which is removed.
  Items pop_mark() {
    if (marks_.empty()) fail("takes a mark too many,");
    Items items = pop(stack_.size() - marks_.back());
    marks_.pop_back();
    return items;
  }

  void step(Act act, std::size_t size) {
    switch (act) {
      case Act::number:
        return push({Kind::integer, static_cast<std::int64_t>(number(size))});
      case Act::negative:
        return push(signed_number(size));
      case Act::large:
        return push(signed_number(number(size)));
      case Act::constant:
        return push({Kind::integer, static_cast<std::int64_t>(size)});
      case Act::other:
        take(size);
        return push(Kind::other);
      case Act::text:
        return push({Kind::text, 0, take(number(size))});
      case Act::bytes:
        take(number(size));
        return push(Kind::other);
      case Act::tuple:
        return push(Kind::tuple, pop(size));
      case Act::marked_tuple:
        return push(Kind::tuple, pop_mark());
      case Act::list:
        return push(Kind::list);
      case Act::dictionary:
        return push(Kind::dictionary);
      case Act::items:
        return add(pop(size));
      case Act::marked_items:
        return add(pop_mark());
      case Act::global: {
        const std::string_view module = line();
        return push_global(module, line());
      }
      case Act::named_global: {
        const Items names = pop(2);
        if (names[0]->kind != Kind::text || names[1]->kind != Kind::text)
          fail("has a global without a name,");
        return push_global(names[0]->text, names[1]->text);
      }
      case Act::call: {
        Items call = pop(2);
        if (call[0]->kind != Kind::global || call[1]->kind != Kind::tuple)
          fail("calls a value that is no class or function,");
        return push(Kind::call, std::move(call));
      }
      case Act::attributes:
        pop();
        if (top()->kind != Kind::call) fail("gives attributes to a value that is no object,");
        return;
      case Act::persistent:
        return push(Kind::persistent, pop(1));
      case Act::protocol:
        if (const std::uint64_t protocol = number(size); protocol < 2 || protocol > 5)
          fail(fmt::format("is of protocol {}, and 2 to 5 are read,", protocol));
        return;
      case Act::frame:
        take(size);
        return;
      case Act::mark:
        if (marks_.size() == kMostMarks) fail("has more than 1000 open marks,");
        return marks_.push_back(stack_.size());
      case Act::drop:
        pop();
        return;
      case Act::drop_marked:
        pop_mark();
        return;
      case Act::recall: {
        const auto found = memo_.find(number(size));
        if (found == memo_.end()) fail("recalls a value that is not there,");
        return stack_.push_back(found->second);
      }
      case Act::memorise:
        memo_[size == 0 ? memo_.size() : number(size)] = top();
    }
  }

  /// Adds items to the container on top: pairs of key and value, if that is no list.
  void add(const Items& items) {
    Pickled* to = top();
    const bool pairs = to->kind == Kind::dictionary || to->kind == Kind::call;
    if (to->kind != Kind::list && (!pairs || items.size() % 2 != 0))
      fail("adds items to a value that does not take them,");
    to->items.insert(to->items.end(), items.begin(), items.end());
  }

  void push_global(std::string_view module, std::string_view name) {
    const std::string& full =
        pickle_.names_.emplace_back(std::string(module) + "." + std::string(name));
    if (!allowed_(full)) fail("names a class or function that is not allowed,");
    push({Kind::global, 0, full});
  }

  Pickle& pickle_;
  std::string_view bytes_;
  const std::function<bool(std::string_view)>& allowed_;
  std::size_t at_ = 0;
  std::vector<Pickled*> stack_;
  std::vector<std::size_t> marks_;  ///< sizes of the stack
  std::map<std::uint64_t, Pickled*> memo_;
};

Pickle::Pickle(std::string bytes, const std::function<bool(std::string_view)>& allowed)
    : bytes_(std::move(bytes)), root_(PickleDecoder(*this, allowed).run()) {}

}  // namespace sextant
