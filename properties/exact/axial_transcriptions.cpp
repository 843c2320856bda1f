#include "exact/axial_transcriptions.hpp"

#include <cmath>
#include <functional>

namespace sextant::exact {
namespace {

using Row = std::vector<double>;
using OfDouble = double (*)(double);
double sine(double x) { return std::sin(x); }
double cosine(double x) { return std::cos(x); }

/// A row a token, frame by frame and line by line.
Numbers over(const Grid& g, const std::function<Row(int t, int y, int x)>& row) {
  Numbers rows;
  for (int t = 0; t < g.frames; ++t) {
    for (int y = 0; y < g.height; ++y) {
      for (int x = 0; x < g.width; ++x) rows.push_back(row(t, y, x));
    }
  }
  return rows;
}

void append(Row& row, double coordinate, const Row& omega, OfDouble f) {
  for (const double w : omega) row.push_back(f(coordinate * w));
}

/// 1 / base^(step·k / divisor), k < count.
Row powers(double base, int count, double step, double divisor, int first = 0) {
  Row omega;
  for (int k = 0; k < count; ++k) omega.push_back(1 / std::pow(base, step * (first + k) / divisor));
  return omega;
}

/// Rows of points (x, y, z), each by the place of its token.
Numbers over_points(const Grid& g, const std::function<Row(const Row& point)>& row) {
  return over(g, [&](int t, int y, int x) {
    return row({static_cast<double>(x), static_cast<double>(y), static_cast<double>(t)});
  });
}

/// The paper's gamma: dim/6 octaves.
Numbers nerf_paper(const Grid& g, int dim) {
  return over_points(g, [=](const Row& point) {
    Row row;
    for (const OfDouble f : {sine, cosine}) {
      for (const double x : point)
        for (int k = 0; k < dim / 6; ++k) row.push_back(f(std::ldexp(M_PI, k) * x));
    }
    return row;
  });
}

Numbers nerf_pytorch(const Grid& g, int dim) {
  return over_points(g, [=](const Row& point) {
    Row row = point;
    for (int k = 0; k < dim / 6; ++k) {
      for (const OfDouble f : {sine, cosine})
        for (const double x : point) row.push_back(f(x * std::ldexp(1.0, k)));
    }
    return row;
  });
}

/// max_freq_exp 8; its cosines are sines of the angle plus pi/2, here plain.
Numbers nerfstudio(const Grid& g, int dim) {
  return over_points(g, [=](const Row& point) {
    Row row;
    const int n = dim / 6;
    for (const OfDouble f : {sine, cosine}) {
      for (const double x : point)
        for (int k = 0; k < n; ++k)
          row.push_back(f(2 * M_PI * x * std::pow(2.0, n == 1 ? 0 : 8.0 * k / (n - 1))));
    }
    row.insert(row.end(), point.begin(), point.end());
    return row;
  });
}

/// linspace(1, last, n).
Row bands(double last, int n) {
  Row omega;
  for (int k = 0; k < n; ++k) omega.push_back(n == 1 ? 1 : 1 + (last - 1) * k / (n - 1));
  return omega;
}

double spanning(int index, int size) { return -1 + 2.0 * index / (size - 1); }

Numbers perceiver_up_to(const Grid& g, int dim, double down, double across) {
  return over(g, [&](int, int y, int x) {
    const double v = spanning(y, g.height), u = spanning(x, g.width);
    Row row = {v, u};
    for (const OfDouble f : {sine, cosine}) {
      append(row, M_PI * v, bands(down, dim / 4), f);
      append(row, M_PI * u, bands(across, dim / 4), f);
    }
    return row;
  });
}

Numbers perceiver(const Grid& g, int dim) { return perceiver_up_to(g, dim, 112, 112); }

/// max_resolution (368, 496), as of optical flow.
Numbers perceiver_of_flow(const Grid& g, int dim) { return perceiver_up_to(g, dim, 184, 248); }

Numbers perceiver_pytorch(const Grid& g, int dim) {
  return over(g, [&](int, int y, int x) {
    Row row;
    for (const double coordinate : {spanning(y, g.height), spanning(x, g.width)}) {
      for (const OfDouble f : {sine, cosine}) append(row, M_PI * coordinate, bands(5, dim / 4), f);
      row.push_back(coordinate);
    }
    return row;
  });
}

/// PositionEmbeddingRandom with the matrix of usual_axial.hpp.
Numbers sam(const Grid& g, int dim) {
  const int n = dim / 2;
  const auto matrix = [](long k) {
    return static_cast<double>((k * 1299709 + 700001) % 4194301 - 2097150) / 1048576;
  };
  return over(g, [=](int, int y, int x) {
    const double u = 2 * ((x + 0.5) / g.width) - 1, v = 2 * ((y + 0.5) / g.height) - 1;
    Row row;
    for (const OfDouble f : {sine, cosine})
      for (int k = 0; k < n; ++k) row.push_back(f(2 * M_PI * (u * matrix(k) + v * matrix(n + k))));
    return row;
  });
}

Numbers mae_of(const Grid& g, int dim, double y_scale, double x_scale) {
  const Row omega = powers(10000, dim / 4, 1, dim / 4.0);
  return over(g, [&](int, int y, int x) {
    Row row;
    for (const double coordinate : {x / x_scale, y / y_scale}) {  // emb_h is of grid[0], columns
      append(row, coordinate, omega, sine);
      append(row, coordinate, omega, cosine);
    }
    return row;
  });
}
Numbers mae(const Grid& g, int dim) { return mae_of(g, dim, 1, 1); }
Numbers mae_with_token(const Grid& g, int dim) {
  Numbers rows = mae(g, dim);
  rows.insert(rows.begin(), Row(static_cast<std::size_t>(dim), 0.0));
  return rows;
}

/// base_size 12, interpolation_scale 2.5.
Numbers diffusers_2d(const Grid& g, int dim) {
  return mae_of(g, dim, g.height / 12.0 * 2.5, g.width / 12.0 * 2.5);
}

Numbers timm_2d(const Grid& g, int dim) {
  const Row bands = powers(10000, dim / 4, 1, dim / 4.0);
  return over(g, [&](int, int y, int x) {
    Row row;
    for (const OfDouble f : {sine, cosine}) {
      append(row, y, bands, f);
      append(row, x, bands, f);
    }
    return row;
  });
}

Numbers timm_interleaved(const Grid& g, int dim) {
  const Row bands = powers(10000, dim / 4, 1, dim / 4.0);
  return over(g, [&](int, int y, int x) {
    Row row;
    for (const double coordinate : {y, x}) {
      append(row, coordinate, bands, sine);
      append(row, coordinate, bands, cosine);
    }
    return row;
  });
}

Numbers detr(const Grid& g, int dim) {
  const int num_pos_feats = dim / 2;
  return over(g, [&](int, int y, int x) {
    Row row;
    for (const double embed : {(y + 1) / (g.height + 1e-6), (x + 1) / (g.width + 1e-6)}) {
      for (int j = 0; j < num_pos_feats; ++j) {
        const double dim_t = std::pow(10000.0, 2.0 * (j / 2) / num_pos_feats);
        const double pos = embed * (2 * M_PI) / dim_t;
        row.push_back(j % 2 == 0 ? std::sin(pos) : std::cos(pos));
      }
    }
    return row;
  });
}

Row each_twice(const Row& row) {
  Row twice;
  for (const double x : row) twice.insert(twice.end(), 2, x);
  return twice;
}
Row tiled(Row row) {
  const Row copy = row;
  row.insert(row.end(), copy.begin(), copy.end());
  return row;
}

/// pt_seq_len 16.
Numbers eva(const Grid& g, int dim) {
  const Row freqs = powers(10000, dim / 4, 2, dim / 2.0);
  return over(g, [&](int, int y, int x) {
    Row row;
    append(row, static_cast<double>(y) / g.height * 16, freqs, cosine);
    append(row, static_cast<double>(x) / g.width * 16, freqs, cosine);
    return each_twice(row);
  });
}

Numbers axial_cis(const Grid& g, int dim, double theta, OfDouble f) {
  const Row freqs = powers(theta, dim / 4, 4, dim);
  return over(g, [&](int, int y, int x) {
    Row row;
    append(row, x, freqs, f);
    append(row, y, freqs, f);
    return row;
  });
}
Numbers rope_vit(const Grid& g, int dim) { return axial_cis(g, dim, 100, cosine); }
Numbers sam2(const Grid& g, int dim) { return axial_cis(g, dim, 10000, sine); }

Numbers dinov3_of(const Grid& g, int dim, double height, double width, OfDouble f) {
  Row periods;
  for (int i = 0; i < dim / 4; ++i) periods.push_back(std::pow(100.0, 2.0 * i / (dim / 2.0)));
  return over(g, [&](int, int y, int x) {
    Row row;
    for (const double part : {(0.5 + y) / height, (0.5 + x) / width}) {
      const double coordinate = 2.0 * part - 1.0;
      for (const double period : periods) row.push_back(f(2 * M_PI * coordinate / period));
    }
    return tiled(row);
  });
}
Numbers dinov3(const Grid& g, int dim) { return dinov3_of(g, dim, g.height, g.width, sine); }
Numbers dinov3_max(const Grid& g, int dim) {
  const int longest = std::max(g.height, g.width);
  return dinov3_of(g, dim, longest, longest, cosine);
}
Numbers dinov3_min(const Grid& g, int dim) {
  const int shortest = std::min(g.height, g.width);
  return dinov3_of(g, dim, shortest, shortest, cosine);
}

Numbers pixtral(const Grid& g, int dim) {
  return over(g, [&](int, int y, int x) {
    Row row;
    for (int i = 0; i < dim / 2; i += 2)
      row.push_back(std::cos(y / std::pow(10000.0, 2.0 * i / dim)));
    for (int i = 1; i < dim / 2; i += 2)
      row.push_back(std::cos(x / std::pow(10000.0, 2.0 * i / dim)));
    return tiled(row);
  });
}

/// spatial_merge_size 2: reshape(h/2, 2, w/2, 2), permute(0, 2, 1, 3).
Numbers qwen2_vl_vision(const Grid& g, int dim) {
  const Row inv_freq = powers(10000, dim / 4, 2, dim / 2.0);
  Numbers rows;
  for (int high = 0; high < g.height; high += 2) {
    for (int wide = 0; wide < g.width; wide += 2) {
      for (int token = 0; token < 4; ++token) {
        Row row;
        append(row, high + token / 2, inv_freq, cosine);
        append(row, wide + token % 2, inv_freq, cosine);
        rows.push_back(tiled(row));
      }
    }
  }
  return rows;
}

Numbers flux(const Grid& g, int) {
  return over(g, [&](int t, int y, int x) {
    Row row;
    append(row, t, powers(10000, 8, 2, 16), cosine);
    append(row, y, powers(10000, 28, 2, 56), cosine);
    append(row, x, powers(10000, 28, 2, 56), cosine);
    return each_twice(row);
  });
}

/// Angles of axes one after the other: position[k] / theta^(2i / dims[k]).
Row angles_of(const Row& positions, const std::vector<int>& dims, double theta) {
  Row angles;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    for (int i = 0; i < dims[k]; i += 2)
      angles.push_back(positions[k] / std::pow(theta, static_cast<double>(i) / dims[k]));
  }
  return angles;
}
Row of_all(Row angles, OfDouble f) {
  for (double& a : angles) a = f(a);
  return angles;
}

/// h and w get 2⌊d/6⌋ channels each, t the rest.
Numbers wan(const Grid& g, int dim) {
  const int side = 2 * (dim / 6);
  return over(g, [&](int t, int y, int x) {
    const Row place = {static_cast<double>(t), static_cast<double>(y), static_cast<double>(x)};
    return each_twice(of_all(angles_of(place, {dim - 2 * side, side, side}, 1e4), cosine));
  });
}

Numbers film_of(const Grid& g, const std::vector<int>& dims, double theta, OfDouble f,
                double first = 0) {
  return over(g, [&](int t, int y, int x) {
    const Row place = {first + t, static_cast<double>(y), static_cast<double>(x)};
    return of_all(angles_of(place, dims, theta), f);
  });
}
Numbers hunyuan_video(const Grid& g, int) { return film_of(g, {16, 56, 56}, 256, sine); }
Numbers krea_2(const Grid& g, int) { return film_of(g, {32, 48, 48}, 1000, cosine); }
/// A caption of 77 tokens comes first.
Numbers lumina_2(const Grid& g, int) { return film_of(g, {32, 32, 32}, 1e4, cosine, 77); }
Numbers z_image(const Grid& g, int) { return film_of(g, {32, 48, 48}, 256, sine, 78); }
Numbers cogvideox(const Grid& g, int dim) {
  return film_of(g, {dim / 4, dim / 8 * 3, dim / 8 * 3}, 1e4, cosine);
}

Numbers hunyuan_image(const Grid& g, int dim) {
  return over(g, [&](int, int y, int x) {
    const Row place = {static_cast<double>(y), static_cast<double>(x)};
    return of_all(angles_of(place, {dim / 2, dim / 2}, 256), cosine);
  });
}

/// Every image token has l = 0.
Numbers flux_2(const Grid& g, int) {
  return over(g, [&](int t, int y, int x) {
    const Row place = {static_cast<double>(t), static_cast<double>(y), static_cast<double>(x), 0};
    return each_twice(of_all(angles_of(place, {32, 32, 32, 32}, 2000), sine));
  });
}

/// freqs_neg[-(n - n/2):] and then freqs_pos[: n/2].
Numbers qwen_image(const Grid& g, int) {
  const auto coordinates = [](int n) {
    Row list;
    for (int k = -(n - n / 2); k < 0; ++k) list.push_back(k);
    for (int k = 0; k < n / 2; ++k) list.push_back(k);
    return list;
  };
  const Row down = coordinates(g.height);
  const Row across = coordinates(g.width);
  return over(g, [&](int t, int y, int x) {
    const Row place = {static_cast<double>(t), down[static_cast<std::size_t>(y)],
                       across[static_cast<std::size_t>(x)]};
    return of_all(angles_of(place, {16, 56, 56}, 1e4), sine);
  });
}

/// [h | w], each base^(-2i / (dim/2)), doubled.
Numbers axial(const Grid& g, int dim) {
  return over(g, [&](int, int y, int x) {
    Row row;
    append(row, y, powers(10000, dim / 4, 2, dim / 2.0), sine);
    append(row, x, powers(10000, dim / 4, 2, dim / 2.0), sine);
    return tiled(row);
  });
}

/// cos of three positions, split by [16, 24, 24] twice over, piece j from position j % 3.
Numbers mrope(const Grid& g, int dim) {
  const Row inv_freq = powers(1e6, dim / 2, 2, dim);
  return over(g, [&](int t, int y, int x) {
    Row row;
    std::size_t column = 0;
    for (int piece = 0; piece < 6; ++piece) {
      const double position = piece % 3 == 0 ? t : piece % 3 == 1 ? y : x;
      for (int k = 0; k < (piece % 3 == 0 ? 16 : 24); ++k, ++column)
        row.push_back(std::cos(position * inv_freq[column % inv_freq.size()]));
    }
    return row;
  });
}

/// freqs of time, overwritten at 1, 4, … < 3·20 by those of height and at 2, 5, … of width.
Numbers mrope_interleaved(const Grid& g, int dim) {
  const Row inv_freq = powers(5e6, dim / 2, 2, dim);
  return over(g, [&](int t, int y, int x) {
    Row angles;
    for (const double w : inv_freq) angles.push_back(t * w);
    for (std::size_t j = 1; j < 60; j += 3) angles[j] = y * inv_freq[j];
    for (std::size_t j = 2; j < 60; j += 3) angles[j] = x * inv_freq[j];
    Row row;
    for (const double a : angles) row.push_back(std::sin(a));
    return tiled(row);
  });
}

/// linspace(start, stop (n - 1)/n, n) of height and width, cropped to rows 3 to 27 and columns 5 to
/// 40.
Numbers cogvideox_cropped(const Grid& g, int dim) {
  const auto line = [](double start, double stop, int n) {
    const double end = stop * (n - 1) / n;
    Row list;
    for (int k = 0; k < n; ++k) list.push_back(start + k * (end - start) / (n - 1));
    return list;
  };
  const Row down = line(3, 27, g.height);
  const Row across = line(5, 40, g.width);
  return over(g, [&](int t, int y, int x) {
    const Row place = {static_cast<double>(t), down[static_cast<std::size_t>(y)],
                       across[static_cast<std::size_t>(x)]};
    return each_twice(of_all(angles_of(place, {dim / 4, dim / 8 * 3, dim / 8 * 3}, 1e4), cosine));
  });
}

/// rope_scale (2, 1, 1), 30 frames a second.
Numbers cosmos(const Grid& g, int dim) {
  const int side = dim / 6 * 2;
  const int time = dim - 2 * side;
  const double theta = 1e4 * std::pow(2.0, time / (time - 2.0));
  return over(g, [&](int t, int y, int x) {
    Row angles = angles_of({t / 30.0 * 24.0}, {time}, theta);
    const Row space =
        angles_of({static_cast<double>(y), static_cast<double>(x)}, {side, side}, 1e4);
    angles.insert(angles.end(), space.begin(), space.end());
    return tiled(of_all(angles, sine));
  });
}

/// grid_size 16.
Numbers vjepa_2(const Grid& g, int) {
  return over(g, [&](int t, int y, int x) {
    const Row place = {static_cast<double>(t), y * (16.0 / g.height), x * (16.0 / g.width)};
    return of_all(angles_of(place, {20, 20, 20}, 1e4), cosine);
  });
}

Numbers ernie_image(const Grid& g, int) { return film_of(g, {32, 48, 48}, 256, cosine); }

/// Every angle of args_0, args_1, args_2 over a scale_factor of (1, 2, 3.16).
Numbers kandinsky_5(const Grid& g, int) {
  return over(g, [&](int t, int y, int x) {
    const Row place = {static_cast<double>(t), y / 2.0, x / 3.16};
    return each_twice(of_all(angles_of(place, {16, 24, 24}, 1e4), sine));
  });
}

Numbers minimax_h3(const Grid& g, int) {
  const Row inv_freq = powers(10000, 16, 2, 32);
  return over(g, [&](int t, int y, int x) {
    Row row;
    for (const double position : {t, y, x}) append(row, position, inv_freq, cosine);
    return tiled(row);
  });
}

/// theta ** linspace(0, 1, dim // 6) * pi / 2; t, h and w of each frequency; ones before.  The
/// rope_interpolation_scale is (8/25, 32, 32).
Numbers ltx(const Grid& g, int dim) {
  const int count = dim / 6;
  return over(g, [&](int t, int y, int x) {
    Row row(static_cast<std::size_t>(dim % 6), 1.0);
    for (int k = 0; k < count; ++k) {
      const double freq = std::pow(1e4, static_cast<double>(k) / (count - 1)) * M_PI / 2;
      for (const double part : {t * 8.0 / 25 / 20, y * 32.0 / 2048, x * 32.0 / 2048})
        row.insert(row.end(), 2, std::cos(freq * (part * 2 - 1)));
    }
    return row;
  });
}

/// A patch has 8 frames and 32 x 32 pixels; the first patch has one frame.  No frame is before 0.
/// Frames are divided by 24 a second.  The middle of a patch is divided by 20 s, 2048 and 2048.
/// The first columns are ones.
Numbers ltx_2(const Grid& g, int dim) {
  const int count = dim / 6;
  return over(g, [&](int t, int y, int x) {
    const double begin = std::max(0.0, t * 8.0 + 1 - 8) / 24;
    const double end = std::max(0.0, (t + 1) * 8.0 + 1 - 8) / 24;
    const Row grid = {(begin + end) / 2 / 20, (32.0 * y + 32.0 * (y + 1)) / 2 / 2048,
                      (32.0 * x + 32.0 * (x + 1)) / 2 / 2048};
    Row row(static_cast<std::size_t>(dim % 6), 1.0);
    for (int k = 0; k < count; ++k) {
      const double freq = std::pow(1e4, static_cast<double>(k) / (count - 1)) * M_PI / 2;
      for (const double part : grid) row.insert(row.end(), 2, std::cos((part * 2 - 1) * freq));
    }
    return row;
  });
}

/// A token has four bins of the spectrogram, of 160 samples at 16000 a second.  Times are divided
/// by 20 s.
Numbers ltx_2_audio(const Grid& g, int dim) {
  const int count = dim / 2;
  return over(g, [&](int t, int, int) {
    const double begin = std::max(0.0, t * 4.0 + 1 - 4) * 160 / 16000;
    const double end = std::max(0.0, (t + 1) * 4.0 + 1 - 4) * 160 / 16000;
    Row row;
    for (int k = 0; k < count; ++k)
      row.push_back(std::sin(((begin + end) / 2 / 20 * 2 - 1) *
                             (std::pow(1e4, static_cast<double>(k) / (count - 1)) * M_PI / 2)));
    return row;
  });
}

/// Cosines of shared frequencies, each of the position that `axes` names: 0 time, 1 height, 2
/// width.
Numbers shared(const Grid& g, int dim, double base, const std::vector<int>& axes) {
  const Row inv_freq = powers(base, dim / 2, 2, dim);
  return over(g, [&](int t, int y, int x) {
    const Row place = {static_cast<double>(t), static_cast<double>(y), static_cast<double>(x), 0};
    Row row;
    for (std::size_t j = 0; j < axes.size(); ++j)
      row.push_back(std::cos(place[static_cast<std::size_t>(axes[j])] * inv_freq[j]));
    return row;
  });
}

/// [h w h w … t t t], section (22, 22, 20).
Numbers ernie_45_vl(const Grid& g, int dim) {
  std::vector<int> axes;
  for (int j = 0; j < 22; ++j) axes.insert(axes.end(), {1, 2});
  axes.insert(axes.end(), 20, 0);
  Numbers rows = shared(g, dim, 500000, axes);
  for (Row& row : rows) row = each_twice(row);
  return rows;
}

/// The rarest axis so far comes next, never the last one again; time is kept for the end.
Numbers openpangu(const Grid& g, int dim) {
  std::vector<double> counts = {23, 20, 20}, placed = {0, 0, 0};
  std::vector<int> axes;
  for (int j = 0; j < 63; ++j) {
    int best = -1;
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (placed[at] == counts[at] || (!axes.empty() && axes.back() == k)) continue;
      if (best < 0 || placed[at] / counts[at] < placed[static_cast<std::size_t>(best)] /
                                                    counts[static_cast<std::size_t>(best)])
        best = k;
    }
    if (best < 0) best = axes.back();
    axes.push_back(best);
    placed[static_cast<std::size_t>(best)] += 1;
  }
  axes.push_back(0);
  Numbers rows = shared(g, dim, 10000, axes);
  for (Row& row : rows) row = tiled(row);
  return rows;
}

