#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/tensor/npy.hpp"
#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

const std::string kTables = SEXTANT_DATA_DIR "/";
const std::string kFiles = kTables + "files/";

TEST(Npz, OfNumPyHoldsTheBitsOfTheNpyFilesItIsFrom) {
  for (const char* name : {"stored.npz", "deflated.npz"}) {
    const std::string path = kFiles + name;
    const Table cos = open_table({path, "cos", kBfloat16});
    EXPECT_EQ(cos.name(), in_quotes(path));
    EXPECT_EQ(patterns(cos), patterns(open_npy(kTables + "llama3_cos_bf16_p8064.npy", kBfloat16)));
    EXPECT_EQ(patterns(open_table({path, "inv_freq"})),
              patterns(open_npy(kTables + "llama3_inv_freq_f32.npy")));
    for (const char* few : {"few", "big", "fortran"}) {
      const Table table = open_table({path, few});
      const auto bits = patterns(table);
      ASSERT_EQ(bits.size(), 12u);
      for (std::size_t i = 0; i < 12; ++i)
        EXPECT_EQ(table.number(bits[i]), (static_cast<double>(i) - 5) / 8) << few << i;
    }
  }
}

TEST(Npz, ListsItsArraysByName) {
  std::string names;
  for (const StoredArray& array : arrays_of({kFiles + "deflated.npz"}))
    names += *array.name + " " + array.dtype + " " + shape_text(array.shape) + "\n";
  EXPECT_EQ(names,
            "big >f4 (4, 3)\ncos <u2 (128, 128)\nfew <f8 (4, 3)\nfortran <f8 (4, 3)\n"
            "ids <i8 (4,)\ninv_freq <f4 (64,)\nobjects |O (1,)\n");
}

TEST(Npz, IsReadWithoutANameWhereOneMemberAloneIsATable) {
  EXPECT_EQ(open_table({kFiles + "alone.npz"}).rows(), 4u);
  EXPECT_EQ(open_table({kFiles + "alone.npz", "arr_0"}).rows(), 4u);
  EXPECT_THAT(
      error_of_table({kFiles + "stored.npz"}),
      HasSubstr("holds 5 tables; say which: --tensor NAME, one of 'cos', 'inv_freq', 'big', "));
  EXPECT_THAT(error_of_table({kFiles + "stored.npz", "objects"}),
              HasSubstr("tensor 'objects' holds Python objects"));
}

/// One byte of the numbers changed: what was packed is not what is there.
TEST(Npz, IsRefusedWhereItsNumbersWereHarmed) {
  const Directory directory;
  const std::string path = directory / "t.npz";
  std::string bytes = contents(kFiles + "few.npz");
  const std::size_t numbers = bytes.find('\n') + 1;  // behind the first member's header
  bytes[numbers + 8] = static_cast<char>(bytes[numbers + 8] ^ 1);
  write_file(path, bytes);
  EXPECT_THAT(
      error_of_table({path, "few"}),
      HasSubstr("has a member 'few.npy' that cannot be unpacked (CRC error); save or copy"));
  EXPECT_EQ(open_table({path, "f32"}).rows(), 4u);
  write_file(path, bytes.substr(0, bytes.size() - 30));
  EXPECT_THAT(error_of_table({path, "few"}), HasSubstr("is a damaged zip archive"));
}

/// A member whose header says less, or more, than the member has is refused before it is unpacked.
TEST(Npz, IsRefusedWhereShapeAndSizeDisagree) {
  const Directory directory;
  const std::string path = directory / "t.npz";
  for (const auto& [shape, complaint] :
       {std::pair("(4, 9)", "is truncated: shape (4, 9) of float64 needs 288 bytes, 96 are there"),
        std::pair("(4, 2)", "has more bytes than the 64 of shape (4, 2)")}) {
    std::string bytes = contents(kFiles + "few.npz");
    bytes.replace(bytes.find("(4, 3)"), 6, shape);
    write_file(path, bytes);
    EXPECT_THAT(error_of_table({path, "few"}), HasSubstr(complaint));
  }
}

TEST(Npz, ThatIsAnotherArchiveIsNamedForWhatItIs) {
  const Directory directory;
  const std::string path = directory / "t.pt";
  const auto renamed = [&](std::string name) {
    std::string bytes = contents(kFiles + "alone.npz");
    for (std::size_t at = 0; (at = bytes.find("arr_0.npy", at)) != std::string::npos;)
      bytes.replace(at, name.size(), name);
    write_file(path, bytes);
    return error_of_table({path});
  };
  EXPECT_THAT(renamed("/data.pkl"), HasSubstr("at most 16777216 are read, and not compressed"));
  EXPECT_THAT(renamed("arr_0.txt"), HasSubstr("is a zip archive without a .npy file in it"));
  write_file(path, std::string("PK\5\6", 4) + std::string(18, '\0'));
  EXPECT_THAT(error_of_table({path}), HasSubstr("is a zip archive without a .npy file in it"));
}

TEST(MutatedNpz, IsAnErrorOrATable) {
  const MemoryFile file;
  Mutator mutated(19890214, {contents(kFiles + "alone.npz"), contents(kFiles + "few.npz")},
                  {60, 0, 30});
  int tables = 0;
  constexpr int cases = 3'000;
  for (int i = 0; i < cases; ++i) {
    const std::string bytes = mutated();
    file.write(bytes);
    const auto tensor = i % 2 == 0 ? std::optional<std::string>("f32") : std::nullopt;
    tables += is_table_or_refused({file.path(), tensor}, bytes, 16) ? 1 : 0;
    if (HasFailure()) {
      write_file("mutated.npz", bytes);
      FAIL() << "case " << i << ", kept as mutated.npz";
    }
  }
  EXPECT_GT(tables, 100);
  EXPECT_GT(cases - tables, 1'000);
  RecordProperty("tables", tables);
}

}  // namespace
}  // namespace sextant
