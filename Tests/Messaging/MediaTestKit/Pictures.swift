import Foundation

/// Pictures made byte by byte, so that tests know what is in them.
package enum Pictures {
    /// An uncompressed-looking PNG of one colour with a text chunk, a time and EXIF: stored deflate blocks, true checksums.
    /// - Parameter colour: 3 bytes, 4 with transparency, twice as many for 16 bits a channel.
    package static func png(width: Int, height: Int, colour: [UInt8] = [200, 30, 30]) -> [UInt8] {
        let row = [UInt8(0)] + [[UInt8]](repeating: colour, count: width).joined()
        let pixels = Array([[UInt8]](repeating: row, count: height).joined())
        let depth: UInt8 = colour.count > 4 ? 16 : 8
        let header = be32(width) + be32(height) + [depth, colour.count.isMultiple(of: 4) ? 6 : 2, 0, 0, 0]
        return signature + chunk("IHDR", header) + chunk("tEXt", Array("Author\0Eve of Zurich".utf8))
            + chunk("eXIf", exif(orientation: 1)) + chunk("IDAT", zlib(pixels)) + chunk("IEND", [])
    }

    /// A header that promises many pixels with transparency, with nothing behind it.
    package static func bomb(width: Int = 30_000, height: Int = 30_000, depth: UInt8 = 8) -> [UInt8] {
        let header = be32(width) + be32(height) + [depth, 6, 0, 0, 0]
        return signature + chunk("IHDR", header) + chunk("IDAT", zlib([])) + chunk("IEND", [])
    }

    /// A lossless WebP of one colour in a few bytes: codes of one symbol take no bits for the pixels.
    package static func webp(side: Int, isTransparent: Bool = false) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1 == 1) } }
        add(side - 1, 14)
        add(side - 1, 14)
        add(isTransparent ? 1 : 0, 1)
        add(0, 3)  // version
        add(0, 3)  // no transformation, colour cache or further codes
        // Green, red, blue, alpha, distance: simple codes of one symbol of eight bits.
        for symbol in [120, 200, 30, isTransparent ? 128 : 255, 0] {
            add(0b101, 3)
            add(symbol, 8)
        }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { start + $1 < bits.count && bits[start + $1] ? $0 | 1 << $1 : $0 }
        }
        func le32(_ value: Int) -> [UInt8] { be32(value).reversed() }
        let data: [UInt8] = [0x2F] + bytes
        let chunk = Array("VP8L".utf8) + le32(data.count) + data + (data.count.isMultiple(of: 2) ? [] : [0])
        return Array("RIFF".utf8) + le32(chunk.count + 4) + Array("WEBP".utf8) + chunk
    }

    /// A JPEG with EXIF (a place, and an orientation), XMP, IPTC and a comment put in before its own segments.
    package static func tagged(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
        let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:creator>Eve</rdf:creator></x:xmpmeta>".utf8)
        let iptc =
            Array("Photoshop 3.0\08BIM\u{4}\u{4}\0\0\0\0\0\u{c}\u{1c}\u{2}".utf8) + [90, 0, 6] + Array("Zurich".utf8)
        return Array(jpeg.prefix(2)) + segment(0xE1, Array("Exif\0\0".utf8) + exif(orientation: orientation))
            + segment(0xE1, xmp) + segment(0xED, iptc) + segment(0xFE, Array("taken by Eve".utf8)) + jpeg.dropFirst(2)
    }

    /// TIFF, big-endian: orientation, maker, and a GPS directory with a latitude.
    package static func exif(orientation: UInt8) -> [UInt8] {
        let maker = Array("EvePhone\0\0".utf8)
        let directory: [UInt8] = [
            0, 3,
            0x01, 0x0F, 0, 2, 0, 0, 0, 9, 0, 0, 0, 50,
            0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
            0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 60,
            0, 0, 0, 0,
        ]
        let place: [UInt8] = [
            0, 2,
            0, 1, 0, 2, 0, 0, 0, 2, 0x4E, 0, 0, 0,
            0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 90,
            0, 0, 0, 0,
        ]
        let latitude: [UInt8] = [0, 0, 0, 47, 0, 0, 0, 1, 0, 0, 0, 18, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
        return [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + directory + maker + place + latitude
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return be32(content.count) + body + be32(Int(crc32(body)))
    }

    /// RFC 1950 around stored blocks of RFC 1951.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(65_535)
            let count = UInt16(block.count)
            result += [
                rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8),
            ]
            result += block
        } while !rest.isEmpty
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return result + be32(Int(b << 16 | a))
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }

    private static func be32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
}

extension [UInt8] {
    package func contains(text: String) -> Bool { Data(self).range(of: Data(text.utf8)) != nil }
}
