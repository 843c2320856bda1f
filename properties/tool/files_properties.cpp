#include <string>

#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

const char* const kRopeFrom8064 = " --encoding rope --base 500000 --part cos --first 8064 ";

std::string file_of(const std::string& name) { return data_file("files/" + name); }

void refused(const std::string& line, const std::string& words) {
  const Ran ran = sextant_line(line);
  EXPECT_TRUE(refuses(ran, words)) << line << "\n" << ran.status << " " << ran.out << ran.err;
}

/// The same numbers, whatever file they are in.
/// A verdict without the name of its file.
nlohmann::json verdict_of(const Ran& ran) {
  nlohmann::json verdict = ran.json();
  EXPECT_EQ(verdict.erase("file"), 1U);
  return verdict;
}

TEST(Files, OfEveryKindGiveOneVerdict) {
  const Folder folder;
  const std::string npy = data_file("llama3_cos_bf16_p8064.npy");
  const std::string raw = folder / "cos.bin";
  put_file(raw, read_file(npy).substr(128));
  const std::string options = std::string(kRopeFrom8064) + "--json";
  const Ran want = sextant_line("verify " + npy + options + " --format bfloat16");
  ASSERT_EQ(want.err, "");
  ASSERT_EQ(want.status, 0);
  for (const std::string& line :
       {file_of("cache.safetensors") + " --tensor rotary.cos",
        file_of("cache.safetensors") + " --tensor rotary.cos --format bfloat16 --shape 128x128",
        file_of("stored.npz") + " --tensor cos --format bfloat16",
        file_of("deflated.npz") + " --tensor cos --format bfloat16",
        raw + " --format bfloat16 --shape 128x128"}) {
    const Ran ran = sextant_line("verify " + line + options);
    EXPECT_EQ(ran.status, want.status) << line << ran.err;
    EXPECT_EQ(verdict_of(ran), verdict_of(want)) << line;
  }
}

/// A pipe has no end that could be looked at first, and no name to go by.
TEST(Files, AreReadFromAPipe) {
  const std::string options = std::string(kRopeFrom8064) + "--json";
  const Ran want = sextant_line("verify " + data_file("llama3_cos_bf16_p8064.npy") + options +
                                " --format bfloat16");
  for (const std::string& line : {file_of("cache.safetensors") + " - --tensor rotary.cos",
                                  file_of("deflated.npz") + " - --tensor cos --format bfloat16"}) {
    const std::size_t space = line.find(' ');
    const Ran ran =
        run_program("/bin/sh", {"-c", "cat '" + line.substr(0, space) + "' | " + SEXTANT_TOOL +
                                          " verify" + line.substr(space) + options});
    EXPECT_EQ(ran.status, want.status) << line << ran.err;
    EXPECT_EQ(verdict_of(ran), verdict_of(want)) << line;
  }
}

/// Written and judged: by its dtype, without --format.
TEST(Files, OfSafetensorsAreWrittenToBeVerifiedFull) {
  const Folder folder;
  const std::string table = "table --model llama-3.1-8b --part cos --positions 0:256 --format ";
  const std::string verify = "verify --model llama-3.1-8b --part cos --json ";
  for (const std::string format : {"bfloat16", "float16", "float32", "float64"}) {
    const std::string file = folder / "t.safetensors";
    const std::string npy = folder / "t.npy";
    ASSERT_EQ(sextant_line(table + format + " -o " + file + " --tensor cos").status, 0);
    ASSERT_EQ(sextant_line(table + format + " -o " + npy).status, 0);
    const Ran want = sextant_line(verify + npy + " --format " + format);
    const Ran ran = sextant_line(verify + file);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.json()["grade"], "correctly-rounded");
    EXPECT_EQ(verdict_of(ran), verdict_of(want));
    EXPECT_EQ(sextant_line("verify --list --json " + file).json()[0]["name"], "cos");
  }
  refused(table + "float32 -o " + (folder / "t.bin"), "FILE.npy or FILE.safetensors, or to - as");
  refused(table + "float32 -o " + (folder / "t.npy") + " --tensor cos", "--tensor goes with -o");
  refused(table + "float32 -o " + (folder / "t.safetensors") + " --tensor __metadata__",
          "__metadata__");
}

/// What else writes tables: grids, buckets, recipes, a head a row.
TEST(Files, OfSafetensorsHoldWhateverTablesDo) {
  const Folder folder;
  const std::string file = folder / "t.safetensors";
  for (const auto& [made, judged] :
       {std::pair("--encoding mae --dim 64 --height 4 --width 4", ""),
        std::pair("--encoding swin --height 3 --width 3 --rows 9", ""),
        std::pair("--dim 8 --positions 0:8 --recipe pow-divide", ""),
        std::pair("--encoding alibi --heads 4 --part bias --positions 0:8", " --first 0")}) {
    const Ran ran = sextant_line(std::string("table ") + made + " -o " + file);
    ASSERT_EQ(ran.status, 0) << made << ran.err;
    std::string options = made;
    for (const char* written : {"--positions 0:8", "--rows 9", "--recipe pow-divide"})
      if (const std::size_t at = options.find(written); at != std::string::npos)
        options.erase(at, std::string(written).size());
    const Ran verdict = sextant_line("verify " + file + " " + options + judged);
    EXPECT_EQ(verdict.status, 0) << made << verdict.out << verdict.err;
  }
}

