#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"
#include "tensor/torch_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kNumbers(48, '\0');  // of a [4, 3] table
const std::string kSizes = pickled(4L) + pickled(3L);
const std::string kStrides = pickled(3L) + pickled(1L);

std::string u64(std::uint64_t value) { return number_bytes(value, 8, ByteOrder::little); }
std::string u32(std::uint64_t value) { return number_bytes(value, 4, ByteOrder::little); }

std::string sound_pickle() { return pickled_state(pickled_tensor(12, 0, kSizes, kStrides)); }

void expect_refused(const std::string& bytes, const std::string& complaint) {
  const Directory directory;
  const std::string path = directory / "t.pt";
  write_file(path, bytes);
  EXPECT_FALSE(is_table_or_refused({path}, bytes, 256)) << complaint;
  const std::string error = error_of_table({path});
  EXPECT_THAT(error, StartsWith(in_quotes(path) + ": "));
  EXPECT_THAT(error, HasSubstr(complaint));
}

void expect_pickle_refused(const std::string& pickle, const std::string& complaint) {
  expect_refused(torch_bytes(pickle, kNumbers), complaint);
}

TEST(MalformedTorchFile, IsReadOnlyIfNothingIsMissing) {
  const Directory directory;
  const std::string path = directory / "t.pt";
  const std::string pickle = sound_pickle();
  write_file(path, torch_bytes(pickle, kNumbers));
  EXPECT_EQ(open_table({path}).rows(), 4u);
  for (std::size_t length = 0; length < pickle.size(); ++length) {
    write_file(path, torch_bytes(pickle.substr(0, length), kNumbers));
    EXPECT_THAT(error_of_table({path}), HasSubstr("has a damaged pickle, which ")) << length;
  }
  const std::string archive = torch_bytes(pickle, kNumbers);
  for (std::size_t length = 4; length < archive.size(); ++length) {
    write_file(path, archive.substr(0, length));
    EXPECT_THAT(error_of_table({path}), HasSubstr("is a damaged zip archive")) << length;
  }
  expect_refused(zip_bytes({{"t/data.pkl", pickle}}), "has a storage that is not in the file");
  std::string harmed = archive;
  harmed[harmed.find(kNumbers) + 5] = '\1';
  expect_refused(harmed, "has a member 't/data/0' that cannot be unpacked (CRC error)");
}

/// As after torch.serialization.set_crc32_options(False).
TEST(TorchFile, MayHaveNoChecksums) {
  std::string bytes = torch_bytes(sound_pickle(), kNumbers);
  for (const auto& [signature, offset] : {std::pair("PK\3\4", 14), std::pair("PK\1\2", 16)})
    for (std::size_t at = 0; (at = bytes.find(signature, at)) != std::string::npos; ++at)
      bytes.replace(at + static_cast<std::size_t>(offset), 4, 4, '\0');
  const Directory directory;
  const std::string path = directory / "t.pt";
  write_file(path, bytes);
  EXPECT_EQ(open_table({path}).rows(), 4u);
}

/// Pickles that would run a program in Python: none is executed, and each is refused.
TEST(MalformedTorchFile, ExecutesNothing) {
  const Directory directory;
  const std::string made = directory / "made";
  for (const auto& [module, name] :
       {std::pair("os", "system"), std::pair("posix", "system"), std::pair("builtins", "eval"),
        std::pair("torch", "load"), std::pair("torch._utils", "_rebuild_tensor_v2\nsystem"),
        std::pair("torch.storage", "_load_from_bytes"), std::pair("", ""),
        std::pair("torch._utils._rebuild_tensor_v2", "")}) {
    const std::string command = pickled_tuple(pickled("touch " + made));
    expect_pickle_refused("\x80\x02" + pickled_global(module, name) + command + "R.", "; ");
    expect_pickle_refused("\x80\x04" + pickled(std::string(module)) + pickled(std::string(name)) +
                              "\x93" + command + "R.",
                          "is a whole module, or holds more than tensors: it needs '");
  }
  for (const std::string opcode : {"i", "o", "\x82", "\x92", "P", "p", "g", "I", "\x97", "\xff"})
    expect_pickle_refused("\x80\x02(" + opcode + "os\nsystem\n.", "which no file of tensors needs");
  EXPECT_EQ(directory.names().size(), 0u);
}

