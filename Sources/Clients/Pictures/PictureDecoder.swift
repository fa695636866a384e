/// Why a picture can't be shown.
public enum PictureError: Error, Sendable, Hashable {
    /// Neither PNG nor JPEG.
    case unknownFormat
    /// It contradicts its format, or ends too early.
    case damaged
    /// More pixels or bytes than `PictureDecoder` takes.
    case tooLarge
    /// Valid, but of a kind that no server makes previews of: interlaced, four colours, arithmetic coding.
    case unsupported
}

/// Reads the preview pictures that servers make: PNG, and baseline or progressive JPEG.
///
/// Total: any bytes give a picture or an error. The size is checked before memory is taken for it.
public enum PictureDecoder {
    /// In pixels. Previews have 150 at most.
    public static let maxSide = 512
    public static let maxBytes = 1 << 20

    /// - Throws: `PictureError`.
    public static func decode(_ bytes: [UInt8]) throws(PictureError) -> Pixels {
        guard bytes.count <= maxBytes else { throw .tooLarge }
        if bytes.starts(with: PNGDecoder.signature) { return try PNGDecoder.decode(bytes) }
        if bytes.starts(with: [0xFF, 0xD8]) { return try JPEGDecoder.decode(bytes) }
        throw .unknownFormat
    }

    static func check(width: Int, height: Int) throws(PictureError) {
        guard width > 0, height > 0 else { throw .damaged }
        guard width <= maxSide, height <= maxSide else { throw .tooLarge }
    }
}

/// Reads numbers from the start of bytes.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }

    mutating func byte() throws(PictureError) -> UInt8 {
        guard position < bytes.endIndex else { throw .damaged }
        defer { position += 1 }
        return bytes[position]
    }

    /// Big endian.
    mutating func number(bytes count: Int) throws(PictureError) -> Int {
        var number = 0
        for _ in 0..<count { number = number << 8 | Int(try byte()) }
        return number
    }

    mutating func take(_ count: Int) throws(PictureError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - position else { throw .damaged }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
