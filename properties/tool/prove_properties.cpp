#include <gtest/gtest.h>

#include "tool/run.hpp"

namespace sextant {
namespace {

using nlohmann::json;

/// A proof into a file of the folder, then its check.
json proved(const Folder& folder, const std::string& line, int status) {
  const std::string file = folder / "certificate.json";
  const Ran ran = sextant_line("prove " + line + " --json -o " + file);
  EXPECT_EQ(ran.status, status) << line << ran.err;
  EXPECT_EQ(ran.err, "");
  json shown = json::parse(ran.out);
  const Ran checked = sextant_line("prove --check --json " + file);
  EXPECT_EQ(checked.status, 0) << line << checked.out << checked.err;
  EXPECT_TRUE(checked.json().at("confirmed").get<bool>()) << checked.out;
  EXPECT_EQ(json::parse(read_file(file)).at("statement"), shown.at("statement"));
  return shown;
}

void expect_to_hold(const Folder& folder, const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    EXPECT_EQ(proved(folder, line, 0).at("outcome"), "holds") << line;
}

TEST(ProveVerb, ProvesAndItsCertificatesAreConfirmed) {
  expect_to_hold(Folder(),
                 {"uniqueness --dim 2 --positions 0:2^63",
                  "near-collisions --dim 4 --positions 0:2^63 --count 3",
                  "distinct-rows --dim 2 --origin 1/2 --format bfloat16 --positions 0:710",
                  "sixteen-bit --dim 2 --positions 0:2^10", "shift-invariance"});
}

TEST(ProveVerb, ProvesOfEveryKindAndIsConfirmedFull) {
  const Folder folder;
  expect_to_hold(folder,
                 {"uniqueness --dim 128 --positions 0:2^30",
                  "uniqueness --encoding rope --dim 8 --base 5e5 --positions 0:2^63",
                  "uniqueness --model llama-3.1-8b --positions 0:2^17",
                  "uniqueness --dim 32 --positions 0:2^37 --method lattice",
                  "neighbours --dim 32 --positions 0:2^36",
                  "distinct-rows --dim 128 --format bfloat16 --positions 0:2^30", "orthogonality"});
  EXPECT_EQ(
      proved(folder, "neighbours --dim 32 --positions 0:2^63 --method lattice", 1).at("result"),
      "first at k = 89468676394 (2^36.4): D(k) = 1.17982 is less than D(1) = 1.37270");
  EXPECT_EQ(
      proved(folder, "distinct-rows --dim 4 --format bfloat16 --positions 0:2^20", 1).at("result"),
      "rows 7 and 84830 are alike, and no two before them");
}

/// An altered certificate is not confirmed; one line says what is wrong.
TEST(ProveVerb, ConfirmsNothingElse) {
  const Folder folder;
  const std::string file = folder / "c.json";
  ASSERT_EQ(sextant_line("prove uniqueness --dim 8 --positions 0:2^20 -o " + file).status, 0);
  json certificate = json::parse(read_file(file));
  certificate["near"]["last"] = "9223372036854775807";
  put_file(file, certificate.dump());
  const Ran raised = sextant_line("prove --check " + file);
  EXPECT_EQ(raised.status, 1) << raised.out << raised.err;
  EXPECT_NE(raised.out.find("not confirmed"), std::string::npos);
  ASSERT_EQ(
      sextant_line("prove distinct-rows --dim 2 --format bfloat16 --positions 0:711 -o " + file)
          .status,
      0);
  certificate = json::parse(read_file(file));
  certificate["encoding"] = "sinusoidal dim=2 origin=1/2";
  put_file(file, certificate.dump());
  EXPECT_EQ(sextant_line("prove --check " + file).status, 1);
  ASSERT_EQ(sextant_line("prove sixteen-bit --dim 4 --positions 0:9 -o " + file).status, 0);
  certificate = json::parse(read_file(file));
  certificate["tables"].erase(1);
  put_file(file, certificate.dump());
  EXPECT_EQ(sextant_line("prove --check " + file).status, 1);
  put_file(file, "{\"certificate\": \"uniqueness\"");
  EXPECT_TRUE(refuses(sextant_line("prove --check " + file), "c.json"));
}

/// The checker cannot compute a model's frequencies: they must agree with its name.  Under an
/// unknown name they are only a list.
TEST(ProveVerb, SaysWhoseFrequenciesWereProvedAbout) {
  const Folder folder;
  const std::string file = folder / "c.json";
  const auto checked = [&](const std::string& encoding) {
    json certificate = json::parse(read_file(file));
    if (!encoding.empty()) certificate["encoding"] = encoding;
    put_file(file, certificate.dump());
    return sextant_line("prove --check --json " + file);
  };
  ASSERT_EQ(sextant_line("prove uniqueness --dim 2 --positions 0:99 -o " + file).status, 0);
  EXPECT_EQ(checked("").json().at("frequencies"), "by the definition");
  ASSERT_EQ(sextant_line("prove uniqueness --encoding rope --dim 4 --scaling linear --factor 8 "
                         "--positions 0:99 -o " +
                         file)
                .status,
            0);
  EXPECT_EQ(checked("").json().at("frequencies"), "of the name");
  const Ran other = checked("rope dim=4 scaling=linear factor=4");
  EXPECT_EQ(other.status, 1);
  EXPECT_FALSE(other.json().contains("frequencies"));
  EXPECT_NE(other.out.find("not those of 'rope dim=4 scaling=linear factor=4'"), std::string::npos);
  const Ran unknown = checked("a model of mine");
  EXPECT_EQ(unknown.status, 0);
  EXPECT_EQ(unknown.json().at("frequencies"), "as listed");
  EXPECT_NE(sextant_line("prove --check " + file).out.find("whatever their name"),
            std::string::npos);
}

/// A certificate that cannot be read does not prevent checking the others.
TEST(ProveVerb, ChecksWhatItCanRead) {
  const Folder folder;
  const std::string good = folder / "good.json", none = folder / "none.json";
  ASSERT_EQ(sextant_line("prove uniqueness --dim 2 --positions 0:99 -o " + good).status, 0);
  const Ran ran = sextant_line("prove --check " + none + " " + good);
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("none.json"), std::string::npos);
  EXPECT_NE(ran.out.find("good.json: confirmed"), std::string::npos) << ran.out;
}

TEST(ProveVerb, SaysWhatItCannotProve) {
  const Folder folder;
  const std::string out = " -o " + (folder / "c.json");
  for (const auto& [line, words] : std::vector<std::pair<std::string, std::string>>{
           {"", "which theorem"},
           {"bearing", "no theorem 'bearing'"},
           {"uniqueness neighbours", "one theorem at a time"},
           {"uniqueness --positions 0:9", "--dim"},
           {"uniqueness --dim 4", "--positions"},
           {"uniqueness --dim 4 --positions 5:9", "begin at position 0"},
           {"uniqueness --dim 4 --positions 0:9:2", "every position"},
           {"uniqueness --dim 4 --positions 0:1", "no offset"},
           {"uniqueness --dim 5 --positions 0:9", "dim"},
           {"uniqueness --dim 4 --positions 0:9 --method magic", "no method 'magic'"},
           {"uniqueness --dim 4 --positions 0:2^63 --method blocks", "2^50"},
           {"uniqueness --dim 1024 --positions 0:2^63", "beyond what is tried"},
           {"uniqueness --dim 4 --positions 0:9 --format float32", "distinct-rows"},
           {"uniqueness --encoding alibi --heads 4 --positions 0:9", "neither sine nor cosine"},
           {"uniqueness --dims 4,6 --positions 0:9", "one a dim"},
           {"distinct-rows --dim 4 --positions 0:9", "--format"},
           {"distinct-rows --dim 4 --positions 0:9 --format int8", "int8"},
           {"near-collisions --dim 4 --positions 0:9 --count 0", "--count"},
           {"near-collisions --dim 4 --positions 0:9 --count 9", "--count"},
           {"sixteen-bit --dim 4 --law half-minus-shift --positions 0:9", "--base and --dim"},
           {"uniqueness --dim 4 --positions 0:9 --amplitude 0", "amplitude 0"},
           {"uniqueness --dim 4 --positions 0:9 --scale 0", "scale 0"},
           {"uniqueness --dim 2 --positions 0:40 --scale 9809e95", "take a smaller scale"},
           {"uniqueness --encoding rope --dim 4 --part cos --positions 0:9", "whole rows"},
           {"uniqueness --dim 4 --positions 0:9 --count 3", "near-collisions"},
           {"neighbours --dim 4 --dims 4 --positions 0:9", "not both"},
           {"orthogonality --dim 4", "no such options"},
           {"--check absent.json", "no other options"},
           {"--check absent.json --dim 4", "no other options"}})
    EXPECT_TRUE(refuses(sextant_line("prove " + line + out), words)) << line;
  EXPECT_TRUE(refuses(sextant_line("prove --check absent.json"), "absent.json"));
  EXPECT_TRUE(refuses(sextant_line("prove --check absent.json --method blocks"), "no other"));
  EXPECT_TRUE(refuses(sextant_line("prove orthogonality -o golden.npy"), "FILE.json"));
  EXPECT_TRUE(refuses(sextant_line("prove orthogonality --check -o -"), "give it a file"));
  EXPECT_TRUE(refuses(sextant_line("prove " + (folder / ".")), "--check"));
  EXPECT_TRUE(folder.empty());
}

/// Without -o a certificate has the theorem's name, in the working folder.
TEST(ProveVerb, NamesItsCertificates) {
  const Folder folder;
  const Ran ran = run_program(
      "/bin/sh",
      {"-c", "cd " + (folder / ".") +
                 " && " SEXTANT_TOOL " prove neighbours --dims 64,66 --positions 0:2^20 --check"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const std::string dim : {"64", "66"})
    EXPECT_NE(read_file(folder / ("neighbours-sinusoidal-dim-" + dim + "-0-2-20.json")), "");
  EXPECT_NE(ran.out.find("66-0-2-20.json: confirmed"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace sextant
