#include <gtest/gtest.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tensor/npy_files.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// Integers as they lie in files, of both widths and orders of bytes.
TEST(IntegerTable, IsJudgedInEitherWidthAndOrderOfBytes) {
  const Directory directory;
  const std::string path = directory / "buckets.npy";
  Position first_wrong = -299;
  while (cell(Deberta{}, static_cast<int>(first_wrong)) ==
         cell(Deberta{}, static_cast<int>(first_wrong) - 1))
    ++first_wrong;
  for (const char* descr : {"<i4", ">i4", "<i8", ">i8"}) {
    const int size = descr[2] - '0';
    const ByteOrder order = descr[0] == '<' ? ByteOrder::little : ByteOrder::big;
    std::string numbers;
    for (int r = -300; r < 300; ++r) {
      const auto bucket = static_cast<std::int64_t>(cell(Deberta{}, r));
      numbers += number_bytes(static_cast<std::uint64_t>(bucket), size, order);
    }
    write_file(path, npy_bytes(1, dictionary(descr, false, "(600,)"), numbers));
    verify::Question q;
    q.encoding = Deberta{};
    q.part = Part::buckets;
    q.first = -300;
    const auto verdict = verify::verify(open_npy(path, {}, true), q);
    EXPECT_EQ(verdict.grade, verify::Grade::correctly_rounded) << descr;
    EXPECT_EQ(verdict.holds, size == 4 ? "int32" : "int64");
    q.first = -299;
    const auto wrong = verify::verify(open_npy(path, {}, true), q);
    EXPECT_EQ(findings(wrong), "position-offset");
    ASSERT_TRUE(wrong.first_difference);
    EXPECT_EQ(wrong.first_difference->position, first_wrong) << descr;
    EXPECT_NE(error_of_opening(path), "");
  }
}

/// What the table writer makes of integers is read back.
TEST(IntegerTable, IsReadAsItWasWritten) {
  const Directory directory;
  const std::string path = directory / "i.npy";
  TableWriter writer = TableWriter::of_integers(path, {2, 2});
  const std::vector<std::uint64_t> numbers = {0, 1, ~std::uint64_t{0}, 7};
  writer.append(numbers);
  writer.finish();
  const Table table = open_npy(path, {}, true);
  EXPECT_EQ(table.holds(), "int64");
  EXPECT_EQ(table.number(patterns(table)[2]), -1);
  EXPECT_EQ(table.number(patterns(table)[3]), 7);
}

}  // namespace
}  // namespace sextant
