#include "sextant/encoding/real/integer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <gmp.h>

namespace sextant {
namespace {

constexpr UInt128 kTopBit = UInt128{1} << 127;

UInt128 magnitude(Int128 value) {
  return value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
}
bool is_short(Int128 value) { return value == static_cast<std::int64_t>(value); }

int highest_bit(UInt128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return 127 - (high != 0 ? std::countl_zero(high)
                          : 64 + std::countl_zero(static_cast<std::uint64_t>(value)));
}
int lowest_bit(UInt128 value) {
  const auto low = static_cast<std::uint64_t>(value);
  return low != 0 ? std::countr_zero(low)
                  : 64 + std::countr_zero(static_cast<std::uint64_t>(value >> 64));
}

/// For odd numbers.
template <class Unsigned>
Unsigned odd_gcd(Unsigned a, Unsigned b) {
  while (a != b && a != 1 && b != 1) {
    if (a < b) std::swap(a, b);
    if constexpr (sizeof(Unsigned) > 8) {
      if (a >> 64 == 0)
        return odd_gcd(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
    }
    a -= b;
    a >>= lowest_bit(a);
  }
  return std::min(a, b);
}

[[noreturn]] void refuse_zero() { throw std::overflow_error("division by zero"); }

void check_shift(std::int64_t count) {
  if (count < 0) throw std::range_error("a shift by a negative count");
}

}  // namespace

/// A GMP number that an operation fills.
struct Integer::Result {
  Result() { mpz_init(number); }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  ~Result() { mpz_clear(number); }

  /// The words that hold a GMP number, and the number that words hold.  It has fewer bytes than
  /// they where a pointer has 32 bits.
  static Words words_of(const __mpz_struct& number) {
    static_assert(sizeof number <= sizeof(Words));
    Words words;
    std::memcpy(static_cast<void*>(&words), &number, sizeof number);
    return words;
  }
  static __mpz_struct number_in(const Words& words) {
    __mpz_struct number;
    std::memcpy(&number, &words, sizeof number);
    return number;
  }

  mpz_t number;
};

/// A read-only GMP view of an Integer.
class Integer::View {
 public:
  explicit View(const Integer& a) : number_(Result::number_in(a.words_)) {
    if (a.allocated_) return;
    const UInt128 size = magnitude(a.in_place());
    limbs_[0] = static_cast<mp_limb_t>(size), limbs_[1] = static_cast<mp_limb_t>(size >> 64);
    mpz_roinit_n(&number_, limbs_, a.in_place() < 0 ? -2 : 2);
  }
  operator mpz_srcptr() const { return &number_; }

