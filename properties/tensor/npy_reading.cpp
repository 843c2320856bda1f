#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/npy_header.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

const std::string kData = SEXTANT_DATA_DIR "/";

/// A table, and one of the ways to store it.
struct Generated {
  Format format;
  std::vector<std::uint64_t> shape;  ///< with axes of length 1 among them
  std::uint64_t rows = 1, columns = 1;
  bool fortran_order = false;
  std::string descr;
  int version = 1;
  std::vector<std::uint64_t> bits;  ///< row by row
};

std::string text(const Generated& g) {
  std::string numbers;
  const ByteOrder order = g.descr[0] == '>' ? ByteOrder::big : ByteOrder::little;
  for (std::uint64_t i = 0; i < g.bits.size(); ++i) {
    const std::uint64_t at = g.fortran_order ? i % g.rows * g.columns + i / g.rows : i;
    numbers += number_bytes(g.bits[at], g.format.storage_bits / 8, order);
  }
  return npy_bytes(g.version, dictionary(g.descr, g.fortran_order, shape_text(g.shape)), numbers);
}

std::string draw_descr(const Format& format) {
  if (format == kBfloat16) {
    return *draw::element<std::string>("<u2", ">u2", "<i2", ">i2", "<V2", ">V2", "|V2");
  }
  const std::string order = *draw::element<std::string>("<", ">", "=", "|", "");
  return order + "f" + std::to_string(format.storage_bits / 8);
}

draw::Gen<Generated> generated() {
  return draw::exec([] {
    Generated g;
    g.format = *draw::element(kFloat16, kBfloat16, kFloat32, kFloat64);
    g.rows = *draw::in_range<std::uint64_t>(1, 40).as("rows");
    g.columns = *draw::in_range<std::uint64_t>(2, 40).as("columns");
    g.shape = g.rows == 1 ? std::vector{g.columns} : std::vector{g.rows, g.columns};
    for (int ones = *draw::in_range(0, 3).as("axes of length 1"); ones > 0; --ones) {
      const auto at = *draw::in_range<std::ptrdiff_t>(0, std::ssize(g.shape) + 1);
      g.shape.insert(g.shape.begin() + at, 1);
    }
    g.fortran_order = *draw::arbitrary<bool>().as("Fortran order");
    g.version = *draw::in_range(1, 4).as("version");
    g.descr = draw_descr(g.format);
    const int unused = 64 - g.format.storage_bits;
    std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of the numbers"));
    for (std::uint64_t i = 0; i < g.rows * g.columns; ++i) g.bits.push_back(random() >> unused);
    return g;
  });
}

std::optional<Format> given(const Generated& g) {
  return g.format == kBfloat16 ? std::optional(kBfloat16) : std::nullopt;
}

PROPERTY(Npy, IsReadAsItsBytesSay) {
  const Directory directory;
  const Generated g = *generated();
  write_file(directory / "t.npy", text(g));
  const Table table = open_npy(directory / "t.npy", given(g));
  RC_ASSERT(table.format() == g.format);
  RC_ASSERT(table.rows() == g.rows);
  RC_ASSERT(table.columns() == g.columns);
  RC_ASSERT(table.storage().shape == g.shape);
  RC_ASSERT(table.storage().column_major == g.fortran_order);
  RC_ASSERT(patterns(table) == g.bits);
}

