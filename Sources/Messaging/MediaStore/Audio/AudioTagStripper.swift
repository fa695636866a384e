/// Removes tags from recordings and music, which can hold places, names and pictures: in place, so that no byte of sound
/// moves.
///
/// M4A has the boxes of MP4. MP3 and AAC have ID3v2 tags at the beginning (https://id3.org/id3v2.4.0-structure), which become
/// padding, and ID3v1, APE, Lyrics3 and ID3v2 tags at the end, which become zeros that players skip.
enum AudioTagStripper {
    /// At either end. Files have one to three; more would only cost time.
    private static let maxTags = 100

    /// The file calls itself M4A, but can't be parsed.
    struct Damaged: Error {}

    /// Does nothing to other types of files.
    /// - Throws: `Damaged`; `FileError`.
    static func strip(_ file: OpenFile) throws {
        let head = try file.read(at: 0, count: 12)
        if head.dropFirst(4).starts(with: "ftyp".utf8) {
            try stripBoxes(
                of: file,
                isKnown: head[8...].starts(with: "M4A".utf8) || head[8...].starts(with: "M4B".utf8)
            )
        } else if head.starts(with: "ID3".utf8) || isFrame(head) {
            try stripBeginning(of: file)
            try stripEnd(of: file)
        }
    }

    /// - Parameter isKnown: whether it must have the boxes of a movie.
    private static func stripBoxes(of file: OpenFile, isKnown: Bool) throws {
        do {
            var stripper = try VideoMetadataStripper(file)
            try stripper.run()
        } catch is VideoMetadataStripper.Damaged where isKnown {
            throw Damaged()
        } catch is VideoMetadataStripper.Damaged {
            // Something else of the same family.
        }
    }

    /// Whether these are the first bytes of a frame of MPEG layer III (ISO/IEC 11172-3 §2.4.2.3) or of AAC in ADTS.
    private static func isFrame(_ head: [UInt8]) -> Bool {
        guard head.count >= 2, head[0] == 0xFF else { return false }
        let isLayer3 = head[1] & 0xE6 == 0xE2 && head[1] >> 3 & 3 != 1
        return isLayer3 || head[1] & 0xF6 == 0xF0
    }

    /// Empties the ID3v2 tags, of which there may be several.
    private static func stripBeginning(of file: OpenFile) throws {
        let size = try file.size()
        var offset: Int64 = 0
        for _ in 0..<maxTags {
            guard let header = TagHeader(try file.read(at: offset, count: TagHeader.length), "ID3") else { return }
            let content = offset + Int64(TagHeader.length)
            let end = min(content + header.size, size)
            // No flags: neither an extended header nor a footer, only padding.
            try file.write([0], at: offset + TagHeader.flagsOffset)
            try file.fill(content..<end)
            offset = end
            guard header.hasFooter, offset < size else { continue }
            let next = min(offset + Int64(TagHeader.length), size)
            try file.fill(offset..<next)
            offset = next
        }
    }

    /// Zeros one tag after another, from the end towards the beginning.
    private static func stripEnd(of file: OpenFile) throws {
        var end = try file.size()
        for _ in 0..<maxTags {
            guard let tag = try tag(before: end, in: file) else { return }
            try file.fill(tag)
            end = tag.lowerBound
        }
    }

    private static func tag(before end: Int64, in file: OpenFile) throws -> Range<Int64>? {
        func bytes(_ count: Int) throws -> [UInt8] {
            end >= Int64(count) ? try file.read(at: end - Int64(count), count: count) : []
        }
        func range(_ count: Int64) -> Range<Int64>? { count > 0 && count <= end ? end - count..<end : nil }
        if try bytes(128).starts(with: "TAG".utf8) { return range(128) }
        if try bytes(227).starts(with: "TAG+".utf8) { return range(227) }
        let ape = try bytes(32)
        if ape.starts(with: "APETAGEX".utf8) {
            let size = ape[12..<16].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let hasHeader = ape[23] & 0x80 != 0
            return range(max(32, size) + (hasHeader ? 32 : 0))
        }
        let lyrics = try bytes(15)
        if lyrics.dropFirst(6).starts(with: "LYRICS200".utf8) {
            return Int64(String(decoding: lyrics.prefix(6), as: UTF8.self)).flatMap { range($0 + 15) }
        }
        if let footer = TagHeader(try bytes(TagHeader.length), "3DI") {
            return range(footer.size + 2 * Int64(TagHeader.length))
        }
        return nil
    }
}

/// The header or footer of an ID3v2 tag.
private struct TagHeader {
    static let length = 10
    static let flagsOffset: Int64 = 5

    /// Bytes between header and footer.
    let size: Int64
    let hasFooter: Bool

    init?(_ bytes: [UInt8], _ mark: String) {
        guard bytes.count == Self.length, bytes.starts(with: mark.utf8), bytes[6...].allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        size = bytes[6...].reduce(0) { $0 << 7 | Int64($1) }
        hasFooter = bytes[5] & 0x10 != 0
    }
}
