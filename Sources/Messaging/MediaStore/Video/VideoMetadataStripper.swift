/// Removes location and device metadata from an MP4 or QuickTime file without moving a byte: the boxes that hold it
/// become zeroed `free` boxes, so that every offset in the file stays valid.
///
/// Phones write the location into `udta` (as `©xyz` or `loci`) and `meta` of the movie and its tracks, and XMP into
/// `uuid`. Some record a track of positions, whose handler is `meta`; such a track is removed together with its
/// samples.
struct VideoMetadataStripper {
    /// The file isn't a valid movie, so its metadata can't be located.
    struct Damaged: Error {}

    private let file: OpenFile
    private let size: Int64
    private var boxesLeft = 100_000

    init(_ file: OpenFile) throws {
        self.file = file
        size = try file.size()
    }

    /// - Throws: `Damaged` if the boxes can't be parsed; `FileError`.
    mutating func run() throws {
        var hasMovie = false
        for box in try boxes(in: 0..<size) {
            switch box.type {
            case .moov, .moof:
                // A truncated end of audio and video is harmless, but a truncated index isn't.
                guard !box.isTruncated else { throw Damaged() }
                hasMovie = hasMovie || box.type == .moov
                try stripBoxes(in: box.content)
            case .udta, .meta, .uuid: try erase(box)
            default: break
            }
        }
        guard hasMovie else { throw Damaged() }
    }

    private mutating func stripBoxes(in range: Range<Int64>) throws {
        for box in try boxes(in: range) {
            switch box.type {
            case .udta, .meta, .uuid: try erase(box)
            case .traf, .edts: try stripBoxes(in: box.content)
            case .trak:
                if try handler(of: box) == .meta {
                    try eraseSamples(of: box)
                    try erase(box)
                } else {
                    try stripBoxes(in: box.content)
                }
            // A compressed index can't be inspected. No device of the last twenty years writes one.
            case .cmov: throw Damaged()
            default: break
            }
        }
    }

    /// The handler type in the track's `mdia`: `vide`, `soun`, `meta`…
    private mutating func handler(of track: BoxHeader) throws -> UInt32? {
        guard let media = try child(.mdia, of: track), let handler = try child(.hdlr, of: media) else { return nil }
        let bytes = try file.read(at: handler.content.lowerBound, count: 12)
        guard bytes.count == 12, handler.content.count >= 12 else { return nil }
        return bytes[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func child(_ type: UInt32, of box: BoxHeader) throws -> BoxHeader? {
        try boxes(in: box.content).first { $0.type == type }
    }

    private func erase(_ box: BoxHeader) throws {
        try file.write(Array("free".utf8), at: box.typeOffset)
        try zero(box.content)
    }

    func zero(_ range: Range<Int64>) throws {
        try file.fill(range.clamped(to: 0..<size))
    }

    /// The boxes in `range`. A remainder too short for a box is ignored, as players do.
    private mutating func boxes(in range: Range<Int64>) throws -> [BoxHeader] {
        var found: [BoxHeader] = []
        var offset = range.lowerBound
        while range.upperBound - offset >= 8 {
            guard boxesLeft > 0 else { throw Damaged() }
            boxesLeft -= 1
            let bytes = try file.read(at: offset, count: Int(min(16, range.upperBound - offset)))
            // QuickTime ends `udta` and some other boxes with four zeros; other files are padded with zeros.
            guard bytes.contains(where: { $0 != 0 }) else { break }
            guard let box = BoxHeader(bytes, at: offset, limit: range.upperBound) else { throw Damaged() }
            found.append(box)
            offset = box.end
        }
        return found
    }

    func read(_ range: Range<Int64>) throws -> [UInt8] { try file.read(at: range.lowerBound, count: range.count) }
}

extension UInt32 {
    static let moov = UInt32(box: "moov")
    static let moof = UInt32(box: "moof")
    static let traf = UInt32(box: "traf")
    static let edts = UInt32(box: "edts")
    static let trak = UInt32(box: "trak")
    static let udta = UInt32(box: "udta")
    static let meta = UInt32(box: "meta")
    static let uuid = UInt32(box: "uuid")
    static let cmov = UInt32(box: "cmov")
    static let mdia = UInt32(box: "mdia")
    static let hdlr = UInt32(box: "hdlr")
    static let minf = UInt32(box: "minf")
    static let stbl = UInt32(box: "stbl")
    static let stco = UInt32(box: "stco")
    static let co64 = UInt32(box: "co64")
    static let stsc = UInt32(box: "stsc")
    static let stsz = UInt32(box: "stsz")
}
