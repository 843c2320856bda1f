"""Makes the tables of this folder with PyTorch, as programs resample learned position tables.

Example: python3 make_files.py   (needs torch; the files of PyTorch 1.13 on x86-64 are kept)
"""

import pathlib

import numpy as np
import torch
from torch.nn.functional import interpolate

HERE = pathlib.Path(__file__).resolve().parent
SIDE, CHANNELS = 14, 8


def grid(rows):
    """Rows of a square grid as PyTorch's images."""
    return rows.reshape(1, SIDE, SIDE, CHANNELS).permute(0, 3, 1, 2)


def rows(image):
    return image.permute(0, 2, 3, 1).reshape(-1, CHANNELS)


def save(name, table):
    np.save(HERE / f"{name}.npy", table.contiguous().numpy())


def main():
    """Writes every table."""
    generator = torch.Generator().manual_seed(14)
    source = torch.randn(1, 1 + SIDE * SIDE, CHANNELS, generator=generator) * 0.02
    token, cells = source[0, :1], source[0, 1:]
    save("pos_embed", source)
    save("patches", cells)
    # ViT and DINOv2 in transformers; timm; the original DINOv2, which passes a factor
    save("vit_16x24", torch.cat([token, rows(interpolate(grid(cells), size=(16, 24), mode="bicubic"))]))
    save("timm_16x24", torch.cat([token, rows(interpolate(grid(cells), size=(16, 24), mode="bicubic",
                                                          antialias=True))]))
    factor = tuple((n + 0.1) / SIDE for n in (9, 11))
    save("dinov2_9x11", rows(interpolate(grid(cells), scale_factor=factor, mode="bicubic")))
    # SigLIP 2: bilinear with antialias, and padding that repeats the first row
    siglip = rows(interpolate(grid(cells), size=(10, 6), mode="bilinear", antialias=True))
    save("siglip2_10x6", torch.cat([siglip, siglip[:1].repeat(4, 1)]))
    # Qwen3-VL: corners aligned, and tokens in squares of 2 x 2
    qwen = interpolate(grid(cells), size=(16, 24), mode="bilinear", align_corners=True)
    merged = qwen[0].permute(1, 2, 0).reshape(8, 2, 12, 2, CHANNELS).permute(0, 2, 1, 3, 4)
    save("qwen3vl_16x24", merged.reshape(-1, CHANNELS))
    # audio: one axis
    save("audio_300", interpolate(cells.T[None], size=300, mode="linear")[0].T)


if __name__ == "__main__":
    main()
