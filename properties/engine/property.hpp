#pragma once

#include <functional>
#include <iostream>
#include <string>

#include <gtest/gtest.h>

// RapidCheck's macros for bodies.  Its templates for drawing are in draw/gen.cpp.
#include <rapidcheck/Assertions.h>
#include <rapidcheck/Classify.h>
#include <rapidcheck/Log.h>

/// A test that runs its body on many cases.  The body draws values (draw/gen.hpp) and asserts
/// properties of them with RC_ASSERT:
///
///   PROPERTY(Addition, Commutes) {
///     const int a = *draw::arbitrary<int>(), b = *draw::arbitrary<int>();
///     RC_ASSERT(a + b == b + a);
///   }
#define PROPERTY(Suite, Name)                                                     \
  static void property_##Suite##_##Name();                                        \
  TEST(Suite, Name) {                                                             \
    ::sextant::properties::check(__FILE__, __LINE__, &property_##Suite##_##Name); \
  }                                                                               \
  static void property_##Suite##_##Name()

namespace sextant::properties {

/// If a case of the property fails, the running test fails at the given line.
void check(const char* file, int line, const std::function<void()>& property);

/// Whether a property holds in all cases.  Writes the result to std::cerr.
bool holds(const std::function<void()>& property);

}  // namespace sextant::properties
