/// The files of a zip archive that comes from somebody else. Nothing is unpacked to a disk: each file is read into memory
/// when it is asked for, at most as long as the archive says.
///
/// Refused as a whole: archives that are encrypted, in several parts or in the format for huge ones, names that lead
/// elsewhere or occur twice, links, entries that overlap, and archives that hold more than `maxFiles` or would unpack to
/// more than `maxBytes`.
struct ZipArchive: Sendable {
    static let maxFiles = 20_000
    /// Maximum size of all files together when they are unpacked.
    static let maxBytes = 1 << 30
    /// Maximum size of one file when it is unpacked.
    static let maxFileBytes = 100 << 20

    private struct Entry: Sendable {
        let name: [UInt8]
        let method: UInt16
        let crc: UInt32
        let packedSize: Int
        let size: Int
        let offset: Int
    }

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]

    /// The files' names without their folders.
    var names: [String] { entries.keys.sorted() }

    static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B]) }

    func contains(_ name: String) -> Bool { entries[name] != nil }

    /// The size of a file when it is unpacked; `nil` if there is none of this name.
    func size(of name: String) -> Int? { entries[name]?.size }

    /// Only reads the directory.
    /// - Throws: `ImportFailure` if the archive is refused.
    init(_ bytes: [UInt8]) throws(ImportFailure) {
        self.bytes = bytes
        let reader = ZipReader(bytes)
        let end = try reader.end()
        var position = end.directory
        var taken: [Range<Int>] = []
        var total = 0
        for _ in 0..<end.count {
            let (header, next) = try reader.header(at: position)
            position = next
            let start = Int(header.offset)
            guard start < end.directory else { throw ZipReader.damaged }
            let data = try reader.dataStart(of: header, before: end.directory)
            taken.append(start..<(data + Int(header.packedSize)))
            guard let name = try Self.fileName(header) else { continue }
            total += Int(header.size)
            guard total <= Self.maxBytes, header.size <= Self.maxFileBytes else {
                throw Self.refused("'\(name.prefix(80))' would unpack to more than is allowed")
            }
            let entry = Entry(
                name: header.name,
                method: header.method,
                crc: header.crc,
                packedSize: Int(header.packedSize),
                size: Int(header.size),
                offset: data
            )
            guard entries.updateValue(entry, forKey: name) == nil else {
                throw Self.refused("it holds '\(name.prefix(80))' twice")
            }
        }
        guard position == end.position else { throw ZipReader.damaged }
        taken.sort { $0.lowerBound < $1.lowerBound }
        guard zip(taken, taken.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
            throw Self.refused("its files overlap")
        }
    }

    /// The content of a file; `nil` if there is none of this name.
    /// - Throws: `ImportFailure` if it is damaged or packed in an unknown way.
    func read(_ name: String) throws(ImportFailure) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        let packed = bytes[entry.offset..<(entry.offset + entry.packedSize)]
        let content: [UInt8]?
        switch entry.method {
        case 0: content = entry.packedSize == entry.size ? Array(packed) : nil
        case 8: content = Inflate.bytes(of: packed, size: entry.size)
        default: throw Self.refused("'\(name.prefix(80))' is packed in a way that isn't known")
        }
        guard let content, Inflate.crc32(of: content) == entry.crc else {
            throw Self.refused("'\(name.prefix(80))' is damaged")
        }
        return content
    }

    /// The name without its folders; `nil` for folders and what macOS adds.
    private static func fileName(_ header: ZipReader.Header) throws(ImportFailure) -> String? {
        guard header.flags & 0b0010_0000_0100_0001 == 0 else { throw refused("it is encrypted") }
        guard let path = String(validating: header.name, as: UTF8.self) else {
            throw refused("a name in it isn't UTF-8")
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isFolder = path.hasSuffix("/")
        let named = isFolder ? parts.dropLast() : parts[...]
        guard !named.isEmpty, named.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
            !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "\\" })
        else { throw refused("it holds a name that leads elsewhere: '\(path.prefix(80))'") }
        // The kind of a file under Unix; 0 where the archive was made elsewhere.
        let kind = header.attributes >> 28
        guard isFolder ? [0, 4].contains(kind) : [0, 8].contains(kind) else {
            throw refused("'\(path.prefix(80))' is a link or a device")
        }
        guard !isFolder, parts.first != "__MACOSX", let last = parts.last else { return nil }
        return String(last)
    }

    static func refused(_ reason: String) -> ImportFailure {
        ImportFailure(line: nil, "this zip archive is refused: \(reason)")
    }
}
