import CZlib
import TestSupport
import Testing

@testable import Importing

/// Archives from somebody else: read exactly, or refused with a reason; never a trap.
@Suite struct ZipArchiveTests {
    private static let text = Array("hello\n".utf8)

    private func archive(_ files: [(String, [UInt8])] = [("a.jpg", [1, 2, 3])]) -> [UInt8] {
        var archive = ChatArchive(text: Self.text)
        for (name, content) in files { archive.add(name, content) }
        return archive.finished()
    }

    private func reason(_ bytes: [UInt8]) -> String? {
        do {
            let archive = try ZipArchive(bytes)
            for name in archive.names { _ = try archive.read(name) }
            return nil
        } catch {
            return error.reason
        }
    }

    /// An archive with one packed file, made by zlib.
    private func packed(_ content: [UInt8], claiming size: UInt32? = nil) -> [UInt8] {
        var stream = z_stream()
        #expect(
            deflateInit2_(
                &stream,
                9,
                Z_DEFLATED,
                -MAX_WBITS,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        )
        defer { deflateEnd(&stream) }
        var content = content
        let data = [UInt8](unsafeUninitializedCapacity: content.count + 1000) { output, count in
            content.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
                count = output.count - Int(stream.avail_out)
            }
        }
        // As stored, and then its headers are changed.
        var bytes = archive([("a", data)])
        let local = bytes.lastRange(of: [0x50, 0x4B, 3, 4])
        let header = bytes.lastRange(of: [0x50, 0x4B, 1, 2])
        let crc = Inflate.crc32(of: content)
        for (start, method, sum, length) in [(local, 8, 14, 22), (header, 10, 16, 24)] {
            bytes[start + method] = 8
            bytes.put(crc, at: start + sum)
            bytes.put(size ?? UInt32(content.count), at: start + length)
        }
        return bytes
    }

    @Test func whatIsStoredIsReadAgain() throws {
        let archive = try ZipArchive(archive([("a.jpg", [1, 2, 3]), ("leer", [])]))
        #expect(archive.names == ["_chat.txt", "a.jpg", "leer"])
        #expect(try archive.read("_chat.txt") == Self.text)
        #expect(try archive.read("a.jpg") == [1, 2, 3])
        #expect(try archive.read("leer") == [])
        #expect(try archive.read("b") == nil)
    }

    @Test(arguments: [0, 1, 100, 1_000_000]) func whatIsPackedIsUnpacked(size: Int) throws {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
        #expect(try ZipArchive(packed(content)).read("a") == content)
    }

    @Test func aSizeThatLiesIsRefused() {
        let content = [UInt8](repeating: 7, count: 100_000)
        for size in [0, 1, 99_999, 100_001, 100_000_000] as [UInt32] {
            #expect(reason(packed(content, claiming: size))?.contains("'a' is damaged") == true)
        }
        #expect(reason(packed(content, claiming: 4_000_000_000))?.contains("than is allowed") == true)
    }

    @Test(arguments: ["../a", "/a", "b/../../a", "a\\b", "a\u{0}", "./a", "a//b"])
    func aNameThatLeadsElsewhereIsRefused(name: String) {
        #expect(reason(archive([(name, [1])]))?.contains("leads elsewhere") == true)
    }

    @Test func aFileInAFolderGoesByItsName() throws {
        let archive = try ZipArchive(archive([("chat/", []), ("chat/a.jpg", [1]), ("__MACOSX/a.jpg", [2])]))
        #expect(try archive.read("a.jpg") == [1])
    }

    @Test func theSameNameTwiceIsRefused() {
        #expect(reason(archive([("a", [1]), ("a", [2])]))?.contains("holds 'a' twice") == true)
        #expect(reason(archive([("x/a", [1]), ("y/a", [2])]))?.contains("holds 'a' twice") == true)
    }

    @Test func whatIsEncryptedLinkedOrHugeIsRefused() {
        var bytes = archive()
        let header = bytes.lastRange(of: [0x50, 0x4B, 1, 2])
        bytes[header + 8] |= 1
        #expect(reason(bytes)?.contains("encrypted") == true)
        bytes[header + 8] &= ~1
        bytes[header + 5] = 3
        bytes.put(UInt32(0o120777) << 16, at: header + 38)
        #expect(reason(bytes)?.contains("is a link") == true)
        bytes.put(UInt32(0o100644) << 16, at: header + 38)
        #expect(reason(bytes) == nil)
        bytes.put(.max, at: header + 20)
        #expect(reason(bytes)?.contains("zip64") == true)
        let end = bytes.lastRange(of: [0x50, 0x4B, 5, 6])
        bytes[end + 4] = 1
        #expect(reason(bytes)?.contains("several parts") == true)
    }

    @Test func filesThatOverlapAreRefused() {
        var bytes = archive([("a", [1, 2, 3]), ("b", [1, 2, 3])])
        let second = bytes.lastRange(of: [0x50, 0x4B, 1, 2])
        // Both records of the directory name the same file.
        let first = second - 47
        bytes[(second + 42)..<(second + 46)] = bytes[(first + 42)..<(first + 46)]
        bytes[second + 46] = UInt8(ascii: "a")
        #expect(reason(bytes)?.contains("twice") == true || reason(bytes)?.contains("overlap") == true)
    }

    @Test func anyBytesAreReadOrRefused() {
        var random = SeededRandom(seed: 5)
        let originals = [archive(), packed(Array(repeating: 9, count: 5000)), archive([])]
        for round in 0..<6000 {
            var bytes = originals[round % originals.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[at] = .random(in: .min ... .max, using: &random)
                case 1: bytes[at] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
                case 2: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...30, using: &random)))
                default: bytes.insert(.random(in: .min ... .max, using: &random), at: at)
                }
                if bytes.isEmpty { bytes = [0x50] }
            }
            _ = reason(bytes)
        }
        for length in 0..<originals[0].count { #expect(reason(Array(originals[0].prefix(length))) != nil) }
    }
}

extension [UInt8] {
    fileprivate func lastRange(of mark: [UInt8]) -> Int {
        var at = count - mark.count
        while at > 0, Array(self[at..<(at + mark.count)]) != mark { at -= 1 }
        return at
    }

    fileprivate mutating func put(_ value: UInt32, at start: Int) {
        for index in 0..<4 { self[start + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index))) }
    }
}
