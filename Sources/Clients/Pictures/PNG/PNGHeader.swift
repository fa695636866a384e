/// What the first chunk says (§11.2.1).
struct PNGHeader {
    enum Colour: Int {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgba = 6

        var samples: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        var depths: [Int] {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .greyAlpha, .rgba: [8, 16]
            }
        }
    }

    let width: Int
    let height: Int
    /// Bits of a sample.
    let depth: Int
    let colour: Colour

    init(_ content: ArraySlice<UInt8>) throws(PictureError) {
        var reader = ByteReader(content)
        width = try reader.number(bytes: 4)
        height = try reader.number(bytes: 4)
        try PictureDecoder.check(width: width, height: height)
        depth = try reader.number(bytes: 1)
        guard let colour = Colour(rawValue: try reader.number(bytes: 1)), colour.depths.contains(depth) else {
            throw .damaged
        }
        self.colour = colour
        // Compression, filter method, interlacing.
        guard try reader.number(bytes: 2) == 0 else { throw .damaged }
        guard try reader.number(bytes: 1) == 0 else { throw .unsupported }
    }

    var bitsPerPixel: Int { depth * colour.samples }
    var bytesPerPixel: Int { max(bitsPerPixel / 8, 1) }
    var bytesPerLine: Int { (width * bitsPerPixel + 7) / 8 }
}
