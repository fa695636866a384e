/// JPEG (ITU-T T.81): 8 bits, grey or three colours, Huffman codes, baseline or progressive.
struct JPEGDecoder {
    /// A progressive picture has ten or so. Each costs time in proportion to the picture.
    private static let maxScans = 64

    private var reader: ByteReader
    private let bytes: [UInt8]
    private var tables = JPEGTables()
    private var frame: JPEGFrame?
    private var scans = 0

    static func decode(_ bytes: [UInt8]) throws(PictureError) -> Pixels {
        var decoder = JPEGDecoder(bytes)
        return try decoder.pixels()
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        reader = ByteReader(bytes[2...])
    }

    private mutating func pixels() throws(PictureError) -> Pixels {
        while true {
            let marker = try nextMarker()
            switch marker {
            case 0xD9:
                guard let frame, scans > 0 else { throw .damaged }
                return try frame.pixels(tables)
            case 0x01, 0xD0...0xD7: continue
            default: break
            }
            let length = try reader.number(bytes: 2)
            let content = try reader.take(length - 2)
            try read(marker, content)
        }
    }

    /// Fill bytes before a marker are allowed; other bytes there come from damaged scans.
    private mutating func nextMarker() throws(PictureError) -> UInt8 {
        while true {
            guard try reader.byte() == 0xFF else { continue }
            var marker = try reader.byte()
            while marker == 0xFF { marker = try reader.byte() }
            if marker != 0 { return marker }
        }
    }

    private mutating func read(_ marker: UInt8, _ content: ArraySlice<UInt8>) throws(PictureError) {
        switch marker {
        case 0xC0, 0xC1, 0xC2:
            guard frame == nil else { throw .damaged }
            frame = try JPEGFrame(content, isProgressive: marker == 0xC2)
        case 0xC4: try tables.readHuffman(content)
        case 0xC3, 0xC5...0xC7, 0xC9...0xCF: throw .unsupported
        case 0xDB: try tables.readQuantisation(content)
        case 0xDD:
            var part = ByteReader(content)
            tables.restartInterval = try part.number(bytes: 2)
        case 0xEE: tables.readAdobe(content)
        case 0xDA: try readScan(content)
        default: break
        }
    }

    private mutating func readScan(_ content: ArraySlice<UInt8>) throws(PictureError) {
        guard var picture = frame else { throw .damaged }
        // Taken out, so that its coefficients aren't copied.
        frame = nil
        scans += 1
        guard scans <= Self.maxScans else { throw .unsupported }
        var scan = try JPEGScan(content, of: picture, tables, JPEGBitReader(bytes, at: reader.position))
        try scan.decode(into: &picture)
        reader = ByteReader(bytes[scan.bits.position...])
        frame = picture
    }
}
