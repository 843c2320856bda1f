#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/npy_header.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Malformed {
  std::string bytes;
  std::string complaint;
};

const std::string kSmall(48, '\0');  // the numbers of a (3, 4) float32 table

std::string shaped(const std::string& shape, const std::string& numbers = kSmall) {
  return npy_bytes(1, dictionary("<f4", false, shape), numbers);
}
std::string typed(const std::string& descr) {
  return npy_bytes(1, dictionary(descr, false, "(3, 4)"), kSmall);
}
std::string with_dictionary(const std::string& text) { return npy_bytes(1, text, kSmall); }

/// One line that begins with the file's name; the file stays as it was, and alone.
void expect_refused(const Malformed& wrong) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  write_file(path, wrong.bytes);
  const std::string error = error_of_opening(path);
  EXPECT_THAT(error, StartsWith(in_quotes(path) + ": "));
  EXPECT_THAT(error, HasSubstr(wrong.complaint));
  EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  EXPECT_EQ(contents(path), wrong.bytes);
  EXPECT_EQ(directory.names(), std::vector<std::string>{"t.npy"});
}

TEST(MalformedNpy, IsNamedForWhatItIs) {
  const std::string good = shaped("(3, 4)");
  const std::string version_2 = npy_bytes(2, dictionary("<f4", false, "(3, 4)"), kSmall);
  std::string version_4 = good;
  version_4[6] = 4;
  std::string minor = good;
  minor[7] = 1;
  const std::vector<Malformed> all = {
      {"", "is empty; save it again"},
      {"hello, world", "is text; convert it: python3 -c"},
      {"1.0 2.0\n3.0 4.0\n", "numpy.loadtxt(sys.argv[1], 'float32')"},
      {std::string(48, '\0'), "np.fromfile('file', np.float32).reshape(-1, DIM))"},
      {"PK\3\4................", "np.load('file.npz')['NAME']"},
      {std::string("\x40\0\0\0\0\0\0\0{\"w\":{}}", 16), "safetensors.numpy.load_file("},
      {"\x89HDF\r\n\x1a\n....", "HDF5"},
      {"\x80\4\x95.........", "is a Python pickle"},
      {"\x80\x3f\x80\x3f\x80\x3f......", "np.fromfile('file', np.float32)"},
      {good.substr(0, 3), "is truncated"},
      {good.substr(0, 8), "is truncated"},
      {version_2.substr(0, 11), "is truncated"},
      {good.substr(0, 100), "it ends within its header; save or copy it again"},
      {version_4, "is of version 4.0"},
      {minor, "is of version 1.1"},
      {std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12) + good, "header has 4294967295 bytes"},
      {std::string("\x93NUMPY\1\0\x11\x27", 10) + std::string(10'001, ' '), "at most 10000"},
      {good.substr(0, good.size() - 1), "after the header, 47 are there; save or copy it again"},
      {good.substr(0, 128), "needs 48 bytes after the header, 0 are there"},
      {good + "x", "has more bytes than the 48 of shape (3, 4) of float32"},
      {good + good, "save one array alone"},
  };
  for (const Malformed& wrong : all) expect_refused(wrong);
}

TEST(MalformedNpy, HasAShapeThatIsNoTable) {
  std::string ones = "(";
  for (int axis = 0; axis < 65; ++axis) ones += "1, ";
  ones += ")";
  const std::vector<Malformed> all = {
      {shaped("()"), "shape () is a single number"},
      {shaped("(1, 1, 1)"), "shape (1, 1, 1) is a single number"},
      {shaped("(2, 2, 3)"), "shape (2, 2, 3) has more than two axes"},
      {shaped("(0, 4)"), "shape (0, 4) holds no numbers; save a table that"},
      {shaped("(4, 0)"), "shape (4, 0) holds no numbers"},
      {shaped("(0,)", ""), "shape (0,) holds no numbers"},
      {shaped("(-3, -4)"), "negative"},
      {shaped("(12)"), "a comma, as in (128,)"},
      {shaped("[3, 4]"), "'(' is expected at '[3, 4]"},
      {shaped("(3 4)"), "is expected"},
      {shaped("(3, 4"), "is expected"},
      {shaped("(,)"), "a number is expected"},
      {shaped("(3,, 4)"), "a number is expected"},
      {shaped("(3.0, 4)"), "is expected"},
      {shaped("(03, 4)"), "a number is expected"},
      {shaped("(True, 4)"), "a number is expected"},
      {shaped("(0x3, 4)"), "a comma, as in (128,) is expected"},
      {shaped("(18446744073709551616, 4)"), "longer than any file"},
      {shaped("(" + std::string(400, '9') + ",)"), "longer than any file"},
      {shaped("(18446744073709551615, 4)"), "is more than a file can hold"},
      {shaped("(4294967296, 4294967296)"), "is more than a file can hold"},  // 2⁶⁴: 0 if it wraps
      {shaped("(4611686018427387907, 4)"), "is more than a file can hold"},  // wraps to 12 numbers
      {shaped("(2305843009213693951,)"), "is more than a file can hold"},  // 2⁶³ with the header
      {shaped("(1152921504606846976,)"), "is truncated"},                  // 4 EiB
      {shaped("(4294967296, 4294967296, 0)"), "holds no numbers"},
      {shaped(ones), "more than 64 axes"},
  };
  for (const Malformed& wrong : all) expect_refused(wrong);
}

TEST(MalformedNpy, HasADtypeThatIsNoFormat) {
  for (const char* descr : {"<i4", ">i8"})
    expect_refused({typed(descr), "holds integers (dtype '" + std::string(descr) + "'); buckets"});
  for (const char* descr : {"|u1", "|i1", "|b1", "<f16", "<f12", "<g", "|V4", "<f", "f", "<", "",
                            "4", "<F4", "<f4 ", "<<f4", "<f04", "float32", "\x1b[31m"}) {
    expect_refused({typed(descr), "holds no float16, bfloat16, float32 or float64"});
  }
  for (const std::string descr : {"<U3", "|S4"})
    expect_refused({typed(descr), "holds text (dtype '" + descr + "'), not numbers; save the"});
  for (const char* descr : {"<M8[s]", "<m8"}) expect_refused({typed(descr), "holds times (dtype"});
  expect_refused({typed("|O"), "Python objects (dtype '|O')"});
  expect_refused({typed("<c32"), "complex numbers (dtype '<c32')"});
  expect_refused({typed("<u2"), "16-bit patterns (dtype '<u2'): add --format bfloat16"});
  expect_refused({typed("|V2"), "16-bit patterns"});
  expect_refused(
      {with_dictionary("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}"),
       "structured dtype"});
  expect_refused(
      {with_dictionary("{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (3,)}"),
       "structured dtype"});
}

TEST(MalformedNpy, HasAHeaderThatIsNoDictionary) {
  const std::vector<Malformed> all = {
      {with_dictionary(""), "'{' is expected at its end; save it again"},
      {with_dictionary("[1, 2]"), "'{' is expected at '[1, 2]"},
      {with_dictionary("{}"), "lacks a key"},
      {with_dictionary("{'descr': '<f4', 'shape': (3, 4)}"), "lacks a key"},
      {with_dictionary(dictionary("<f4", false, "(3, 4), 'x': 1")), "unknown key 'x'"},
      {with_dictionary(dictionary("<f4", false, "(3, 4), 'shape': (3, 4)")), "'shape' twice"},
      {with_dictionary("{'descr': '<f4', 'fortran_order': 0, 'shape': (3, 4)}"), "True or False"},
      {with_dictionary("{'descr': '<f4', 'fortran_order': true, 'shape': (3, 4)}"),
       "True or False"},
      {with_dictionary("{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (3, 4)}"),
       "expected"},
      {with_dictionary("{'descr': 4, 'fortran_order': False, 'shape': (3, 4)}"), "a quoted text"},
      {with_dictionary("{'descr': '<f\\x34', 'fortran_order': False, 'shape': (3, 4)}"), "escapes"},
      {with_dictionary("{'descr': '<f4\", 'fortran_order': False, 'shape': (3, 4)}"),
       "is expected"},
      {with_dictionary("{'descr"), "the end of a text"},
      {with_dictionary("{'descr' '<f4'}"), "':' is expected"},
      {with_dictionary("{,}"), "a quoted text"},
      {with_dictionary(dictionary("<f4", false, "(3, 4)") + "}"), "nothing more is expected"},
      {with_dictionary(dictionary("<f4", false, "(3, 4)") + std::string(3, '\0')), "nothing more"},
      {with_dictionary(std::string(9'000, '{')), "a quoted text is expected"},
      {with_dictionary(dictionary("<f4", false, std::string(9'000, '('))), "a number is expected"},
  };
  for (const Malformed& wrong : all) expect_refused(wrong);
}

TEST(MalformedNpy, OfNumPyIsRefusedWithARemedy) {
  const std::string data = SEXTANT_DATA_DIR "/npy/wrong_";
  const std::pair<const char*, const char*> all[] = {{"object.npy", "array.astype(np.float32)"},
                                                     {"structured.npy", "array['FIELD']"},
                                                     {"subarray.npy", "array['FIELD']"},
                                                     {"longdouble.npy", "'<f16'"},
                                                     {"int64.npy", "'<i8'"},
                                                     {"bool.npy", "'|b1'"},
                                                     {"text.npy", "'<U3'"},
                                                     {"scalar.npy", "shape ()"},
                                                     {"one_number.npy", "shape (1, 1)"},
                                                     {"no_rows.npy", "shape (0, 4)"},
                                                     {"no_columns.npy", "shape (4, 0)"},
                                                     {"three_axes.npy", "array[0]"},
                                                     {"archive.npz", "np.load('file.npz')"}};
  for (const auto& [name, complaint] : all) {
    EXPECT_THAT(error_of_opening(data + name), HasSubstr(complaint)) << name;
  }
}

TEST(MalformedNpy, DoesNotFitTheFormatThatIsGiven) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  write_file(path, typed("<f4"));
  EXPECT_EQ(open_npy(path, kFloat32).format(), kFloat32);
  EXPECT_THAT(error_of_opening(path, kBfloat16), HasSubstr("holds float32 (dtype '<f4'), not bfl"));
  write_file(path, npy_bytes(1, dictionary("<f2", false, "(3, 8)"), kSmall));
  EXPECT_THAT(error_of_opening(path, kBfloat16), HasSubstr("holds float16 (dtype '<f2'), not bfl"));
  write_file(path, npy_bytes(1, dictionary("<u2", false, "(3, 8)"), kSmall));
  EXPECT_EQ(open_npy(path, kFloat16).format(), kFloat16);
  EXPECT_EQ(open_npy(path, kBfloat16).format(), kBfloat16);
  EXPECT_THAT(error_of_opening(path, kFloat32), HasSubstr("cannot be float32"));
  EXPECT_THAT(error_of_opening(path, Format::bits(11)), HasSubstr("cannot be p11"));
}

TEST(ForeignText, IsShownOnOneLineOfValidText) {
  EXPECT_EQ(in_quotes("a b"), "'a b'");
  EXPECT_EQ(in_quotes("it's \\"), R"('it\'s \\')");
  EXPECT_EQ(in_quotes("a\nb\x1b\x7f"), R"('a\x0ab\x1b\x7f')");
  EXPECT_EQ(in_quotes("Größe ≤ 𝄞"), "'Größe ≤ 𝄞'");
  EXPECT_EQ(in_quotes("\xc2\xa0\xe0\xa0\x80\xf4\x8f\xbf\xbf"),
            "'\xc2\xa0\xe0\xa0\x80\xf4\x8f\xbf\xbf'");
  // A lone lead, a lone follower, overlong forms, a surrogate, beyond U+10FFFF, a C1 control.
  EXPECT_EQ(in_quotes("\xce"), R"('\xce')");
  EXPECT_EQ(in_quotes("\xb1z"), R"('\xb1z')");
  EXPECT_EQ(in_quotes("\xc0\xaf"), R"('\xc0\xaf')");
  EXPECT_EQ(in_quotes("\xe0\x9f\xbf"), R"('\xe0\x9f\xbf')");
  EXPECT_EQ(in_quotes("\xf0\x8f\xbf\xbf"), R"('\xf0\x8f\xbf\xbf')");
  EXPECT_EQ(in_quotes("\xed\xa0\x80"), R"('\xed\xa0\x80')");
  EXPECT_EQ(in_quotes("\xf4\x90\x80\x80"), R"('\xf4\x90\x80\x80')");
  EXPECT_EQ(in_quotes("\xf5\x80\x80\x80"), R"('\xf5\x80\x80\x80')");
  EXPECT_EQ(in_quotes("\xc2\x9b"), R"('\xc2\x9b')");
  EXPECT_EQ(in_quotes("abcdef", 3), "'abc…'");
  EXPECT_EQ(in_quotes("abé", 3), "'abé'");
}

TEST(UnreadablePath, IsOneLineToo) {
  const Directory directory;
  write_file(directory / "file", "x");
  ASSERT_EQ(::symlink("loop", (directory / "loop").c_str()), 0);
  EXPECT_THAT(error_of_opening(directory / "none"), HasSubstr("No such file"));
  EXPECT_THAT(error_of_opening(directory / "file/t.npy"), HasSubstr("Not a directory"));
  EXPECT_THAT(error_of_opening(directory / "loop"), HasSubstr("symbolic links"));
  EXPECT_THAT(error_of_opening(directory / ""), HasSubstr("is a directory"));
  EXPECT_THAT(error_of_opening(""), StartsWith("'': cannot be read"));
  EXPECT_THAT(error_of_opening("/dev/null"), HasSubstr("is empty"));
  EXPECT_THAT(error_of_opening("/dev/zero"), HasSubstr("is not a .npy file"));
  EXPECT_THAT(error_of_opening("a\nb'\x1b"), StartsWith(R"('a\x0ab\'\x1b': )"));
}

TEST(UnreadablePath, MayLackPermission) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  write_file(path, shaped("(3, 4)"));
  ::chmod((directory / "").c_str(), 0755);
  ::chmod(path.c_str(), 0);
  const auto refused = [&] {
    return error_of_opening(path).find("Permission denied") != std::string::npos ? 0 : 1;
  };
  EXPECT_EQ(status_in_child_of_nobody(refused), 0);
}

}  // namespace
}  // namespace sextant
