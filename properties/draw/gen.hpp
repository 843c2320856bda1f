#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rapidcheck/Show.h>

#include "rapidcheck/detail/ShowType.h"

/// RapidCheck's generators behind an untyped interface, because its templates compile slowly: only
/// gen.cpp includes them.  Each function here draws and shrinks like the function of the same name
/// in rc::gen.
namespace sextant::draw {
namespace untyped {

using Value = std::shared_ptr<const void>;
template <class T>
const T& get(const Value& value) {
  return *static_cast<const T*>(value.get());
}
template <class T>
Value hold(T value) {
  return std::make_shared<const T>(std::move(value));
}

/// How counterexamples print a type and its values.
struct Shown {
  void (*type)(std::ostream& out);
  void (*value)(const void* value, std::ostream& out);
};
template <class T>
inline constexpr Shown kShown = {
    &rc::detail::showType<T>,
    [](const void* value, std::ostream& out) { rc::show(*static_cast<const T*>(value), out); }};

struct Gen;
using Source = std::shared_ptr<const Gen>;
using Weighted = std::vector<std::pair<std::size_t, Source>>;

/// Draws a value in the running property.  `name` names it in counterexamples; if empty, its type
/// does.
Value drawn(const Source& gen, const std::string& name, const Shown& shown);
/// The value that a seed draws; for use outside of properties.
Value of_seed(const Source& gen, std::uint64_t seed);
/// The first bad value from `seed`, shrunk; the last value if none is bad.
Value least(const Source& gen, const std::function<bool(const Value&)>& bad, std::uint64_t seed);

Source just(Value value);
Source element_of(std::vector<Value> values);
Source weighted_one_of(const Weighted& gens);
Source weighted_element(const std::vector<std::pair<std::size_t, Value>>& values);
Source one_of(std::vector<Source> gens);
Source map(const Source& gen, std::function<Value(const Value&)> change);
Source apply(const std::vector<Source>& gens, std::function<Value(const std::vector<Value>&)> make);
/// Calls `make` with a vector of values of `gen`; of any length if `length` is null.
Source container(const Source& gen, const std::size_t* length,
                 std::function<Value(const std::vector<Value>&)> make);
Source exec(std::function<Value()> draw);
Source full(const Source& gen);
Source no_shrink(const Source& gen);
Source shrink(const Source& gen, std::function<std::vector<Value>(const Value&)> simpler);
Source such_that(const Source& gen, std::function<bool(const Value&)> wanted);

template <class Values>
std::vector<Value> hold_all(const Values& values) {
  std::vector<Value> held;
  for (const auto& value : values) held.push_back(hold<typename Values::value_type>(value));
  return held;
}

}  // namespace untyped

/// A generator of values of T.
template <class T>
class Gen {
 public:
  using value_type = T;

  explicit Gen(untyped::Source source) : source_(std::move(source)) {}

  /// Draws a value in the running property or exec().
  T operator*() const {
    return untyped::get<T>(untyped::drawn(source_, name_, untyped::kShown<T>));
  }
  /// The same, named in counterexamples.
  Gen as(std::string name) const {
    Gen named = *this;
    named.name_ = std::move(name);
    return named;
  }

  const untyped::Source& source() const { return source_; }

