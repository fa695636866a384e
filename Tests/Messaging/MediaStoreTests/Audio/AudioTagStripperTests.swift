import Domain
import Foundation
import MediaTestKit
import TestSupport
import Testing

@testable import MediaStore

/// Recordings keep their sound and lose their tags.
@Suite(.standardTimeLimit) struct AudioTagStripperTests {
    private static let secret = Array("Stockholm 59.3293 by Eve".utf8)
    private static let sound = [0xFF, 0xFB, 0x90, 0x00] + (0..<400).map { UInt8($0 % 251) }

    /// - Parameter flags: 0x10 adds a footer.
    private static func id3(flags: UInt8 = 0) -> [UInt8] {
        let frame = Array("TXXX".utf8) + [0, 0, 0, UInt8(secret.count), 0, 0] + secret
        let size = [0, 0, UInt8(frame.count >> 7), UInt8(frame.count & 0x7F)]
        let footer = flags & 0x10 == 0 ? [] : Array("3DI".utf8) + [4, 0, flags] + size
        return Array("ID3".utf8) + [4, 0, flags] + size + frame + footer
    }

    private static let id3v1 = Array("TAG".utf8) + secret + [UInt8](repeating: 0, count: 125 - secret.count)

    private static func ape(hasHeader: Bool) -> [UInt8] {
        let item = [UInt8(secret.count), 0, 0, 0, 0, 0, 0, 0] + Array("Place\0".utf8) + secret
        let size = [UInt8(item.count + 32), 0, 0, 0]
        func block(_ flags: UInt8) -> [UInt8] {
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0] + size + [1, 0, 0, 0, 0, 0, 0, flags] + [0, 0, 0, 0, 0, 0, 0, 0]
        }
        return (hasHeader ? block(0xA0) : []) + item + block(hasHeader ? 0x80 : 0)
    }

    private static let lyrics: [UInt8] = {
        let content = Array("LYRICSBEGIN".utf8) + secret
        let number = String(content.count)
        return content + Array((String(repeating: "0", count: 6 - number.count) + number + "LYRICS200").utf8)
    }()

    private static let files: [[UInt8]] = [
        id3() + sound, id3() + id3() + sound + id3v1, id3(flags: 0x10) + sound,
        sound + ape(hasHeader: true) + lyrics + id3v1, sound + ape(hasHeader: false), sound + id3(flags: 0x10),
        sound + Array("TAG+".utf8) + secret + [UInt8](repeating: 0, count: 223 - secret.count) + id3v1,
    ]

    @Test(arguments: files.indices)
    func tagsGoAndTheSoundStays(number: Int) throws {
        let bytes = Self.files[number]
        let stripped = try strip(bytes)
        #expect(stripped.count == bytes.count)
        #expect(!stripped.contains(Self.secret))
        let place = try #require(bytes.firstRange(of: Self.sound))
        #expect(Array(stripped[place]) == Self.sound, "where it was")
        #expect(bytes.starts(with: "ID3".utf8) == stripped.starts(with: "ID3".utf8), "an empty tag stays one")
        #expect(try strip(stripped) == stripped)
    }

    @Test func whatIsNoRecordingStaysAsItIs() throws {
        let texts: [[UInt8]] = [
            Array("Some text that ends with TAG".utf8) + Self.id3v1, [0xFF, 0xFE] + Self.id3v1, Array("ID".utf8), [],
            [0xFF], Array("PK".utf8) + Self.id3(),
        ]
        for bytes in texts { #expect(try strip(bytes) == bytes) }
    }

    @Test func damagedTagsHarmNothing() throws {
        var random = SeededRandom(seed: 4711)
        for file in Self.files {
            for _ in 0..<200 {
                var bytes = file
                for _ in 0..<4 {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
                do {
                    #expect(try strip(bytes).count == bytes.count)
                } catch is AudioTagStripper.Damaged {}
            }
        }
    }

    private func strip(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let file = try OpenFile(try folder.write(bytes, to: "a").path, .writing)
        try AudioTagStripper.strip(file)
        return try folder.content(of: "a")
    }
}