/// Arrays of three and four axes hold the same numbers in both orders.
PROPERTY(Npy, OfVectorsInFortranOrderHasTheSameNumbers) {
  const Directory directory;
  std::vector<std::uint64_t> shape;
  for (std::size_t axes = *draw::in_range<std::size_t>(3, 5); axes > 0; --axes)
    shape.push_back(*draw::in_range<std::uint64_t>(1, 7));
  shape.back() += 1;
  std::vector<std::uint64_t> index(shape.size());
  std::uint64_t count = 1;
  for (const std::uint64_t n : shape) count *= n;
  // The file counts with the first axis fastest; these are its numbers with the last one fastest.
  std::vector<std::uint64_t> in_rows;
  std::string numbers;
  for (std::uint64_t k = 0; k < count; ++k) {
    std::uint64_t place = 0, stride = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      place += index[axis] * stride, stride *= shape[axis];
    in_rows.push_back(place);
    numbers += number_bytes(k, 4, ByteOrder::little);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
  write_file(directory / "t.npy",
             npy_bytes(1, dictionary("<f4", true, shape_text(shape)), numbers));
  const NpyVectors vectors = open_npy_vectors(directory / "t.npy");
  RC_ASSERT(vectors.shape == shape);
  RC_ASSERT(patterns(vectors.table) == in_rows);
}

TEST(Npy, OfNumPyHasTheValuesThatNumPyWasGiven) {
  const std::vector<std::string> names = {"c_little", "c_big", "fortran_little", "fortran_big"};
  std::vector<std::string> files = {"version_2", "version_3", "singleton_axes", "pairs"};
  for (const std::string& name : names) {
    for (const char* dtype : {"_f2", "_f4", "_f8"}) files.push_back(name + dtype);
  }
  for (const char* name : {"patterns_u2", "patterns_i2_big", "patterns_V2"}) files.push_back(name);
  for (const std::string& name : files) {
    SCOPED_TRACE(name);
    const bool bfloat16 = name.starts_with("patterns");
    const Table table = open_npy(kData + "npy/" + name + ".npy",
                                 bfloat16 ? std::optional(kBfloat16) : std::nullopt);
    EXPECT_EQ(table.rows(), 3u);
    EXPECT_EQ(table.columns(), 4u);
    const auto bits = patterns(table);
    for (int i = 0; i < 12; ++i) {
      EXPECT_EQ(value_of(table.format(), bits[static_cast<std::size_t>(i)]), (i - 5) / 8.0) << i;
    }
  }
}

TEST(Npy, WithOneAxisIsOneRow) {
  for (const char* name : {"one_axis", "one_column"}) {
    const Table table = open_npy(kData + "npy/" + name + ".npy");
    EXPECT_EQ(std::vector(table.shape().begin(), table.shape().end()), std::vector{12ul});
    EXPECT_EQ(table.rows(), 1u);
    EXPECT_EQ(table.columns(), 12u);
    EXPECT_EQ(table.transposed().rows(), 12u);
    EXPECT_EQ(patterns(table.transposed()), patterns(table));
    EXPECT_EQ(value_of(kFloat32, patterns(table)[11]), 0.75);
  }
}

/// A real table, as NumPy 1.24.2 reads it: two patterns, and Σ (i + 1)·pattern(i) mod 2⁶⁴.
struct Known {
  std::string name;
  Format format;
  std::uint64_t rows, columns, second, last_but_one, sum;
};

// clang-format off
const Known kKnown[] = {
    {"exp_log_f32_d256_p0", kFloat32, 128, 256, 0x3f800000, 0x3c5f980e, 0xb7809d13b84a437},
    {"exp_log_f32_d256_p1000000", kFloat32, 128, 256, 0x3f6fcefd, 0x3f1d0255, 0xf6ca1d671e46ec5},
    {"exp_log_f32_d256_p131072", kFloat32, 128, 256, 0x3d2c676b, 0x3f7fcfa1, 0xfa48a978b2b727a},
    {"exp_log_f32_d256_p4096", kFloat32, 128, 256, 0x3f4dd254, 0x3ee074ae, 0xef348e2310c26e4},
    {"exp_log_f32_d96_p0", kFloat32, 128, 96, 0x3f800000, 0x3c7c14b1, 0x19e62964a8151d4},
    {"exp_log_f32_d96_p1000000", kFloat32, 128, 96, 0x3f6fcefd, 0x3f7a0179, 0x23cd145e5bb8b6c},
    {"exp_log_f32_d96_p131072", kFloat32, 128, 96, 0x3d2c676b, 0xbe3e8841, 0x23d2d5d0d9d2c8e},
    {"exp_log_f32_d96_p4096", kFloat32, 128, 96, 0x3f4dd254, 0x3efaac86, 0x2289c41b65fd3f4},
    {"exp_log_f32_to_bf16_d96_p4096", kBfloat16, 128, 96, 0x3f4e, 0x3efb, 0x2289c41bab5},
    {"exp_log_f32_to_f16_d96_p4096", kFloat16, 128, 96, 0x3a6f, 0x37d5, 0x208a59d325e},
    {"exp_log_f64_d96_p1000000", kFloat64, 128, 96, 0x3fedf9df9906d32c, 0x3fef402b7c32c94b, 0xee3c8d4ed63e0966},
    {"fault_frequency_rounded_bf16_cache_p4000", kBfloat16, 128, 128, 0xbd78, 0x3f80, 0x32d7ee1210a},
    {"fault_frequency_rounded_bf16_cos_p4000", kFloat32, 128, 128, 0xbd77ea85, 0x3f7ffaf2, 0x32d7ee0dbefb0fa},
    {"fault_position_offset_f32_d96_p0", kFloat32, 128, 96, 0x3f0a5141, 0x3c7e10c9, 0x19ee7dabf0809e2},
    {"fault_position_rounded_bf16_cos_p4000", kFloat32, 128, 128, 0xbf4dc4c4, 0x3f7ffaee, 0x31e2ba65f146abc},
    {"llama3_cos_bf16_p8064", kBfloat16, 128, 128, 0xbf80, 0x3f80, 0x3853d7cf46a},
    {"llama3_cos_f32_p0", kFloat32, 128, 128, 0x3f800000, 0x3f7fffff, 0x2b5f17ee33bd130},
    {"llama3_cos_f32_p8064", kFloat32, 128, 128, 0xbf7fffb4, 0x3f7fec08, 0x3853d69a8ef5d54},
    {"llama3_inv_freq_f32", kFloat32, 1, 64, 0x3f508ac1, 0x364a41b0, 0x1d13aef1435},
    {"llama3_sin_f32_p0", kFloat32, 128, 128, 0x0, 0x39c8ad2d, 0x27ce1af4fea2770},
    {"llama3_sin_f32_p8064", kFloat32, 128, 128, 0xbb44d6d1, 0x3cca361c, 0x32a9177dd0fa4e8},
    {"pow_divide_f64_d96_p0", kFloat64, 128, 96, 0x3ff0000000000000, 0x3f8f829656575e3c, 0x87c7ef20b1f80231},
};
// clang-format on

TEST(Npy, OfRealTablesIsReadAsNumPyReadsIt) {
  for (const Known& known : kKnown) {
    SCOPED_TRACE(known.name);
    const bool patterned = known.format == kBfloat16;
    const Table table =
        open_npy(kData + known.name + ".npy", patterned ? std::optional(kBfloat16) : std::nullopt);
    EXPECT_EQ(table.format(), known.format);
    ASSERT_EQ(table.rows(), known.rows);
    ASSERT_EQ(table.columns(), known.columns);
    const auto bits = patterns(table);
    EXPECT_EQ(bits[1], known.second);
    EXPECT_EQ(bits[bits.size() - 2], known.last_but_one);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) sum += (i + 1) * bits[i];
    EXPECT_EQ(sum, known.sum);
  }
}

