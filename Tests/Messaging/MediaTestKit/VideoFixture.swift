/// Videos built box by box.
package enum VideoFixture {
    package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        be32(8 + content.count) + Array(type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) + content
    }

    /// A video of a phone, with its location in the movie's `udta`, in a track's `meta`, as XMP, and as a track of
    /// positions.
    package static func phone() -> [UInt8] {
        let place = box("udta", box("\u{A9}xyz", Array("+47.3769+008.5417/".utf8)))
        let keys = box(
            "meta",
            box("hdlr", [UInt8](repeating: 0, count: 24)) + Array("com.apple.quicktime.location +47.3".utf8)
        )
        let start = box("ftyp", Array("qt  \0\0\0\0qt  ".utf8))
        let pictures = Array("picture-data".utf8)
        let positions = Array("GPS5+47.3769".utf8)
        let media = box("mdat", pictures + positions)
        let offset = start.count + 8 + pictures.count
        let video = box("trak", handler("vide") + keys)
        let track = box("trak", handler("meta", samples: samples(at: offset, count: positions.count)))
        let film = box("moov", box("mvhd", [UInt8](repeating: 7, count: 100)) + video + track + place)
        return start + media + film + box("uuid", Array("<x:xmpmeta exif:GPSLatitude='47,22N'/>".utf8))
    }

    private static func handler(_ type: String, samples: [UInt8] = []) -> [UInt8] {
        let head = [UInt8](repeating: 0, count: 8) + Array(type.utf8) + [UInt8](repeating: 0, count: 12)
        return box("mdia", box("hdlr", head) + box("minf", box("stbl", samples)))
    }

    private static func samples(at offset: Int, count: Int) -> [UInt8] {
        box("stco", be32(0) + be32(1) + be32(offset)) + box("stsc", be32(0) + be32(1) + be32(1) + be32(1) + be32(1))
            + box("stsz", be32(0) + be32(count) + be32(1))
    }

    package static func be32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
}
