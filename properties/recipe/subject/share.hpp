#pragma once

#include <gtest/gtest.h>

#include "engine/tried.hpp"
#include "recipe/subject/subject.hpp"

namespace sextant::recipe {

/// A recipe in a type.  Software types take ten times as long and get one case in four; all get one
/// in `Share` (engine/tried.hpp).
template <int Share = 1>
class SharedSubjects : public testing::TestWithParam<Subjects> {
 protected:
  void SetUp() override { properties::try_one_in(Share * (GetParam().hardware() ? 1 : 4)); }
};

/// The name of a test of one recipe, and the recipes that a test covers.
inline std::string name_of_subject(const testing::TestParamInfo<Subjects>& instance) {
  return test_name(instance.param);
}
inline auto recipes_where(bool (*holds)(const Subjects&)) {
  return testing::ValuesIn(subjects_where(holds));
}

}  // namespace sextant::recipe
