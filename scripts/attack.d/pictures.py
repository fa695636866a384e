"""Files made by hand: pictures of any claimed size, with metadata, or that are something else as well."""

import functools
import struct
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width=50, height=50, depth=8, color=2, extra=b"", body=None, claimed=None):
    """A black PNG. `extra` are chunks before the picture, `claimed` its size in the header."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    if body is None:
        packer, parts = zlib.compressobj(1), []
        row = b"\0" * (1 + (width * channels * depth + 7) // 8)
        for _ in range(height):
            parts.append(packer.compress(row))
        body = b"".join(parts) + packer.flush()
    head = struct.pack(">IIBBBBB", *(claimed or (width, height)), depth, color, 0, 0, 0)
    palette = chunk(b"PLTE", b"\0\0\0") if color == 3 else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + extra + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@functools.lru_cache(None)
def heavy_png():
    """49 million pixels of 8 bytes in some hundred kilobytes."""
    return png(7000, 7000, 16, 6)


def webp(width, height):
    """A lossless WebP of one colour: five codes of one symbol, and no data for the pixels."""
    bits = []

    def put(value, count):
        bits.extend(value >> n & 1 for n in range(count))
    put(0x2F, 8)
    put(width - 1, 14)
    put(height - 1, 14)
    put(0, 4)  # no alpha, version 0
    put(0, 1)  # no transform
    put(0, 1)  # no colour cache
    put(0, 1)  # one group of codes
    for symbol in (90, 20, 30, 255, 0):
        put(1, 1)  # simple
        put(0, 1)  # one symbol
        put(1, 1)  # of eight bits
        put(symbol, 8)
    bits += [0] * (-len(bits) % 8)
    data = bytes(sum(bit << n for n, bit in enumerate(bits[i:i + 8])) for i in range(0, len(bits), 8))
    data += b"\0" * (len(data) % 2)
    body = b"WEBP" + b"VP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def gif(width=10, height=10, comment=b""):
    """A GIF of one pixel that claims a size."""
    extension = b"\x21\xfe" + bytes([len(comment)]) + comment + b"\0" if comment else b""
    return (b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff" + extension
            + b"\x2c" + struct.pack("<HHHH", 0, 0, 1, 1) + b"\0\x02\x02\x44\x01\0\x3b")


def element(identifier, data):
    return identifier + (0x0100000000000000 | len(data)).to_bytes(8, "big") + data


def webm(tag):
    """A WebM with one frame and a tag that says where it was made."""
    head = element(b"\x1a\x45\xdf\xa3", element(b"\x42\x86", b"\1") + element(b"\x42\xf7", b"\1") + element(b"\x42\xf2", b"\4")
                   + element(b"\x42\xf3", b"\x08") + element(b"\x42\x82", b"webm") + element(b"\x42\x87", b"\2")
                   + element(b"\x42\x85", b"\2"))
    info = element(b"\x15\x49\xa9\x66", element(b"\x2a\xd7\xb1", b"\x0f\x42\x40") + element(b"\x4d\x80", b"attack")
                   + element(b"\x57\x41", b"attack"))
    video = element(b"\xe0", element(b"\xb0", b"\x10") + element(b"\xba", b"\x10"))
    track = element(b"\xae", element(b"\xd7", b"\1") + element(b"\x73\xc5", b"\1") + element(b"\x83", b"\1")
                    + element(b"\x86", b"V_VP8") + video)
    tags = element(b"\x12\x54\xc3\x67", element(b"\x73\x73", element(b"\x63\xc0", b"") + element(
        b"\x67\xc8", element(b"\x45\xa3", b"LOCATION") + element(b"\x44\x87", tag))))
    cluster = element(b"\x1f\x43\xb6\x75", element(b"\xe7", b"\0") + element(b"\xa3", b"\x81\0\0\x80" + b"\x10\2\0\x9d\1\x2a\x10\0\x10\0" + b"\0" * 30))
    return head + element(b"\x18\x53\x80\x67", info + element(b"\x16\x54\xae\x6b", track) + tags + cluster)


def pdf(author):
    objects = [b"<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
               b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", b"<</Author(" + author + b")/Producer(attack)>>"]
    xmp = b"<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>" + author + b"</x:xmpmeta>"
    objects.append(b"<</Type/Metadata/Subtype/XML/Length %d>>stream\n" % len(xmp) + xmp + b"\nendstream")
    out, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj" % number + text + b"endobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer<</Size %d/Root 1 0 R/Info 4 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
