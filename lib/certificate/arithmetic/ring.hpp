#pragma once

#include <map>
#include <string>
#include <vector>

#include <flint/fmpq_mpoly.h>

#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// Polynomials over the rationals in the cosine and the sine of some angles, and in some numbers.
class Ring {
 public:
  Ring(std::vector<std::string> angles, std::vector<std::string> numbers);
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { fmpq_mpoly_ctx_clear(context_); }

  /// A polynomial; frees itself.  Its ring must outlive it.
  class Element {
   public:
    explicit Element(const Ring& ring) : ring_(&ring) { fmpq_mpoly_init(x_, ring.context_); }
    Element(const Element& other) : Element(*other.ring_) {
      fmpq_mpoly_set(x_, other.x_, ring_->context_);
    }
    Element& operator=(const Element& other) {
      fmpq_mpoly_set(x_, other.x_, ring_->context_);
      return *this;
    }
    ~Element() { fmpq_mpoly_clear(x_, ring_->context_); }

    friend Element operator+(const Element& a, const Element& b);
    friend Element operator-(const Element& a, const Element& b);
    friend Element operator*(const Element& a, const Element& b);

   private:
    friend class Ring;
    const Ring* ring_;
    fmpq_mpoly_t x_;
  };

  Element constant(const Fraction& value) const;
  /// The ring must have these names.
  Element number(const std::string& name) const;
  Element cosine(const std::string& angle) const;
  Element sine(const std::string& angle) const;

  /// The number of terms.
  long terms(const Element& element) const { return fmpq_mpoly_length(element.x_, context_); }
  /// Whether it is 0 modulo cos² + sin² = 1 of every angle.
  bool vanishes(const Element& element) const;
  /// The degree in the cosine and sine of an angle together, and in a number.
  long degree_of_angle(const Element& element, const std::string& angle) const;
  long degree_of_number(const Element& element, const std::string& number) const;
  /// The value for these tangents of the half angles and these values of the numbers.
  Fraction at(const Element& element, const std::map<std::string, Fraction>& half_tangents,
              const std::map<std::string, Fraction>& numbers) const;

 private:
  friend Element operator+(const Element& a, const Element& b);
  friend Element operator-(const Element& a, const Element& b);
  friend Element operator*(const Element& a, const Element& b);

  Element variable(std::size_t index) const;

  std::vector<std::string> angles_, numbers_;
  fmpq_mpoly_ctx_t context_;
};

}  // namespace sextant::certificate
