import CZlib

/// PNG (ISO/IEC 15948) without interlacing. Checksums aren't compared: a picture that differs a little is still one.
enum PNGDecoder {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func decode(_ bytes: [UInt8]) throws(PictureError) -> Pixels {
        var reader = ByteReader(bytes[signature.count...])
        var header: PNGHeader?
        var palette = PNGPalette()
        var packed: [UInt8] = []
        while true {
            let length = try reader.number(bytes: 4)
            let name = try reader.number(bytes: 4)
            let content = try reader.take(length)
            _ = try reader.take(4)
            switch name {
            case 0x4948_4452: header = try PNGHeader(content)  // IHDR
            case 0x504C_5445: palette.colours = Array(content)  // PLTE
            case 0x7452_4E53: palette.alphas = Array(content)  // tRNS
            case 0x4944_4154: packed += content  // IDAT
            case 0x4945_4E44:  // IEND
                guard let header else { throw .damaged }
                return try pixels(header, palette, packed)
            // Bit 5 of the first letter: it can be left out (§5.4).
            default: guard name & 0x2000_0000 != 0 else { throw .unsupported }
            }
            guard header != nil else { throw .damaged }
        }
    }

    private static func pixels(
        _ header: PNGHeader,
        _ palette: PNGPalette,
        _ packed: [UInt8]
    ) throws(PictureError) -> Pixels {
        var lines = try unpacked(packed, count: header.height * (header.bytesPerLine + 1))
        try PNGFilter.undo(in: &lines, header)
        var points: [Pixel] = []
        points.reserveCapacity(header.width * header.height)
        for row in 0..<header.height {
            let start = row * (header.bytesPerLine + 1) + 1
            let line = PNGLine(bytes: lines[start..<start + header.bytesPerLine], header: header)
            for column in 0..<header.width { points.append(try line.pixel(column, palette)) }
        }
        guard let pixels = Pixels(width: header.width, height: header.height, points: points) else { throw .damaged }
        return pixels
    }

    /// - Parameter count: what the header announces, at most 2 MiB for the largest picture.
    private static func unpacked(_ packed: [UInt8], count: Int) throws(PictureError) -> [UInt8] {
        var length = UInt(count)
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            packed.withUnsafeBufferPointer { input in
                let result = uncompress(output.baseAddress, &length, input.baseAddress, UInt(input.count))
                isWhole = result == Z_OK && length == count
            }
            initialized = isWhole ? count : 0
        }
        guard isWhole else { throw .damaged }
        return bytes
    }
}