TEST(Npy, KnowsEveryRealTable) {
  std::size_t tables = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kData)) {
    tables += entry.path().extension() == ".npy" ? 1 : 0;
  }
  EXPECT_EQ(tables, std::size(kKnown));
}

TEST(NpyHeader, MayBeWrittenAsPythonAllows) {
  const NpyHeader want = {"<f4", false, {3, 4}};
  for (const char* text : {
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)}",
           "{'shape':(3,4,),'fortran_order':False,'descr':'<f4'}   \n",
           " \t{ \"fortran_order\" : False , \"shape\" : ( 3 , 4 ) ,\r\n \"descr\" : \"<f4\" , }",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3L, 4L), }",
       }) {
    EXPECT_EQ(parse_npy_header(text), want) << text;
  }
  EXPECT_THROW(parse_npy_header(dictionary("<f4", false, "(3L, 4L)"), 3), Error);
  EXPECT_EQ(parse_npy_header("{'descr': '>f8', 'fortran_order': True, 'shape': (5,)}"),
            (NpyHeader{">f8", true, {5}}));
  EXPECT_EQ(parse_npy_header("{'descr': '>f8', 'fortran_order': True, 'shape': ()}"),
            (NpyHeader{">f8", true, {}}));
}

}  // namespace
}  // namespace sextant