/// Time everywhere, then height over pairs 1, 4, … below 3·`height`, and width over 2, 5, ….
std::vector<int> overwritten(std::size_t pairs, std::size_t height, std::size_t width) {
  std::vector<int> axes(pairs, 0);
  for (std::size_t j = 1; j < 3 * height; j += 3) axes[j] = 1;
  for (std::size_t j = 2; j < 3 * width; j += 3) axes[j] = 2;
  return axes;
}
Numbers qwen3_omni(const Grid& g, int dim) {
  Numbers rows = shared(g, dim, 1e6, overwritten(64, 20, 20));
  for (Row& row : rows) row = tiled(row);
  return rows;
}
/// 0.8 s a frame, 13 positions a second, after 35 tokens of text.
Numbers qwen3_omni_film(const Grid& g, int dim) {
  const Row inv_freq = powers(1e6, dim / 2, 2, dim);
  const std::vector<int> axes = overwritten(64, 20, 20);
  return over(g, [&](int t, int y, int x) {
    const Row place = {t * 0.8 * 13 + 35, y + 35.0, x + 35.0};
    Row row;
    for (std::size_t j = 0; j < axes.size(); ++j)
      row.push_back(std::cos(place[static_cast<std::size_t>(axes[j])] * inv_freq[j]));
    return tiled(row);
  });
}
Numbers ideogram_4(const Grid& g, int dim) {
  Numbers rows = shared(g, dim, 5e6, overwritten(128, 20, 20));
  for (Row& row : rows) row = tiled(row);
  return rows;
}
Numbers qwen35(const Grid& g, int dim) {
  Numbers rows = shared(g, dim, 1e7, overwritten(32, 11, 10));
  for (Row& row : rows) row = tiled(row);
  return rows;
}