TEST(MalformedTorchFile, HasAPickleThatDoesNotEnd) {
  expect_pickle_refused("\x80\x01.", "is of protocol 1, and 2 to 5 are read, at byte 2");
  expect_pickle_refused("\x80\x06.", "is of protocol 6");
  expect_pickle_refused("\x80\x02.", "takes a value too many, at byte 3");
  expect_pickle_refused("\x80\x02(.", "takes a value too many");
  expect_pickle_refused("\x80\x02t.", "takes a mark too many");
  expect_pickle_refused("\x80\x02h\7.", "recalls a value that is not there");
  expect_pickle_refused("\x80\x02]K\1s.", "takes a value too many");
  expect_pickle_refused("\x80\x02K\1K\2a.", "adds items to a value that does not take them");
  expect_pickle_refused("\x80\x02}(K\1u.", "adds items to a value that does not take them");
  expect_pickle_refused("\x80\x02K\1)R.", "calls a value that is no class or function");
  expect_pickle_refused("\x80\x02K\1K\2\x93.", "has a global without a name");
  expect_pickle_refused("\x80\x02K\1K\2b.", "gives attributes to a value that is no object");
  expect_pickle_refused(
      "\x80\x02"
      "cos",
      "has a name without an end");
  for (const std::uint64_t length : {std::uint64_t{1} << 31, ~std::uint64_t{0}}) {
    expect_pickle_refused("\x80\x02\x8d" + u64(length) + "x", "ends too early");
    expect_pickle_refused("\x80\x02\x8e" + u64(length) + "x", "ends too early");
    expect_pickle_refused("\x80\x02X" + u32(length) + "x", "ends too early");
    expect_pickle_refused("\x80\x02\x8b" + u32(length) + "x", "ends too early");
  }
  expect_pickle_refused("\x80\x02" + std::string(2000, '('), "has more than 1000 open marks");
  expect_pickle_refused("\x80\x02" + std::string((1 << 21) + 1, 'N') + ".",
                        "has more than two million values");
  expect_pickle_refused("\x80\x02N" + std::string((1 << 21) + 1, '\x94') + ".",
                        "has more than two million values");
}

