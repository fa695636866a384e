/// The parts of a tar archive in the POSIX format (pax), to be written one after another.
///
/// ```swift
/// let archive = TarFormat.header("notes/a.txt", size: 5, modified: 0) + "hello".utf8 + TarFormat.padding(after: 5) + TarFormat.end
/// ```
package enum TarFormat {
    package static let blockSize = 512

    /// Two empty blocks end an archive.
    package static let end = [UInt8](repeating: 0, count: 2 * blockSize)

    /// The header of a regular file, readable by its owner only. Its content follows, then `padding(after:)`.
    ///
    /// - Parameters:
    ///   - path: relative, with `/`. Any length and any text; what the plain header can't hold goes into a pax header.
    ///   - modified: seconds since 1970.
    package static func header(_ path: String, size: Int64, modified: Int64) -> [UInt8] {
        let name = Array(path.utf8)
        let isPlain = name.count <= 100 && name.allSatisfy { 0x20..<0x7F ~= $0 } && size < 1 << 33
        guard !isPlain else { return block(name, size: size, modified: modified, type: "0") }
        let record = paxRecord("path", path) + paxRecord("size", "\(size)")
        let short = Array(name.filter { 0x20..<0x7F ~= $0 }.suffix(90))
        return block(Array("pax/header".utf8), size: Int64(record.count), modified: modified, type: "x") + record
            + padding(after: Int64(record.count))
            + block(short, size: size & (1 << 33 - 1), modified: modified, type: "0")
    }

    /// The zeros between a file's content and the next header.
    package static func padding(after size: Int64) -> [UInt8] {
        let rest = Int(size % Int64(blockSize))
        return [UInt8](repeating: 0, count: rest == 0 ? 0 : blockSize - rest)
    }

    /// `length key=value\n`, where the length counts itself.
    private static func paxRecord(_ key: String, _ value: String) -> [UInt8] {
        let body = " \(key)=\(value)\n"
        var length = body.utf8.count
        while "\(length)".utf8.count + body.utf8.count != length { length = "\(length)".utf8.count + body.utf8.count }
        return Array("\(length)\(body)".utf8)
    }

    private static func block(_ name: [UInt8], size: Int64, modified: Int64, type: Character) -> [UInt8] {
        block(name, size: octal(size, digits: 11), modified: octal(modified, digits: 11), type: type)
    }

    /// A header without extensions.
    ///
    /// - Parameters:
    ///   - name: of which the first 100 bytes count.
    ///   - size: the field's bytes, at most 12.
    ///   - modified: the field's bytes, at most 12.
    ///   - type: `0` for a regular file.
    package static func block(_ name: [UInt8], size: [UInt8], modified: [UInt8], type: Character) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: blockSize)
        func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
            for (index, byte) in bytes.enumerated() where offset + index < blockSize { block[offset + index] = byte }
        }
        put(name.prefix(100), at: 0)
        put(octal(0o600, digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        put(size.prefix(12), at: 124)
        put(modified.prefix(12), at: 136)
        put(Array(repeating: UInt8(ascii: " "), count: 8), at: 148)
        put("\(type)".utf8, at: 156)
        put("ustar".utf8, at: 257)
        put("00".utf8, at: 263)
        let sum = block.reduce(Int64(0)) { $0 + Int64($1) }
        put(octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: 148)
        return block
    }

    /// The last `digits` octal digits of a value, with zeros in front; a negative one counts as zero.
    package static func octal(_ value: Int64, digits: Int) -> [UInt8] {
        let text = String(max(0, value), radix: 8).suffix(digits)
        return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
    }
}
