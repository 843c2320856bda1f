#pragma once

#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <gmock/gmock.h>

#include "sextant/config/named_encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/gmock/numbers.hpp"
#include "sextant/verify/verify.hpp"

namespace sextant {

/// A GoogleMock matcher of tables.  It passes if `sextant verify` does; otherwise it prints the
/// same explanation.
///
///     using sextant::MatchesOracle;
///     EXPECT_THAT(table, MatchesOracle("sinusoidal dim=512").Faithful());
///     EXPECT_THAT(cos, MatchesOracle("rope dim=128").OfPart(Part::cos).FromPosition(64));
///     EXPECT_THAT(bits, MatchesOracle("rope dim=64").OfPart(Part::sin).InFormat(kBfloat16));
///
/// A table is a range of ranges of numbers (such as `float table[4][8]`), an InRows, or any
/// contiguous range, row by row.  The length of a row is then the encoding's, or the argument of
/// WithColumns.  Numbers are float, double, or 16-bit patterns with a format; indices are
/// std::int32_t or std::int64_t.
///
/// If the table cannot be checked, for example because it has another shape, matching throws Error:
/// it is neither a match nor its negation.
class MatchesOracle {
 public:
  using is_gtest_matcher = void;

  explicit MatchesOracle(Encoding encoding)
      : MatchesOracle(NamedEncoding{.encoding = std::move(encoding), .dim_given = true}) {}
  /// Takes the same text as named_encoding, and throws the same Error.
  explicit MatchesOracle(std::string_view text) : MatchesOracle(named_encoding(text)) {}
  explicit MatchesOracle(const NamedEncoding& named) {
    question_.encoding = named.encoding;
    question_.dim_given = named.dim_given;
    question_.layout_of_vectors = named.layout_of_vectors;
    question_.rows = named.rows;
  }

  /// The worst grade that passes; the default is WithinRounding.
  MatchesOracle CorrectlyRounded() const { return requiring(verify::Grade::correctly_rounded); }
  MatchesOracle Faithful() const { return requiring(verify::Grade::faithful); }
  MatchesOracle WithinRounding() const { return requiring(verify::Grade::rounding); }

  MatchesOracle OfPart(Part part) const {
    return with([&](MatchesOracle& m) { m.question_.part = part; });
  }
  /// The position of row 0.
  MatchesOracle FromPosition(Position first) const {
    return with([&](MatchesOracle& m) { m.question_.first = first; });
  }
  /// The position of every row.
  MatchesOracle AtPositions(const Positions& positions) const {
    return with([&](MatchesOracle& m) { m.question_.positions = positions; });
  }
  MatchesOracle WithColumns(std::size_t columns) const {
    return with([&](MatchesOracle& m) { m.columns_ = columns; });
  }
  /// The format of 16-bit patterns: kBfloat16 or kFloat16.
  MatchesOracle InFormat(const Format& format) const {
    return with([&](MatchesOracle& m) { m.format_ = format; });
  }
  /// The format that the program computes in, kFloat32 or kFloat64.
  MatchesOracle ComputedIn(const Format& format) const {
    return with([&](MatchesOracle& m) { m.question_.computed_in = format; });
  }

  /// The math library whose bounds are used: a name from `sextant list libraries`.  Throws Error
  /// for an unknown name.
  MatchesOracle WithLibrary(std::string_view library) const {
    return with([&](MatchesOracle& m) { m.question_.library = &recipe::library(library); });
  }
  /// The largest absolute error that passes, for any grade.
  MatchesOracle WithMaxError(double error) const {
    return with([&](MatchesOracle& m) { m.question_.limits.max_error = error; });
  }
  /// The largest phase error that passes, in radians.
  MatchesOracle WithMaxPhase(double radians) const {
    return with([&](MatchesOracle& m) { m.question_.limits.max_phase = radians; });
  }
  /// A table with a warning fails.
  MatchesOracle Strictly() const {
    return with([&](MatchesOracle& m) { m.question_.limits.strict = true; });
  }

  template <class T>
  bool MatchAndExplain(const T& table, testing::MatchResultListener* listener) const {
    const verify::Verdict verdict = judge(gmock::numbers_of(table));
    if (listener->IsInterested()) *listener << '\n' << verify::to_words(verdict, "the table");
    return verdict.passes();
  }

  void DescribeTo(std::ostream* to) const { *to << "is a table of " << asked(); }
  void DescribeNegationTo(std::ostream* to) const { *to << "is no table of " << asked(); }

 private:
  template <class Change>
  MatchesOracle with(Change&& change) const {
    MatchesOracle copy = *this;
    change(copy);
    return copy;
  }
  MatchesOracle requiring(verify::Grade grade) const {
    return with([&](MatchesOracle& m) { m.question_.required = grade; });
  }

  static std::string decimal(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
  }

  std::string asked() const {
    std::string text = to_text(*question_.encoding);
    if (question_.part != Part::table) text += ", part " + std::string(name(question_.part));
    if (question_.positions) text += ", positions " + question_.positions->text();
    if (question_.first) text += ", from position " + to_text(*question_.first);
    text += ", " + std::string(verify::word(question_.required)) + " or better";
    if (question_.library != nullptr) text += " with " + std::string(question_.library->name);
    const verify::PassingLimits& limits = question_.limits;
    if (limits.max_error) text += ", off by " + decimal(*limits.max_error) + " at most";
    if (limits.max_phase) text += ", in phase by " + decimal(*limits.max_phase) + " at most";
    return limits.strict ? text + ", without a warning" : text;
  }

  /// Rows and columns.  Throws Error if the numbers do not fill whole rows.
  std::vector<std::uint64_t> shape_of(const gmock::Numbers& numbers) const {
    std::size_t columns = numbers.columns.value_or(0);
    if (columns == 0) columns = columns_;
    if (columns == 0) columns = chart(*question_.encoding, question_.part).width();
    if (columns == 0 || numbers.count() == 0 || numbers.count() % columns != 0)
      throw Error("the table: " + std::to_string(numbers.count()) + " numbers are no rows of " +
                  std::to_string(columns));
    return {numbers.count() / columns, columns};
  }

  /// Throws Error for 16-bit patterns without a format, or for a format that does not fit the
  /// numbers.
  Format format_of(const gmock::Numbers& numbers) const {
    if (!numbers.format && (!format_ || format_->storage_bits != 16))
      throw Error("the table holds 16-bit patterns: InFormat(kBfloat16) or InFormat(kFloat16)");
    if (numbers.format && format_ && *numbers.format != *format_)
      throw Error("the table holds " + numbers.format->name() + ", not " + format_->name());
    return numbers.format ? *numbers.format : *format_;
  }

  verify::Verdict judge(const gmock::Numbers& numbers) const {
    const Storage storage{.format = format_of(numbers),
                          .shape = shape_of(numbers),
                          .byte_order = kNativeOrder,
                          .integers = numbers.integers};
    const auto file = std::make_shared<InputFile>("the table", std::span(numbers.bytes));
    return verify::verify(Table(file, storage), question_);
  }

  verify::Question question_;
  std::size_t columns_ = 0;  ///< 0: the encoding's number of columns
  std::optional<Format> format_;
};

}  // namespace sextant
