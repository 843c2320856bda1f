#include "certificate/certificates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include <flint/fmpz_lll.h>

#include "certificate/arithmetic/expression.hpp"
#include "certificate/arithmetic/matrix.hpp"
#include "certificate/arithmetic/turns.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;

std::string fixed(long double x) {
  std::ostringstream text;
  text.precision(12);
  text << std::scientific << x;
  return text.str();
}

/// To 2⁻⁶⁰, rounded away from zero.
std::string fraction(long double x) {
  std::ostringstream text;
  text.precision(0);
  text << std::fixed << std::ceil(std::ldexp(x, 60)) << "/1152921504606846976";
  return text.str();
}

std::vector<Integer> fixed_point(int dim, int bits) {
  std::vector<Expression> expressions;
  const json list = frequencies(dim);
  for (const json& one : list) expressions.push_back(read_expression(Node(one, "frequency")));
  return Turns(expressions).fixed_point(bits);
}

}  // namespace

json frequencies(int dim) {
  json list = json::array();
  for (int i = 0; i < dim / 2; ++i)
    list.push_back({"power", "10000", std::to_string(-2 * i) + "/" + std::to_string(dim)});
  return list;
}

long double distance(int dim, std::uint64_t k) {
  static std::map<int, std::vector<long double>> known;
  std::vector<long double>& frequencies = known[dim];
  for (int i = static_cast<int>(frequencies.size()); i < dim / 2; ++i)
    frequencies.push_back(std::pow(10000.0L, -2.0L * i / dim));
  long double sum = 0;
  for (const long double w : frequencies) {
    const long double s = std::sin(static_cast<long double>(k) * w / 2);
    sum += 4 * s * s;
  }
  return sum;
}

json offset(int dim, std::uint64_t k) {
  const long double d = distance(dim, k);
  return {{"offset", std::to_string(k)},
          {"distance", {fixed(d * (1 - 1e-7L)), fixed(d * (1 + 1e-7L))}}};
}

json blocks(int dim, int top) {
  json starts = json::array();
  for (int level = 0; level <= top; ++level) {
    int start = 0;
    const auto turns = [&] {
      return std::ldexp(std::pow(10000.0L, -2.0L * start / dim), level - 1) /
             (2 * std::numbers::pi_v<long double>);
    };
    while (start < dim / 2 && turns() > 0.30L) ++start;
    starts.push_back(start);
  }
  return {{"method", "blocks"}, {"top", top}, {"starts", starts}};
}

json lattice(int dim, const std::string& last, long double threshold) {
  const int bits = 220;
  const int m = dim / 2;
  const std::vector<Integer> f = fixed_point(dim, bits);
  Integer unit, end;
  fmpz_set_str(end.get(), last.c_str(), 10);
  const auto reach = static_cast<slong>(std::ldexp(std::sqrt(threshold) / 4, 60));
  unit = Integer(reach) * power_of_two(bits - 60);
  fmpz_fdiv_q(unit.get(), unit.get(), end.get());
  // The vectors beside the rows that make them: what reduces the first reduces the second.
  IntegerMatrix vectors(m + 1), rows(m + 1);
  fmpz_mat_one(rows.get());
  for (int i = 0; i < m; ++i) {
    fmpz_set(vectors.at(0, i), f[static_cast<std::size_t>(i)].get());
    fmpz_neg(vectors.at(i + 1, i), power_of_two(bits).get());
  }
  fmpz_set(vectors.at(0, m), unit.get());
  fmpz_lll_t how;
  fmpz_lll_context_init(how, 0.99, 0.51, Z_BASIS, APPROX);
  fmpz_lll(vectors.get(), rows.get(), how);
  json basis = json::array();
  for (int i = 0; i <= m; ++i) {
    json row = json::array();
    for (int j = 0; j <= m; ++j) {
      Integer entry;
      fmpz_set(entry.get(), rows.at(i, j));
      row.push_back(entry.text());
    }
    basis.push_back(row);
  }
  return {{"method", "lattice"}, {"bits", bits}, {"unit", unit.text()}, {"basis", basis}};
}

std::vector<std::uint64_t> near_offsets(int dim, std::uint64_t last, long double threshold) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t k = 1; k <= last; ++k)
    if (distance(dim, k) <= threshold) found.push_back(k);
  return found;
}

json near(int dim, const std::string& last, const std::string& threshold,
          const std::vector<std::uint64_t>& found, const json& scheme) {
  json list = json::array();
  for (const std::uint64_t k : found) list.push_back(offset(dim, k));
  return {{"last", last}, {"threshold", threshold}, {"found", list}, {"schemes", {scheme}}};
}

json certificate(const std::string& theorem, int dim, const std::string& outcome,
                 const json& list) {
  return {{"certificate", theorem},
          {"version", 1},
          {"encoding", "sinusoidal dim=" + std::to_string(dim)},
          {"outcome", outcome},
          {"frequencies", frequencies(dim)},
          {"near", list}};
}

json neighbours(int dim, const std::string& last, const json& scheme) {
  return certificate("neighbours", dim, "holds", near(dim, last, above(dim, 1), {1}, scheme));
}

json near_collisions(int dim, const json& list, std::size_t count) {
  std::vector<json> found = list["found"];
  const auto far = [&](const json& one) {
    return distance(dim, std::stoull(one["offset"].get<std::string>()));
  };
  std::sort(found.begin(), found.end(),
            [&](const json& a, const json& b) { return far(a) < far(b); });
  found.resize(count);
  json c = certificate("near-collisions", dim, "holds", list);
  c["closest"] = found;
  return c;
}

std::string above(int dim, std::uint64_t k) { return fraction(distance(dim, k) * (1 + 1e-9L)); }

Checked checked(const json& certificate) {
  std::istringstream in(certificate.dump());
  return check_certificate(in);
}

std::string error_of(const std::string& text) {
  std::istringstream in(text);
  try {
    check_certificate(in);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

}  // namespace sextant::certificate