 private:
  untyped::Source source_;
  std::string name_;
};

/// The types of numbers that gen.cpp draws.
template <class T>
concept Drawn = std::is_same_v<T, bool> || std::is_same_v<T, char> || std::is_same_v<T, int> ||
    std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint64_t>;

template <Drawn T>
Gen<T> arbitrary();
/// Numbers from `min` to `max` − 1.
template <Drawn T>
Gen<T> in_range(T min, T max);

template <class T>
T of_seed(const Gen<T>& gen, std::uint64_t seed) {
  return untyped::get<T>(untyped::of_seed(gen.source(), seed));
}

template <class T, class Bad>
T least(const Gen<T>& gen, Bad bad, std::uint64_t seed) {
  return untyped::get<T>(untyped::least(
      gen.source(), [&](const untyped::Value& value) { return bad(untyped::get<T>(value)); },
      seed));
}

template <class T>
Gen<T> just(T value) {
  return Gen<T>(untyped::just(untyped::hold<T>(std::move(value))));
}

template <class T, class... Ts>
Gen<std::decay_t<T>> element(T&& first, Ts&&... others) {
  using U = std::decay_t<T>;
  return Gen<U>(untyped::element_of(
      {untyped::hold<U>(std::forward<T>(first)), untyped::hold<U>(std::forward<Ts>(others))...}));
}

template <class Values>
Gen<typename Values::value_type> element_of(const Values& values) {
  return Gen<typename Values::value_type>(untyped::element_of(untyped::hold_all(values)));
}

template <class T>
Gen<T> weighted_element(std::initializer_list<std::pair<std::size_t, T>> values) {
  std::vector<std::pair<std::size_t, untyped::Value>> held;
  for (const auto& [weight, value] : values) held.emplace_back(weight, untyped::hold<T>(value));
  return Gen<T>(untyped::weighted_element(held));
}

template <class T, class... Ts>
Gen<T> one_of(const Gen<T>& first, const Gen<Ts>&... others) {
  return Gen<T>(untyped::one_of({first.source(), others.source()...}));
}

template <class T>
Gen<T> weighted_one_of(std::initializer_list<std::pair<std::size_t, Gen<T>>> gens) {
  untyped::Weighted sources;
  for (const auto& [weight, gen] : gens) sources.emplace_back(weight, gen.source());
  return Gen<T>(untyped::weighted_one_of(sources));
}

template <class T, class Change>
auto map(const Gen<T>& gen, Change change) {
  using U = std::decay_t<std::invoke_result_t<Change, const T&>>;
  return Gen<U>(untyped::map(gen.source(), [change](const untyped::Value& value) {
    return untyped::hold<U>(change(untyped::get<T>(value)));
  }));
}

template <class T, class U>
Gen<T> cast(const Gen<U>& gen) {
  return map(gen, [](const U& value) { return static_cast<T>(value); });
}

/// The result of `make` with a value of each generator.
template <class Make, class... Ts>
auto apply(Make make, const Gen<Ts>&... gens) {
  using U = std::decay_t<std::invoke_result_t<Make, const Ts&...>>;
  return Gen<U>(
      untyped::apply({gens.source()...}, [make](const std::vector<untyped::Value>& values) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
          return untyped::hold<U>(make(untyped::get<Ts>(values[I])...));
        }
        (std::index_sequence_for<Ts...>{});
      }));
}

template <class Values, class T>
Gen<Values> container(const Gen<T>& gen, const std::size_t* length = nullptr) {
  return Gen<Values>(
      untyped::container(gen.source(), length, [](const std::vector<untyped::Value>& values) {
        Values all;
        for (const untyped::Value& value : values) all.push_back(untyped::get<T>(value));
        return untyped::hold<Values>(std::move(all));
      }));
}
template <class Values, class T>
Gen<Values> container(std::size_t length, const Gen<T>& gen) {
  return container<Values>(gen, &length);
}

/// The result of `draw`, which itself draws values.
template <class Draw>
auto exec(Draw draw) {
  using T = std::decay_t<std::invoke_result_t<Draw>>;
  return Gen<T>(untyped::exec([draw] { return untyped::hold<T>(draw()); }));
}

/// Draws values of full size from the first case on.  RapidCheck's own sizes keep the first cases
/// small.  With full size, a position of 60 bits is as likely as one of 6.
template <class T>
Gen<T> full(const Gen<T>& gen) {
  return Gen<T>(untyped::full(gen.source()));
}

template <class T>
Gen<T> no_shrink(const Gen<T>& gen) {
  return Gen<T>(untyped::no_shrink(gen.source()));
}

/// Also shrinks to the values that `simpler` lists.
template <class T, class Simpler>
Gen<T> shrink(const Gen<T>& gen, Simpler simpler) {
  return Gen<T>(untyped::shrink(gen.source(), [simpler](const untyped::Value& value) {
    return untyped::hold_all(simpler(untyped::get<T>(value)));
  }));
}

template <class T, class Wanted>
Gen<T> such_that(const Gen<T>& gen, Wanted wanted) {
  return Gen<T>(untyped::such_that(gen.source(), [wanted](const untyped::Value& value) {
    return wanted(untyped::get<T>(value));
  }));
}

template <class T>
Gen<T> non_empty(const Gen<T>& gen) {
  return such_that(gen, [](const T& values) { return !values.empty(); });
}

/// `usual` one time in two, otherwise what `gen` draws.
template <class T>
Gen<T> mostly(T usual, const Gen<T>& gen) {
  return one_of(just<T>(std::move(usual)), gen);
}

}  // namespace sextant::draw
