import MediaTestKit
import TestSupport
import Testing

@testable import MediaStore

@Suite struct VideoMetadataStripperTests {
    private func strip(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let file = try OpenFile("\(folder.path)/film", .new)
        try file.write(bytes, at: 0)
        var stripper = try VideoMetadataStripper(file)
        try stripper.run()
        let after = try file.read(at: 0, count: Int(file.size()))
        #expect(after.count == bytes.count)
        return after
    }

    @Test func theLocationIsRemovedAndNothingElseChanges() throws {
        let before = VideoFixture.phone()
        let after = try strip(before)
        for trace in ["47.3", "GPS", "xyz", "udta", "meta", "location"] {
            #expect(before.contains(text: trace))
            #expect(!after.contains(text: trace))
        }
        #expect(after.contains(text: "picture-data"))
        #expect(after.contains(text: "vide"))
        #expect(after.prefix(20) == before.prefix(20))
        #expect(try strip(after) == after)
    }

    @Test func boxesMayHaveLongSizesOrReachTheEnd() throws {
        let place = VideoFixture.box("udta", Array("+47.3769".utf8))
        let film = VideoFixture.box("moov", VideoFixture.box("mvhd", [1, 2, 3]) + place)
        let wide = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 20] + Array("data".utf8)
        let endless = [0, 0, 0, 0] + Array("mdat".utf8) + Array("until the end".utf8)
        #expect(!(try strip(wide + film + endless)).contains(text: "47.3"))
        #expect(!(try strip([0, 0, 0, 0] + Array(film.dropFirst(4)))).contains(text: "47.3"))
    }

    @Test(
        arguments: [
            [], Array("no film at all".utf8), VideoFixture.box("ftyp", Array("isom".utf8)),
            Array(VideoFixture.box("moov", VideoFixture.box("trak", [0, 0, 0, 3] + Array("udta".utf8))).prefix(40)),
            VideoFixture.box("moov", [0, 0, 0, 2] + Array("trak".utf8)),
            Array(VideoFixture.box("moov", [UInt8](repeating: 9, count: 100)).prefix(60)),
            VideoFixture.box("moov", VideoFixture.box("cmov", Array("compressed".utf8))),
        ] as [[UInt8]]
    )
    func filesThatAreNotVideosAreRefused(bytes: [UInt8]) {
        #expect(throws: VideoMetadataStripper.Damaged.self) { try strip(bytes) }
    }

    @Test(arguments: 0..<150)
    func anyDamagedVideoIsHandledWithinTheFile(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var bytes = VideoFixture.phone()
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let index = Int.random(in: bytes.indices, using: &random)
            bytes[index] = [0, 1, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        }
        if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
        // Any other error fails the test, and so does a trap.
        do { _ = try strip(bytes) } catch is VideoMetadataStripper.Damaged {}
    }
}
