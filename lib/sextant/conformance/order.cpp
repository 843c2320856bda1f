#include "sextant/conformance/order.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "sextant/conformance/case_text.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant::conformance {
namespace {

/// The distance before and after the next case within which an answer's case is searched, and the
/// number of answers after which a late one is missing.
constexpr std::uint64_t kNear = 1 << 13;

}  // namespace

std::string AnswerOrder::place(const Case& asked) const {
  return fmt::format("position {}, channel {}",
                     position_text(asked.position, cases_.request().positions.parts),
                     asked.channel);
}

bool AnswerOrder::answers(std::uint64_t number, Position position, std::size_t channel) const {
  if (!cases_.has(number)) return false;
  const Case asked = cases_[number];
  return asked.position == position && asked.channel == channel;
}

/// The nearest case: drawn cases may repeat.
std::optional<std::uint64_t> AnswerOrder::find(Position position, std::size_t channel) const {
  for (std::uint64_t away = 1; away <= kNear; ++away) {
    if (away <= answered_ && answers(answered_ - away, position, channel)) return answered_ - away;
    if (answers(answered_ + away, position, channel)) return answered_ + away;
  }
  return std::nullopt;
}

std::optional<Case> AnswerOrder::next(Position position, std::size_t channel, std::uint64_t line) {
  if (early_) {
    follow(position, channel, line);
    return std::nullopt;
  }
  if (!cases_.has(answered_)) {
    throw Error(fmt::format("{} {} is one too many: all {} cases were answered before it", item_,
                            line, cases_.count()));
  }
  if (answers(answered_, position, channel)) return cases_[answered_++];
  const auto number = find(position, channel);
  if (!number || *number < answered_) refuse(position, channel, line);
  early_ = {line, *number, 0};
  return std::nullopt;
}

/// Skipped cases are late, unless the answer after an early one is the next case again.
void AnswerOrder::follow(Position position, std::size_t channel, std::uint64_t line) {
  const std::uint64_t after = early_->number + early_->followed + 1;
  if (answers(answered_, position, channel) && !answers(after, position, channel)) {
    throw Error(fmt::format("{} {} is out of order: it answers {}, before {}, which comes on {} {}",
                            item_, early_->line, place(cases_[early_->number]),
                            place(cases_[answered_]), item_, line));
  }
  if (++early_->followed == kNear) missing();
}

void AnswerOrder::refuse(Position position, std::size_t channel, std::uint64_t line) {
  const Case given{0, position, channel};
  const std::string next = place(cases_[answered_]);
  if (find(position, channel))
    throw Error(
        fmt::format("{} {} answers {} again, where {} is next", item_, line, place(given), next));
  throw Error(fmt::format("{} {} answers {}, where {} is next", item_, line, place(given), next));
}

void AnswerOrder::missing() const {
  const std::uint64_t count = early_->number - answered_;
  throw Error(fmt::format("{} {} answers {}, and {} {} before it {} missing, first {}", item_,
                          early_->line, place(cases_[early_->number]), count,
                          count == 1 ? "answer" : "answers", count == 1 ? "is" : "are",
                          place(cases_[answered_])));
}

void AnswerOrder::end() const {
  if (early_) missing();
}

}  // namespace sextant::conformance