TEST(Files, OfVectorsMayBeSafetensorsToo) {
  const Folder folder;
  const std::string q = data_file("exp_log_f32_d96_p4096.npy");
  const std::string rotated = " --encoding rope --dim 96 --part rotated --first 4096 ";
  const std::string turned = folder / "turned.safetensors";
  ASSERT_EQ(
      sextant_line("table" + rotated + "--input " + q + " -o " + turned + " --tensor q").status, 0);
  const Ran ran = sextant_line("verify " + turned + rotated + "--input " + q);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const std::string raw = folder / "q.bin";
  put_file(raw, read_file(q).substr(128));
  const Ran alone = sextant_line("verify " + turned + rotated +
                                 "--shape 128x96 --input-format "
                                 "float32 --input " +
                                 raw);
  EXPECT_EQ(alone.status, 0) << alone.out << alone.err;
  refused("verify " + turned + rotated + "--input " + file_of("stored.npz") + " --input-tensor q",
          "stored.npz': has no tensor 'q'; it has 'cos', 'inv_freq', 'big'");
  refused("verify " + turned + " --input-tensor q", "--input-tensor goes with --part rotated");
}

TEST(Files, AreListed) {
  const Ran ran = sextant_line("verify " + file_of("cache.safetensors") + " --list");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "Größe            U8    (3,)\n"
            "empty            F32   (0, 4)\n"
            "ids              I64   (4,)\n"
            "rotary.cos       BF16  (128, 128)\n"
            "rotary.inv_freq  F32   (64,)\n"
            "step             F32   ()\n");
  const auto list = sextant_line("verify --json --list " + file_of("alone.npz")).json();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["name"], "arr_0");
  EXPECT_EQ(list[0]["dtype"], "<f8");
  EXPECT_EQ(list[0]["shape"], nlohmann::json({4, 3}));
  EXPECT_EQ(sextant_line("verify --list " + data_file("llama3_inv_freq_f32.npy")).out,
            "(unnamed)  <f4  (64,)\n");
  refused("verify --list --tensor cos " + file_of("cache.safetensors"), "--tensor excludes --list");
  refused("verify --list " + data_file("README.md"), "README.md': is text; convert it: python3 -c");
}

TEST(Files, ThatCannotBeReadAreNamedWithARemedy) {
  const Folder folder;
  const std::string cache = file_of("cache.safetensors");
  refused("verify " + cache + " --dim 128", "cache.safetensors': holds 2 tables; say which: --ten");
  refused("verify " + cache + " --tensor cos", "cache.safetensors': has no tensor 'cos'; it has");
  refused("verify " + cache + " --tensor rotary.cos --format float16",
          "tensor 'rotary.cos' holds bfloat16 (dtype 'BF16'), not float16 as --format says");
  refused("verify " + cache + " --tensor rotary.cos --shape 128x64",
          "not (128, 64) as --shape says");
  refused("verify " + cache + " --shape 128-64", "--shape: '128-64' is no shape; ROWSxCOLUMNS is");
  const std::string bytes = read_file(cache);
  put_file(folder / "t.safetensors", bytes.substr(0, bytes.size() - 1));
  refused("verify " + (folder / "t.safetensors"), "t.safetensors': is truncated: its tensors need");
  put_file(folder / "t.bin", std::string(64, '\1'));
  refused("verify " + (folder / "t.bin"), "--format float32 --shape ROWSxCOLUMNS");
  refused("verify " + (folder / "t.bin") + " --format float32 --shape 4x5",
          "t.bin': is truncated: shape (4, 5) of float32 needs 80 bytes, 64 are there; say its");
  put_file(folder / "t.gguf", "GGUF" + std::string(64, '\1'));
  refused("verify " + (folder / "t.gguf"),
          "t.gguf': is of version 16843009 of GGUF; 2 and 3 are read");
}

/// 128 MiB are written in what a .npy file takes, and judged in what 2 MiB take, but for the
/// buffers of cores.
TEST(Files, AreReadInTheSameMemoryFull) {
#if !defined(__SANITIZE_ADDRESS__)
  const Folder folder;
  const std::string file = folder / "t.safetensors";
  const Ran written = sextant_line("table --dim 512 --positions 0:2^16 -o " + file);
  ASSERT_EQ(written.status, 0) << written.err;
  EXPECT_LT(written.resident, 64 << 10);
  ASSERT_EQ(
      sextant_line("table --dim 512 --positions 0:2^10 -o " + (folder / "few.safetensors")).status,
      0);
  const Ran few = sextant_line("verify --dim 512 " + (folder / "few.safetensors"));
  const Ran ran = sextant_line("verify --dim 512 " + file);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_LT(ran.resident, few.resident + (16 << 10));
#endif
}

/// The command that an error names makes a table of the file, wherever NumPy is.
TEST(Files, OfTextAreConvertedByTheCommandThatIsNamed) {
  if (run_program("/usr/bin/python3", {"-c", "import numpy"}).status != 0)
    GTEST_SKIP() << "NumPy is not installed";
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"t.csv", "0,1\n0.84147098,0.5403023\n"},
           {"t.txt", "0 1\n0.84147098 0.5403023\n"},
           {"t.json", "[[0, 1], [0.84147098, 0.5403023]]"}}) {
    const Folder folder;
    put_file(folder / name, text);
    const std::string error = sextant_line("verify " + (folder / name) + " --dim 2").err;
    const auto from = error.find("python3 -c"), to = error.rfind(" FILE");
    ASSERT_NE(to, std::string::npos) << error;
    ASSERT_LT(from, to) << error;
    const std::string line =
        "PATH=/usr/bin:/bin; cd " + (folder / ".") + " && " + error.substr(from, to - from);
    const Ran made = run_program("/bin/sh", {"-c", line + " " + name});
    ASSERT_EQ(made.status, 0) << line << made.err;
    EXPECT_EQ(sextant_line("verify " + (folder / "table.npy") + " --dim 2").status, 0) << name;
  }
}

}  // namespace
}  // namespace sextant
