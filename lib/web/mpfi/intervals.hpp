#pragma once

#include <mpfi.h>

/// The operations of MPFI that the library needs, over MPFR alone.
///
/// Where MPFI is not to be had, as in WebAssembly, mpfi.cpp gives them MPFI's names.  Each result
/// is the smallest interval, among those with ends of the result's precision, that contains the
/// result for all points of the operands.  `to` may be one of the operands.  An operand with a NaN
/// gives NaNs.
namespace sextant::intervals {

/// An interval with ends of `precision` bits, both NaN.
void init(mpfi_ptr x, mpfr_prec_t precision);
void clear(mpfi_ptr x);

void set(mpfi_ptr to, mpfi_srcptr x);
void set(mpfi_ptr to, unsigned long x);
void set(mpfi_ptr to, long x);
void set(mpfi_ptr to, double x);

void neg(mpfi_ptr to, mpfi_srcptr x);
void abs(mpfi_ptr to, mpfi_srcptr x);
void add(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y);
void sub(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y);
void mul(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y);
/// The whole line if 0 is an interior point of y, or y = 0.
void div(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y);
void sqr(mpfi_ptr to, mpfi_srcptr x);
/// NaNs if x has negative points.
void sqrt(mpfi_ptr to, mpfi_srcptr x);
void exp(mpfi_ptr to, mpfi_srcptr x);
/// NaNs if x has negative points.
void log(mpfi_ptr to, mpfi_srcptr x);
void sin(mpfi_ptr to, mpfi_srcptr x);
void cos(mpfi_ptr to, mpfi_srcptr x);
void pi(mpfi_ptr to);
/// The smallest interval that contains both.
void hull(mpfi_ptr to, mpfi_srcptr x, mpfi_srcptr y);
/// x·2^exponent
void scale(mpfi_ptr to, mpfi_srcptr x, long exponent);

}  // namespace sextant::intervals
