#include "certificate/arithmetic/ring.hpp"

#include <algorithm>
#include <utility>

#include "certificate/arithmetic/error.hpp"

namespace sextant::certificate {

namespace {

const Fraction& one() {
  static const Fraction value(Integer(1), Integer(1));
  return value;
}

std::size_t place(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// The cosine and the sine of an angle, by the tangent of its half.        identities.md, (1)
std::pair<Fraction, Fraction> on_circle(const Fraction& t) {
  Fraction square, length, cosine, sine;
  fmpq_mul(square.get(), t.get(), t.get());
  fmpq_add(length.get(), one().get(), square.get());
  fmpq_sub(cosine.get(), one().get(), square.get());
  fmpq_div(cosine.get(), cosine.get(), length.get());
  fmpq_add(sine.get(), t.get(), t.get());
  fmpq_div(sine.get(), sine.get(), length.get());
  return {cosine, sine};
}

}  // namespace

Ring::Ring(std::vector<std::string> angles, std::vector<std::string> numbers)
    : angles_(std::move(angles)), numbers_(std::move(numbers)) {
  const auto variables = static_cast<slong>(2 * angles_.size() + numbers_.size());
  fmpq_mpoly_ctx_init(context_, variables, ORD_LEX);
}

Ring::Element operator+(const Ring::Element& a, const Ring::Element& b) {
  Ring::Element sum(*a.ring_);
  fmpq_mpoly_add(sum.x_, a.x_, b.x_, a.ring_->context_);
  return sum;
}

Ring::Element operator-(const Ring::Element& a, const Ring::Element& b) {
  Ring::Element difference(*a.ring_);
  fmpq_mpoly_sub(difference.x_, a.x_, b.x_, a.ring_->context_);
  return difference;
}

Ring::Element operator*(const Ring::Element& a, const Ring::Element& b) {
  Ring::Element product(*a.ring_);
  fmpq_mpoly_mul(product.x_, a.x_, b.x_, a.ring_->context_);
  return product;
}

Ring::Element Ring::variable(std::size_t index) const {
  Element result(*this);
  fmpq_mpoly_gen(result.x_, static_cast<slong>(index), context_);
  return result;
}

Ring::Element Ring::constant(const Fraction& value) const {
  Element result(*this);
  fmpq_mpoly_set_fmpq(result.x_, value.get(), context_);
  return result;
}

Ring::Element Ring::cosine(const std::string& angle) const {
  return variable(2 * place(angles_, angle));
}

Ring::Element Ring::sine(const std::string& angle) const {
  return variable(2 * place(angles_, angle) + 1);
}

Ring::Element Ring::number(const std::string& name) const {
  return variable(2 * angles_.size() + place(numbers_, name));
}

/// The relations' leading terms are powers of different variables, so they are a Gröbner basis: the
/// remainder is 0 exactly for members of the ideal.                              identities.md, (6)
bool Ring::vanishes(const Element& element) const {
  std::vector<Element> relations, quotients;
  for (const std::string& angle : angles_) {
    relations.push_back(cosine(angle) * cosine(angle) + sine(angle) * sine(angle) -
                        constant(one()));
    quotients.emplace_back(*this);
  }
  std::vector<fmpq_mpoly_struct*> q, b;
  for (std::size_t i = 0; i < relations.size(); ++i) {
    q.push_back(quotients[i].x_);
    b.push_back(relations[i].x_);
  }
  Element rest = element;
  if (!relations.empty()) {
    fmpq_mpoly_divrem_ideal(q.data(), rest.x_, element.x_, b.data(), static_cast<slong>(b.size()),
                            context_);
  }
  return fmpq_mpoly_is_zero(rest.x_, context_) != 0;
}

long Ring::degree_of_angle(const Element& element, const std::string& angle) const {
  const std::size_t first = 2 * place(angles_, angle);
  std::vector<ulong> powers(2 * angles_.size() + numbers_.size());
  ulong largest = 0;
  for (slong term = 0; term < fmpq_mpoly_length(element.x_, context_); ++term) {
    fmpq_mpoly_get_term_exp_ui(powers.data(), element.x_, term, context_);
    largest = std::max(largest, powers[first] + powers[first + 1]);
  }
  return static_cast<long>(largest);
}

long Ring::degree_of_number(const Element& element, const std::string& number) const {
  const auto index = static_cast<slong>(2 * angles_.size() + place(numbers_, number));
  return std::max<long>(fmpq_mpoly_degree_si(element.x_, index, context_), 0);
}

Fraction Ring::at(const Element& element, const std::map<std::string, Fraction>& half_tangents,
                  const std::map<std::string, Fraction>& numbers) const {
  std::vector<Fraction> values;
  for (const std::string& angle : angles_) {
    auto [cosine, sine] = on_circle(half_tangents.at(angle));
    values.push_back(std::move(cosine));
    values.push_back(std::move(sine));
  }
  for (const std::string& number : numbers_) values.push_back(numbers.at(number));
  std::vector<fmpq*> pointers;
  for (Fraction& value : values) pointers.push_back(value.get());
  Fraction result;
  if (fmpq_mpoly_evaluate_all_fmpq(result.get(), element.x_, pointers.data(), context_) == 0)
    throw Refused("a polynomial is too large to be evaluated");
  return result;
}

}  // namespace sextant::certificate
