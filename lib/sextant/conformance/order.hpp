#pragma once

#include <optional>
#include <string>

#include "sextant/conformance/cases.hpp"

namespace sextant::conformance {

/// Answers come in the order of the cases, one for each.  What disturbs it is named by its line:
/// an answer given again, one too early, and then whether the earlier ones are missing or only
/// late, one to what nobody asked, and too many.  In memory that does not grow.
class AnswerOrder {
 public:
  /// `item` is what answers are called: line or record.  The cases outlive it.
  AnswerOrder(const Cases& cases, std::string item) : cases_(cases), item_(std::move(item)) {}

  /// The case that is answered on a line; nothing while it is not known what is wrong.  Throws
  /// Error once it is.
  std::optional<Case> next(Position position, std::size_t channel, std::uint64_t line);

  /// To be called when no more answers come: throws Error where some are missing before the last.
  void end() const;

  std::uint64_t answered() const { return answered_; }

 private:
  /// An answer to a later case than the next one.
  struct Early {
    std::uint64_t line = 0, number = 0, followed = 0;
  };

  std::string place(const Case& asked) const;
  bool answers(std::uint64_t number, Position position, std::size_t channel) const;
  std::optional<std::uint64_t> find(Position position, std::size_t channel) const;
  void follow(Position position, std::size_t channel, std::uint64_t line);
  [[noreturn]] void refuse(Position position, std::size_t channel, std::uint64_t line);
  [[noreturn]] void missing() const;

  const Cases& cases_;
  std::string item_;
  std::uint64_t answered_ = 0;
  std::optional<Early> early_;
};

}  // namespace sextant::conformance
