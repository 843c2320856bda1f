#pragma once

#include <arb_mat.h>
#include <flint/fmpz_mat.h>

namespace sextant::certificate {

/// A square matrix of FLINT integers; frees itself.
class IntegerMatrix {
 public:
  explicit IntegerMatrix(slong size) { fmpz_mat_init(x_, size, size); }
  IntegerMatrix(const IntegerMatrix&) = delete;
  IntegerMatrix& operator=(const IntegerMatrix&) = delete;
  ~IntegerMatrix() { fmpz_mat_clear(x_); }

  fmpz_mat_struct* get() { return x_; }
  const fmpz_mat_struct* get() const { return x_; }
  fmpz* at(slong row, slong column) { return fmpz_mat_entry(x_, row, column); }

 private:
  fmpz_mat_t x_;
};

/// A square matrix of balls; frees itself.
class RealMatrix {
 public:
  explicit RealMatrix(slong size) { arb_mat_init(x_, size, size); }
  RealMatrix(const RealMatrix&) = delete;
  RealMatrix& operator=(const RealMatrix&) = delete;
  ~RealMatrix() { arb_mat_clear(x_); }

  arb_mat_struct* get() { return x_; }
  arb_srcptr at(slong row, slong column) const { return arb_mat_entry(x_, row, column); }

 private:
  arb_mat_t x_;
};

}  // namespace sextant::certificate