 private:
  static_assert(sizeof(mp_limb_t) == 8);
  mp_limb_t limbs_[2];
  __mpz_struct number_;
};

/// The result as an Integer, held in place if it is small.
Integer Integer::taken(Result& result) {
  Integer value;
  const UInt128 size =
      static_cast<UInt128>(mpz_getlimbn(result.number, 1)) << 64 | mpz_getlimbn(result.number, 0);
  const bool negative = mpz_sgn(result.number) < 0;
  value.allocated_ = mpz_size(result.number) > 2 || size > kTopBit - (negative ? 0 : 1);
  if (value.allocated_) {
    value.words_ = Result::words_of(*result.number);
    mpz_init(result.number);
  } else {
    value.hold(static_cast<Int128>(negative ? -size : size));
  }
  return value;
}

template <class Operation, class... Operands>
Integer Integer::made(Operation operation, const Operands&... operands) {
  Result result;
  operation(result.number, operands...);
  return taken(result);
}

Integer::Integer(double value) {
  if (!std::isfinite(value)) throw std::overflow_error("an integer of no finite number");
  if (std::abs(value) < 0x1p127)
    hold(static_cast<Int128>(value));
  else
    *this = made(mpz_set_d, value);
}

Integer::Integer(const std::string& text) {
  const auto digits = text.starts_with('-') ? text.begin() + 1 : text.begin();
  const bool known = std::all_of(digits, text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits == text.end() || !known) throw std::runtime_error("'" + text + "' is no integer");
  *this = made(mpz_set_str, text.c_str(), 10);
}

void Integer::hold_beyond(UInt128 value) {
  const mp_limb_t limbs[] = {static_cast<mp_limb_t>(value), static_cast<mp_limb_t>(value >> 64)};
  __mpz_struct number;
  *this = made(mpz_set, mpz_roinit_n(&number, limbs, 2));
}

void Integer::copy(const Integer& other) {
  mpz_t number;
  mpz_init_set(number, View(other));
  words_ = Result::words_of(*number);
  allocated_ = true;
}

void Integer::release() {
  __mpz_struct number = Result::number_in(words_);
  mpz_clear(&number);
}

Int128 Integer::clamped(std::size_t bits) const {
  const auto most = static_cast<Int128>((kTopBit - 1) >> (128 - bits));
  if (allocated_) return *this < 0 ? -most - 1 : most;
  return std::clamp(in_place(), -most - 1, most);
}

UInt128 Integer::low_bits() const {
  if (*this < 0) throw std::range_error("an unsigned integer of a negative number");
  if (!allocated_) return static_cast<UInt128>(in_place());
  const View view(*this);
  return static_cast<UInt128>(mpz_getlimbn(view, 1)) << 64 | mpz_getlimbn(view, 0);
}

Integer::operator double() const { return nearest_double(*this, 0, false); }

std::string Integer::str(int base) const {
  if (base == 10 && !allocated_ && is_short(in_place()))
    return std::to_string(static_cast<std::int64_t>(in_place()));
  const View view(*this);
  std::string text(mpz_sizeinbase(view, base) + 2, '\0');
  text.resize(std::char_traits<char>::length(mpz_get_str(text.data(), base, view)));
  return text;
}

Integer operator+(const Integer& a, const Integer& b) {
  Int128 sum = 0;
  if (!a.allocated_ && !b.allocated_ && !__builtin_add_overflow(a.in_place(), b.in_place(), &sum))
    return sum;
  return Integer::made(mpz_add, Integer::View(a), Integer::View(b));
}

Integer operator-(const Integer& a, const Integer& b) {
  Int128 difference = 0;
  if (!a.allocated_ && !b.allocated_ &&
      !__builtin_sub_overflow(a.in_place(), b.in_place(), &difference))
    return difference;
  return Integer::made(mpz_sub, Integer::View(a), Integer::View(b));
}

Integer operator*(const Integer& a, const Integer& b) {
  if (!a.allocated_ && !b.allocated_) {
    const Int128 x = a.in_place(), y = b.in_place();
    if (is_short(x) && is_short(y)) return x * y;
    const UInt128 m = magnitude(x), n = magnitude(y);
    if (m == 0 || n == 0) return 0;
    if (highest_bit(m) + highest_bit(n) < 126) return x * y;
  }
  return Integer::made(mpz_mul, Integer::View(a), Integer::View(b));
}

Integer operator/(const Integer& a, const Integer& b) {
  if (b == 0) refuse_zero();
  if (!a.allocated_ && !b.allocated_) {
    const Int128 x = a.in_place(), y = b.in_place();
    return y == -1 ? -a : Integer(x / y);
  }
  return Integer::made(mpz_tdiv_q, Integer::View(a), Integer::View(b));
}

Integer operator%(const Integer& a, const Integer& b) {
  if (b == 0) refuse_zero();
  if (!a.allocated_ && !b.allocated_) {
    const Int128 x = a.in_place(), y = b.in_place();
    return y == -1 ? Integer() : Integer(x % y);
  }
  return Integer::made(mpz_tdiv_r, Integer::View(a), Integer::View(b));
}

void divide_qr(const Integer& a, const Integer& b, Integer& quotient, Integer& remainder) {
  if (b == 0) refuse_zero();
  Integer q, r;
  if (!a.allocated_ && !b.allocated_) {
    q = a / b;
    r = a - q * b;
  } else {
    Integer::Result first, second;
    mpz_tdiv_qr(first.number, second.number, Integer::View(a), Integer::View(b));
    q = Integer::taken(first);
    r = Integer::taken(second);
  }
  swap(quotient, q);
  swap(remainder, r);
}

Integer operator&(const Integer& a, const Integer& b) {
  if (!a.allocated_ && !b.allocated_) return a.in_place() & b.in_place();
  return Integer::made(mpz_and, Integer::View(a), Integer::View(b));
}

Integer operator|(const Integer& a, const Integer& b) {
  if (!a.allocated_ && !b.allocated_) return a.in_place() | b.in_place();
  return Integer::made(mpz_ior, Integer::View(a), Integer::View(b));
}

Integer operator<<(const Integer& a, std::int64_t count) {
  check_shift(count);
  if (!a.allocated_ && (a.in_place() == 0 || count < 127 - highest_bit(magnitude(a.in_place()))))
    return a.in_place() == 0 ? Integer() : Integer(a.in_place() << count);
  return Integer::made(mpz_mul_2exp, Integer::View(a), static_cast<mp_bitcnt_t>(count));
}

Integer operator>>(const Integer& a, std::int64_t count) {
  check_shift(count);
  if (!a.allocated_) return a.in_place() >> std::min<std::int64_t>(count, 127);
  return Integer::made(mpz_fdiv_q_2exp, Integer::View(a), static_cast<mp_bitcnt_t>(count));
}

Integer Integer::operator-() const { return Integer() - *this; }

int Integer::compare(const Integer& a, const Integer& b) { return mpz_cmp(View(a), View(b)); }

Integer pow(const Integer& base, unsigned exponent) {
  return Integer::made(mpz_pow_ui, Integer::View(base), exponent);
}

Integer gcd(const Integer& a, const Integer& b) {
  if (a.allocated_ || b.allocated_)
    return Integer::made(mpz_gcd, Integer::View(a), Integer::View(b));
  const UInt128 m = magnitude(a.in_place()), n = magnitude(b.in_place());
  if (m == 0 || n == 0) return m | n;
  return odd_gcd(m >> lowest_bit(m), n >> lowest_bit(n)) << lowest_bit(m | n);
}

Integer lcm(const Integer& a, const Integer& b) {
  return a == 0 || b == 0 ? Integer() : abs(a / gcd(a, b) * b);
}

unsigned msb(const Integer& a) {
  if (a <= 0) throw std::range_error("the highest bit of no positive number");
  return static_cast<unsigned>(a.allocated_
                                   ? static_cast<int>(mpz_sizeinbase(Integer::View(a), 2)) - 1
                                   : highest_bit(magnitude(a.in_place())));
}

unsigned lsb(const Integer& a) {
  if (a <= 0) throw std::range_error("the lowest bit of no positive number");
  return static_cast<unsigned>(a.allocated_ ? static_cast<int>(mpz_scan1(Integer::View(a), 0))
                                            : lowest_bit(static_cast<UInt128>(a.in_place())));
}

double nearest_double(const Integer& m, long exponent, bool inexact) {
  if (m == 0) return 0;
  const Integer size = abs(m);
  const long highest = static_cast<long>(msb(size));
  const long place = std::max(highest + exponent, -1022L) - 52;  // what the last bit counts
  const long drop = place - exponent;
  std::uint64_t bits = std::uint64_t{0x7ff} << 52;
  if (highest + exponent <= 1023) {
    std::uint64_t kept = 0;
    if (drop <= 0) {
      kept = static_cast<std::uint64_t>(size << -drop);
    } else {
      kept = static_cast<std::uint64_t>(size >> drop);
      const bool half = ((size >> (drop - 1)) & 1) != 0;
      const bool more = inexact || static_cast<long>(lsb(size)) < drop - 1;
      if (half && (more || (kept & 1) != 0)) ++kept;
    }
    // The highest bit of a normal number, and a carry, add to its exponent.
    bits = (static_cast<std::uint64_t>(place + 1074) << 52) + kept;
  }
  return std::bit_cast<double>(bits | std::uint64_t{m < 0} << 63);
}

std::ostream& operator<<(std::ostream& out, const Integer& value) { return out << value.str(); }

}  // namespace sextant