/// Positions P, W, H, T in this order; alpha 1000.
Numbers xdrope(const Grid& g, int dim) {
  std::vector<int> axes;
  for (const int k : {3, 2, 1, 0}) axes.insert(axes.end(), 16, k);
  Numbers rows = shared(g, dim, 1e4 * std::pow(1000.0, dim / (dim - 2.0)), axes);
  for (Row& row : rows) row = tiled(row);
  return rows;
}

}  // namespace

const std::vector<AxialTranscription>& axial_transcriptions() {
  static const std::vector<AxialTranscription> all = {
      {"fourier-features", Part::table, {12, 60}, nerf_paper},
      {"nerf-pytorch", Part::table, {6, 60}, nerf_pytorch},
      {"nerfstudio", Part::table, {12, 60}, nerfstudio},
      {"perceiver", Part::table, {8, 64}, perceiver},
      {"perceiver", Part::table, {8, 64}, perceiver_of_flow, {{"bases", "1/184,1/248"}}},
      {"perceiver-pytorch", Part::table, {8, 24}, perceiver_pytorch},
      {"mae", Part::table, {8, 32}, mae},
      {"mae", Part::table, {16}, mae_with_token, {{"prefix", "1"}}},
      {"diffusers-2d",
       Part::table,
       {16},
       diffusers_2d,
       {{"reference", "12"}, {"interpolation", "2.5"}}},
      {"timm-2d", Part::table, {16, 64}, timm_2d},
      {"timm-2d", Part::table, {16}, timm_interleaved, {{"spread", "blocks"}}},
      {"detr", Part::table, {16, 64}, detr},
      {"sam", Part::table, {16, 64}, sam},
      {"sam2-sine", Part::table, {32}, detr},
      {"eva", Part::cos_repeated, {16, 64}, eva},
      {"rope-vit", Part::cos, {16, 64}, rope_vit},
      {"sam2", Part::sin, {16, 64}, sam2},
      {"dinov3", Part::sin_repeated, {16, 64}, dinov3},
      {"dinov3", Part::cos_repeated, {16}, dinov3_max, {{"normalise", "max"}}},
      {"dinov3", Part::cos_repeated, {16}, dinov3_min, {{"normalise", "min"}}},
      {"pixtral", Part::cos_repeated, {16, 64}, pixtral},
      {"qwen2-vl-vision", Part::cos_repeated, {16, 80}, qwen2_vl_vision},
      {"flux", Part::cos_repeated, {128}, flux},
      {"axial", Part::sin_repeated, {16, 64}, axial},
      {"wan", Part::cos_repeated, {128}, wan},
      {"hunyuan-video", Part::sin, {128}, hunyuan_video},
      {"hunyuan-image", Part::cos, {32, 128}, hunyuan_image},
      {"krea-2", Part::cos, {128}, krea_2},
      {"lumina-2", Part::cos, {96}, lumina_2, {{"start", "77,0,0"}}},
      {"z-image", Part::sin, {128}, z_image, {{"start", "78,0,0"}}},
      {"cogvideox-1.5", Part::cos, {64}, cogvideox},
      {"cogvideox", Part::cos_repeated, {64}, cogvideox_cropped, {{"crop", "3,5,27,40"}}},
      {"cosmos", Part::sin_repeated, {128}, cosmos, {{"scales", "24/30,1,1"}}},
      {"ernie-image", Part::cos, {128}, ernie_image},
      {"vjepa-2", Part::cos, {60}, vjepa_2},
      {"kandinsky-5", Part::sin_repeated, {64}, kandinsky_5, {{"divisors", "1,2,79/25"}}},
      {"ltx",
       Part::cos_repeated,
       {2048},
       ltx,
       {{"scales", "8/25,1,1,1"}, {"divisors", "20,64,64,1"}}},
      {"ltx-2", Part::cos_repeated, {250}, ltx_2, {{"sections", "2,41,41,41"}}},
      {"ltx-2-audio", Part::sin, {64}, ltx_2_audio, {{"sections", "32"}}},
      {"minimax-h3", Part::cos_repeated, {96}, minimax_h3},
      {"ernie-4.5-vl", Part::cos_repeated, {128}, ernie_45_vl},
      {"openpangu", Part::cos_repeated, {128}, openpangu},
      {"ideogram-4", Part::cos_repeated, {256}, ideogram_4},
      {"qwen3-omni", Part::cos_repeated, {128}, qwen3_omni},
      {"qwen3-omni",
       Part::cos_repeated,
       {128},
       qwen3_omni_film,
       {{"scales", "52/5,1,1"}, {"offsets", "35,35,35"}}},
      {"qwen3.5", Part::cos_repeated, {64}, qwen35},
      {"xdrope", Part::cos_repeated, {128}, xdrope},
      {"flux-2", Part::sin_repeated, {128}, flux_2},
      {"qwen-image", Part::sin, {128}, qwen_image},
      {"mrope", Part::cos_repeated, {128}, mrope},
      {"mrope-interleaved", Part::sin_repeated, {128}, mrope_interleaved}};
  return all;
}

}  // namespace sextant::exact
