#pragma once

#include <string>
#include <vector>

namespace sextant::exact {

/// Numbers as a program's own code makes them, in double: row by row.
using Numbers = std::vector<std::vector<double>>;

/// A program's table, transcribed from its source and owing nothing to the library.
struct Transcription {
  std::string name;
  std::string part = "table";
  std::vector<int> dims;     ///< that the program takes
  std::vector<int> refused;  ///< that it fails on
  Numbers (*table)(int rows, int dim) = nullptr;
};

const std::vector<Transcription>& transcriptions();

/// Of timesteps 0, 1, …
Numbers ddpm(int rows, int dim);
Numbers adm(int rows, int dim);
Numbers diffusers(int rows, int dim);
Numbers stable_diffusion(int rows, int dim);

/// diffusers' get_timestep_embedding, with its arguments.
std::vector<double> timestep_embedding(double timestep, int dim, bool flip_sin_to_cos,
                                       double downscale_freq_shift, double scale,
                                       double max_period);

}  // namespace sextant::exact
