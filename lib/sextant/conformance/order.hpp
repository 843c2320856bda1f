#pragma once

#include <optional>
#include <string>

#include "sextant/conformance/cases.hpp"

namespace sextant::conformance {

/// Checks that answers come in the order of the cases, one for each, in constant memory.  An error
/// names the line of a repeated answer, an early one (then whether the earlier ones are missing or
/// late), an answer to no case, or a surplus one.
class AnswerOrder {
 public:
  /// `item` is the word for an answer in messages: line or record.  The cases must outlive it.
  AnswerOrder(const Cases& cases, std::string item) : cases_(cases), item_(std::move(item)) {}

  /// The case that a line answers; nullopt if the order is wrong and the kind of error still
  /// unknown.  Throws Error once it is known.
  std::optional<Case> next(Position position, std::size_t channel, std::uint64_t line);

  /// Call it after the last answer.  Throws Error if an answer is missing before the last one.
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
