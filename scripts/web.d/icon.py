"""The app's icon as PNG, drawn from the shapes of Sources/Clients/WebApp/icon.svg without any library.

usage: python3 scripts/web.d/icon.py SIZE >Sources/Clients/WebApp/icon-SIZE.png
"""

import math
import struct
import sys
import zlib

BACKGROUND, FOREGROUND = (0x24, 0x46, 0xC8), (0xFF, 0xFF, 0xFF)
# On a grid of 48, as in the SVG: lines, and the smile as short lines.
LINES = [((14.5, 18), (14.5, 30)), ((10.5, 20.5), (10.5, 27.5)), ((33.5, 18), (33.5, 30)), ((37.5, 20.5), (37.5, 27.5)),
         ((14.5, 24), (33.5, 24))]
SMILE = [(18.5, 30.5), (20.5, 33.5), (27.5, 33.5), (29.5, 30.5)]
WIDTH = 2.6


def png(size):
    """A square without transparency, so that any mask fits it."""
    lines = LINES + curve(SMILE, 12)
    rows = b"".join(b"\0" + b"".join(pixel(x, y, size, lines) for x in range(size)) for y in range(size))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def curve(points, steps):
    """A cubic Bézier curve as lines."""
    def at(t):
        weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
        return tuple(sum(w * p[axis] for w, p in zip(weights, points)) for axis in (0, 1))
    ends = [at(step / steps) for step in range(steps + 1)]
    return list(zip(ends, ends[1:]))


def pixel(x, y, size, lines):
    scale = 48 / size
    place = ((x + 0.5) * scale, (y + 0.5) * scale)
    if not (8 < place[0] < 40 and 15 < place[1] < 36):
        return bytes(BACKGROUND)
    gap = min(distance(place, line) for line in lines) - WIDTH / 2
    cover = min(max(0.5 - gap / scale, 0), 1)
    return bytes(round(b + (f - b) * cover) for b, f in zip(BACKGROUND, FOREGROUND))


def distance(place, line):
    (x, y), ((ax, ay), (bx, by)) = place, line
    dx, dy = bx - ax, by - ay
    t = min(max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0), 1)
    return math.hypot(x - ax - t * dx, y - ay - t * dy)


if __name__ == "__main__":
    sys.stdout.buffer.write(png(int(sys.argv[1])))
