#pragma once

#include <string>
#include <vector>

namespace sextant::exact {

/// The numbers of a program's own code, in double: row by row.
using Numbers = std::vector<std::vector<double>>;

/// A program's table, transcribed from its source, independent of the library.
struct Transcription {
  std::string name;
  std::string part = "table";
  std::vector<int> dims;     ///< accepted by the program
  std::vector<int> refused;  ///< on which the program fails
  Numbers (*table)(int rows, int dim) = nullptr;
};

const std::vector<Transcription>& transcriptions();

/// For timesteps 0, 1, …
Numbers ddpm(int rows, int dim);
Numbers adm(int rows, int dim);
Numbers diffusers(int rows, int dim);
Numbers stable_diffusion(int rows, int dim);

/// diffusers' get_timestep_embedding, with its arguments.
std::vector<double> timestep_embedding(double timestep, int dim, bool flip_sin_to_cos,
                                       double downscale_freq_shift, double scale,
                                       double max_period);

}  // namespace sextant::exact
