#include "draw/gen.hpp"

#include <ostream>
#include <sstream>

#include <rapidcheck.h>

namespace sextant::draw {
namespace untyped {

struct Gen {
  rc::Gen<Value> values;
};

namespace {

using rc::Random;
using rc::Seq;
using rc::Shrinkable;

Source source(rc::Gen<Value> values) { return std::make_shared<const Gen>(Gen{std::move(values)}); }

std::vector<rc::Gen<Value>> all(const std::vector<Source>& gens) {
  std::vector<rc::Gen<Value>> found;
  for (const Source& gen : gens) found.push_back(gen->values);
  return found;
}

/// A value that a counterexample can show.
struct Item {
  Value value;
  const Shown* shown;
};
std::ostream& operator<<(std::ostream& out, const Item& item) {
  item.shown->value(item.value.get(), out);
  return out;
}

/// Values of several generators, as rc::gen::tuple draws and shrinks them.
class Together {
 public:
  explicit Together(std::vector<Shrinkable<Value>> parts) : parts_(std::move(parts)) {}

  std::vector<Value> value() const {
    std::vector<Value> found;
    for (const Shrinkable<Value>& part : parts_) found.push_back(part.value());
    return found;
  }

  Seq<Shrinkable<std::vector<Value>>> shrinks() const {
    const auto of_one = [parts = parts_](std::size_t i) {
      return rc::seq::map(parts[i].shrinks(), [parts, i](const Shrinkable<Value>& smaller) {
        auto other = parts;
        other[i] = smaller;
        return rc::makeShrinkable<Together>(std::move(other));
      });
    };
    return rc::seq::mapcat(rc::seq::range(std::size_t{0}, parts_.size()), of_one);
  }

 private:
  std::vector<Shrinkable<Value>> parts_;
};

}  // namespace

Value drawn(const Source& gen, const std::string& name, const Shown& shown) {
  std::ostringstream title;
  if (name.empty()) shown.type(title);
  const auto items = rc::gen::map(gen->values, [&shown](Value value) {
    return Item{std::move(value), &shown};
  });
  return (*items.as(name.empty() ? title.str() : name)).value;
}

Value of_seed(const Source& gen, std::uint64_t seed) {
  return gen->values(Random(seed), rc::kNominalSize).value();
}

Value least(const Source& gen, const std::function<bool(const Value&)>& bad, std::uint64_t seed) {
  auto found = gen->values(Random(seed), rc::kNominalSize);
  for (std::uint64_t tries = 1; !bad(found.value()) && tries <= 1000; ++tries)
    found = gen->values(Random(seed + 7919 * tries), rc::kNominalSize);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (auto rest = found.shrinks(); auto next = rest.next();) {
      if (!bad(next->value())) continue;
      found = *next, smaller = true;
      break;
    }
  }
  return found.value();
}

Source just(Value value) { return source(rc::gen::just(std::move(value))); }

Source element_of(std::vector<Value> values) {
  return source(rc::gen::elementOf(std::move(values)));
}

Source weighted_element(const std::vector<std::pair<std::size_t, Value>>& values) {
  std::vector<std::size_t> weights;
  std::vector<Value> elements;
  for (const auto& [weight, value] : values) weights.push_back(weight), elements.push_back(value);
  return source(
      rc::gen::detail::WeightedElementGen<Value>(std::move(weights), std::move(elements)));
}

Source weighted_one_of(const Weighted& gens) {
  std::vector<std::size_t> weights;
  std::vector<rc::Gen<Value>> elements;
  for (const auto& [weight, gen] : gens) weights.push_back(weight), elements.push_back(gen->values);
  return source(
      rc::gen::join(rc::Gen<rc::Gen<Value>>(rc::gen::detail::WeightedElementGen<rc::Gen<Value>>(
          std::move(weights), std::move(elements)))));
}

Source one_of(std::vector<Source> gens) {
  // Like rc::gen::oneOf, which has no overload for a list.
  return source([gens = all(gens)](const Random& random, int size) {
    Random rest = random;
    return gens[rest.split().next() % gens.size()](rest, size);
  });
}

Source map(const Source& gen, std::function<Value(const Value&)> change) {
  return source(rc::gen::map(gen->values, std::move(change)));
}

Source apply(const std::vector<Source>& gens,
             std::function<Value(const std::vector<Value>&)> make) {
  const rc::Gen<std::vector<Value>> together = [gens = all(gens)](const Random& random, int size) {
    Random rest = random;
    std::vector<Shrinkable<Value>> parts;
    for (const rc::Gen<Value>& gen : gens) parts.push_back(gen(rest.split(), size));
    return rc::makeShrinkable<Together>(std::move(parts));
  };
  return source(rc::gen::map(together, std::move(make)));
}

Source container(const Source& gen, const std::size_t* length,
                 std::function<Value(const std::vector<Value>&)> make) {
  using Values = std::vector<Value>;
  return source(rc::gen::map(length == nullptr ? rc::gen::container<Values>(gen->values)
                                               : rc::gen::container<Values>(*length, gen->values),
                             std::move(make)));
}

Source exec(std::function<Value()> draw) {
  return source(rc::gen::exec([draw = std::move(draw)] { return draw(); }));
}

Source full(const Source& gen) { return source(rc::gen::resize(rc::kNominalSize, gen->values)); }

Source no_shrink(const Source& gen) { return source(rc::gen::noShrink(gen->values)); }

Source shrink(const Source& gen, std::function<std::vector<Value>(const Value&)> simpler) {
  return source(rc::gen::shrink(gen->values, [simpler](const Value& value) {
    return rc::seq::fromContainer(simpler(value));
  }));
}

Source such_that(const Source& gen, std::function<bool(const Value&)> wanted) {
  return source(rc::gen::suchThat(gen->values, std::move(wanted)));
}

}  // namespace untyped

namespace {

template <class T>
Gen<T> typed(const rc::Gen<T>& gen) {
  return Gen<T>(
      untyped::source(rc::gen::map(gen, [](T value) { return untyped::hold<T>(value); })));
}

}  // namespace

template <Drawn T>
Gen<T> arbitrary() {
  return typed(rc::gen::arbitrary<T>());
}
template <Drawn T>
Gen<T> in_range(T min, T max) {
  return typed(rc::gen::inRange(min, max));
}

template Gen<bool> arbitrary();
template Gen<char> arbitrary();
template Gen<int> arbitrary();
template Gen<std::int64_t> arbitrary();
template Gen<std::uint64_t> arbitrary();
template Gen<char> in_range(char, char);
template Gen<int> in_range(int, int);
template Gen<std::int64_t> in_range(std::int64_t, std::int64_t);
template Gen<std::uint64_t> in_range(std::uint64_t, std::uint64_t);

}  // namespace sextant::draw
