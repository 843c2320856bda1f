#include <array>

#include "sextant/proof/identity/identities.hpp"

namespace sextant::proof {
namespace {

using Column = std::array<Polynomial, 2>;
using Matrix = std::array<Column, 2>;  ///< rows

Polynomial c(const Angle& angle) { return Polynomial::cosine(angle); }
Polynomial s(const Angle& angle) { return Polynomial::sine(angle); }
Polynomial x(const std::string& name) { return Polynomial::number(name); }

/// The rotation of a pair by a rotary encoding.
Matrix turn(const Angle& a) { return {Column{c(a), -s(a)}, Column{s(a), c(a)}}; }
/// A row of a sinusoidal encoding, and its shift by k (derivation: parity).
Column row(const Angle& p) { return {s(p), c(p)}; }
Matrix shift(const Angle& k) { return {Column{c(k), s(k)}, Column{-s(k), c(k)}}; }

Matrix transposed(const Matrix& m) { return {Column{m[0][0], m[1][0]}, Column{m[0][1], m[1][1]}}; }
Polynomial dot(const Column& a, const Column& b) { return a[0] * b[0] + a[1] * b[1]; }
Column operator*(const Matrix& m, const Column& v) { return {dot(m[0], v), dot(m[1], v)}; }
Matrix operator*(const Matrix& a, const Matrix& b) {
  const Matrix columns = transposed(b);
  return {Column{dot(a[0], columns[0]), dot(a[0], columns[1])},
          Column{dot(a[1], columns[0]), dot(a[1], columns[1])}};
}

std::vector<Equation> equal(const Column& a, const Column& b) {
  return {{a[0], b[0]}, {a[1], b[1]}};
}
std::vector<Equation> equal(const Matrix& a, const Matrix& b) {
  return {{a[0][0], b[0][0]}, {a[0][1], b[0][1]}, {a[1][0], b[1][0]}, {a[1][1], b[1][1]}};
}

const Matrix kUnit = {Column{1, 0}, Column{0, 1}};
const Angle kI = {{"i", 1}}, kJ = {{"j", 1}}, kK = {{"k", 1}}, kP = {{"p", 1}}, kQ = {{"q", 1}};
const Angle kBack = {{"k", -1}};

Identity shift_invariance() {
  const Column q = {x("q0"), x("q1")}, k = {x("k0"), x("k1")};
  const Polynomial scores = dot(turn(kI) * q, turn(kJ) * k);
  const auto as = [&](const Angle& a) { return Equation{scores, dot(q, turn(a) * k)}; };
  return {"shift-invariance",
          "(R(i)q)·(R(j)k) = q·R(j - i)k: scores of rotated vectors depend on the offset alone",
          {as({{"j", 1}, {"i", -1}})},
          {{"R(i - j)", {as({{"i", 1}, {"j", -1}})}},
           {"R(j + i)", {as({{"i", 1}, {"j", 1}})}},
           {"R(j)", {as(kJ)}}}};
}

Identity dot_product() {
  const Polynomial product = dot(row(kP), row(kQ));
  const Angle apart = {{"p", 1}, {"q", -1}}, added = {{"p", 1}, {"q", 1}};
  return {"dot-product",
          "PE(p)·PE(q) = cos(p - q), summed over the pairs: it depends on the offset alone",
          {{product, c(apart)}},
          {{"cos(p + q)", {{product, c(added)}}}, {"sin(p - q)", {{product, s(apart)}}}}};
}

Identity distance() {
  const Angle p = {{"p", 2}}, q = {{"q", 2}}, half = {{"p", 1}, {"q", -1}};  // for half positions
  const Column apart = {row(p)[0] - row(q)[0], row(p)[1] - row(q)[1]};
  const Polynomial square = dot(apart, apart), sine = s(half) * s(half);
  return {
      "distance",
      "|PE(2p) - PE(2q)|² = 4 sin²(p - q), summed over the pairs: D depends on the offset alone",
      {{square, 4 * sine}},
      {{"2 sin²(p - q)", {{square, 2 * sine}}},
       {"4 cos²(p - q)", {{square, 4 * (c(half) * c(half))}}}}};
}

Identity orthogonality() {
  const Matrix r = turn(kK);
  const Matrix unsigned_turn = {Column{c(kK), s(kK)}, Column{s(kK), c(kK)}};
  return {"orthogonality",
          "R(k)ᵀR(k) = I",
          equal(transposed(r) * r, kUnit),
          {{"R(k)R(k)", equal(r * r, kUnit)},
           {"both sines with one sign", equal(transposed(unsigned_turn) * unsigned_turn, kUnit)}}};
}

Identity composition() {
  const Matrix both = turn(kJ) * turn(kK);
  return {"composition",
          "R(j)R(k) = R(j + k)",
          equal(both, turn({{"j", 1}, {"k", 1}})),
          {{"R(j - k)", equal(both, turn({{"j", 1}, {"k", -1}}))},
           {"R(k - j)", equal(both, turn({{"k", 1}, {"j", -1}}))}}};
}

Identity inverse() {
  return {"inverse",
          "R(-k) = R(k)ᵀ",
          equal(turn(kBack), transposed(turn(kK))),
          {{"R(k)", equal(turn(kBack), turn(kK))}}};
}

Identity norm() {
  const Column v = {x("x0"), x("x1")}, turned = turn(kP) * v;
  const Polynomial length = dot(v, v);
  return {"norm",
          "|PE(p)|² = 1 of every pair, and |R(p)x|² = |x|²",
          {{dot(row(kP), row(kP)), 1}, {dot(turned, turned), length}},
          {{"cos² - sin²", {{c(kP) * c(kP) - s(kP) * s(kP), 1}}},
           {"R(p)x·x", {{dot(turned, v), length}}}}};
}

Identity derivative() {
  const Angle h = {{"h", 1}}, up = {{"p", 1}, {"h", 1}}, down = {{"p", 1}, {"h", -1}};
  const Polynomial sines = s(up) - s(down), cosines = c(up) - c(down);
  return {"derivative",
          "sin(p + h) - sin(p - h) = 2 sin h cos p, cos(p + h) - cos(p - h) = -2 sin h sin p: "
          "differences, and so the derivative, are linear in PE(p)",
          {{sines, 2 * s(h) * c(kP)}, {cosines, -2 * s(h) * s(kP)}},
          {{"the cosine's sign", {{cosines, 2 * s(h) * s(kP)}}},
           {"2 cos h sin p", {{sines, 2 * c(h) * s(kP)}}}}};
}

Identity angle_addition() {
  const Angle both = {{"p", 1}, {"q", 1}};
  const Polynomial same = c(kP) * c(kQ), other = s(kP) * s(kQ);
  return {"angle-addition",
          "sin(p + q) = sin p cos q + cos p sin q, cos(p + q) = cos p cos q - sin p sin q",
          {{s(both), s(kP) * c(kQ) + c(kP) * s(kQ)}, {c(both), same - other}},
          {{"the sine's sign", {{s(both), s(kP) * c(kQ) - c(kP) * s(kQ)}}},
           {"the cosine's sign", {{c(both), same + other}}}}};
}

Identity shift_matrix() {
  const Column moved = row({{"p", 1}, {"k", 1}});
  const Matrix no_minus = {Column{c(kK), s(kK)}, Column{s(kK), c(kK)}};
  return {"shift",
          "PE(p + k) = M(k)PE(p), M(k) = [[cos k, sin k], [-sin k, cos k]] on (sin, cos)",
          equal(moved, shift(kK) * row(kP)),
          {{"M(k) transposed", equal(moved, transposed(shift(kK)) * row(kP))},
           {"M(k) without its minus", equal(moved, no_minus * row(kP))},
           {"M(-k)", equal(moved, shift(kBack) * row(kP))}}};
}

}  // namespace

const std::vector<Identity>& identities() {
  static const std::vector<Identity> all = {
      shift_invariance(), dot_product(), distance(),   orthogonality(),  composition(),
      inverse(),          norm(),        derivative(), angle_addition(), shift_matrix()};
  return all;
}

}  // namespace sextant::proof
