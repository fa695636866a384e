import CZlib

/// Writes small ZIP archives, to be read back by the reader under test.
enum ZipWriter {
    struct File {
        var name: String
        var content: [UInt8]
        var isDeflated = true
        /// What the directory says where it is not the truth.
        var declaredSize: Int?
        var flags = 0
        var method: Int?
    }

    struct DeflateFailed: Error {}

    static func archive(_ files: [File], comment: String = "") throws -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let offset = bytes.count
            let data = file.isDeflated ? try deflated(file.content) : file.content
            let common =
                number(file.flags, 2) + number(file.method ?? (file.isDeflated ? 8 : 0), 2) + number(0, 4)
                + number(Int(crc32_z(0, file.content, file.content.count)), 4) + number(data.count, 4)
                + number(file.declaredSize ?? file.content.count, 4) + number(file.name.utf8.count, 2)
            // An extra field in the local header only, as real archives have.
            bytes += number(0x0403_4B50, 4) + number(20, 2) + common + number(3, 2) + file.name.utf8 + [1, 2, 3] + data
            directory +=
                number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + common + number(0, 2) + number(0, 2)
                + number(0, 8) + number(offset, 4) + file.name.utf8
        }
        let start = bytes.count
        bytes += directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
        bytes += number(directory.count, 4) + number(start, 4) + number(comment.utf8.count, 2) + comment.utf8
        return bytes
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func deflated(_ content: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream,
                6,
                Z_DEFLATED,
                -15,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            )
                == Z_OK
        else { throw DeflateFailed() }
        defer { deflateEnd(&stream) }
        var content = content
        return try [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(content.count)))) {
            output,
            count in
            try content.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { throw DeflateFailed() }
                count = Int(stream.total_out)
            }
        }
    }
}