/// Dictionaries in dictionaries, in themselves, and each twice in the next one.
TEST(MalformedTorchFile, HasValuesWithoutEnd) {
  std::string deep = "\x80\x02";
  for (int k = 0; k < 200'000; ++k) deep += "}K\1";
  expect_pickle_refused(deep + "N" + std::string(200'000, 's') + ".", "dictionaries too deep");
  expect_pickle_refused("\x80\x02}q\1K\1h\1s.", "dictionaries too deep");
  expect_pickle_refused("\x80\x02]q\1h\1a.", "dictionaries too deep");
  std::string doubled =
      "\x80\x02" + pickled_tensor(12, 0, kSizes, kStrides) + "q" + std::string(1, '\0');
  for (int k = 1; k < 40; ++k) {
    const std::string before(1, static_cast<char>(k - 1)), now(1, static_cast<char>(k));
    doubled += "}q" + now + "(K\1h" + before + "K\2h" + before + "u";
  }
  const Directory directory;
  write_file(directory / "t.pt", torch_bytes(doubled + ".", kNumbers));
  EXPECT_THAT(error_of_table({directory / "t.pt"}), HasSubstr("has too many tensors"));
  const std::string long_name = "\x80\x02}" + pickled(std::string(5000, 'x')) + "}" + pickled("w") +
                                pickled_tensor(12, 0, kSizes, kStrides) + "ss.";
  expect_pickle_refused(long_name, "too long names");
}

TEST(MalformedTorchFile, HasATensorThatDoesNotFit) {
  const auto refused = [](long numbers, long first, const std::string& sizes,
                          const std::string& strides, const std::string& complaint) {
    expect_pickle_refused(pickled_state(pickled_tensor(numbers, first, sizes, strides)), complaint);
  };
  const long most = 0x7fffffffffffffff;
  refused(13, 0, kSizes, kStrides,
          "tensor 'w' has a storage of 48 bytes, which its 13 numbers of float32 contradict");
  refused(most, 0, kSizes, kStrides, "has a storage of 48 bytes");
  refused(12, 1, kSizes, kStrides, "reaches beyond its storage of 12 numbers");
  refused(12, most, kSizes, kStrides, "reaches beyond its storage");
  refused(12, -1, kSizes, kStrides, "has a negative size");
  refused(12, 0, pickled(4L) + pickled(-3L), kStrides, "has a negative size");
  refused(12, 0, kSizes, pickled(-3L) + pickled(1L), "has a negative size");
  refused(12, 0, kSizes, pickled(3L) + "J\xff\xff\xff\xff", "has a negative size");
  refused(12, 0, kSizes, pickled(3L) + "\x8a\1\xff", "has a negative size");
  refused(12, 0, kSizes, pickled(4L) + pickled(1L), "reaches beyond its storage");
  refused(12, 0, kSizes, pickled(most) + pickled(most), "reaches beyond its storage");
  refused(12, 0, pickled(most) + pickled(most), pickled(0L) + pickled(0L), "reaches beyond");
  refused(12, 0, kSizes, pickled(1L), "has not one stride for each axis");
  refused(12, 0, pickled(1L << 40) + pickled(3L), pickled(0L) + pickled(1L),
          "repeats its numbers to more than 256 MiB: save the numbers once, tensor[0]");
  refused(12, 0, pickled(3L) + pickled(25'000'000L), pickled(1L) + pickled(0L),
          "repeats its numbers to more than 256 MiB");
  refused(12, 0, pickled("x"), kStrides, "is not as PyTorch writes it");
  std::string ones;
  for (int k = 0; k < 65; ++k) ones += pickled(1L);
  refused(12, 0, ones, ones, "has more than 64 axes");
  const std::string rebuild = pickled_global("torch._utils", "_rebuild_tensor_v2");
  for (const std::string& arguments :
       {std::string(), pickled(1L), pickled(1L) + "Q", pickled_tuple("") + "Q",
        pickled_tuple(pickled("storage")) + "Q" + pickled(0L)})
    expect_pickle_refused(pickled_state(rebuild + pickled_tuple(arguments) + "R"), "tensor 'w' ");
  const std::string parameter = pickled_global("torch._utils", "_rebuild_parameter");
  std::string nested = pickled_tensor(12, 0, kSizes, kStrides);
  for (int k = 0; k < 2; ++k) nested = parameter + pickled_tuple(nested) + "R";
  expect_pickle_refused(pickled_state(nested), "is not as PyTorch writes it");
  expect_pickle_refused(pickled_state(pickled_tensor(12, 0, kSizes, kStrides, "BoolStorage")),
                        "has a storage of 48 bytes, which its 12 numbers of bool contradict");
  expect_pickle_refused("\x80\x02}.", "holds no tensor");
}

/// Anything in the pickle: the archive stays whole.
TEST(MutatedTorchFile, IsAnErrorOrATable) {
  const MemoryFile file;
  const std::string all = pickled_state(
      pickled_global("collections", "OrderedDict") + ")R(" + pickled("w") +
      pickled_tensor(12, 0, kSizes, kStrides) + pickled("v") +
      pickled_tensor(12, 2, pickled(5L) + pickled(2L), pickled(1L) + pickled(5L)) + "u");
  Mutator mutated(20240226, {sound_pickle(), all}, {200, 0, 8});
  int tables = 0;
  constexpr int cases = 20'000;
  for (int i = 0; i < cases; ++i) {
    const std::string bytes = torch_bytes(mutated(), kNumbers);
    file.write(bytes);
    const auto tensor = i % 2 == 0 ? std::optional<std::string>("w") : std::nullopt;
    tables += is_table_or_refused({file.path(), tensor}, bytes, 64) ? 1 : 0;
    if (HasFailure()) {
      write_file("mutated.pt", bytes);
      FAIL() << "case " << i << ", kept as mutated.pt";
    }
  }
  EXPECT_GT(tables, 500);  // otherwise the test is only about errors
  EXPECT_GT(cases - tables, 5'000);
  RecordProperty("tables", tables);
}

}  // namespace
}  // namespace sextant
