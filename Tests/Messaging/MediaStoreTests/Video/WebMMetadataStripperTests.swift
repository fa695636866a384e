import Domain
import Foundation
import MediaTestKit
import TestSupport
import Testing

@testable import MediaStore

@Suite(.standardTimeLimit)
struct WebMMetadataStripperTests {
    private static let traces = [
        "Eve", "+59", "+47", "LOCATION", "Zurich", "METADATA", "\u{9}\u{9}\u{9}\u{9}",
    ]

    private func strip(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let file = try OpenFile("\(folder.path)/video", .new)
        try file.write(bytes, at: 0)
        var stripper = try WebMMetadataStripper(file)
        try stripper.run()
        return try file.read(at: 0, count: bytes.count + 1)
    }

    @Test(arguments: [false, true])
    func namesPlacesAndDatesGo(isLive: Bool) throws {
        let video = WebMFixture.recording(isLive: isLive)
        for trace in Self.traces { #expect(video.contains(text: trace)) }
        let stripped = try strip(video)
        #expect(stripped.count == video.count)
        for trace in Self.traces { #expect(!stripped.contains(text: trace), "\(trace) is left") }
        for needed in ["webm", "V_VP8", "picture-data"] { #expect(stripped.contains(text: needed)) }
        // What plays is where it was.
        let place = try #require(Data(video).range(of: Data(WebMFixture.pictures)))
        #expect(Data(stripped)[place] == Data(WebMFixture.pictures))
        #expect(try strip(stripped) == stripped)
    }

    @Test func whatFollowsTheVideoGoes() throws {
        let hidden = WebMFixture.recording() + Array("<x:xmpmeta>Eve</x:xmpmeta>".utf8)
        let stripped = try strip(hidden)
        #expect(stripped.count == hidden.count && !stripped.contains(text: "Eve"))
    }

    @Test func aRecordingThatBrokeOffIsKept() throws {
        let video = WebMFixture.recording()
        let broken = Array(video.prefix(video.count - 120))
        #expect(try strip(broken).contains(text: "picture-data"))
    }

    @Test func whatIsNoVideoIsRefused() throws {
        let head = WebMFixture.element(0x1A45_DFA3, WebMFixture.text(0x4282, "webm"))
        for bytes in [head, [0x1A, 0x45, 0xDF, 0xA3], head + [UInt8](repeating: 0, count: 100)] {
            #expect(throws: WebMMetadataStripper.Damaged.self) { try strip(bytes) }
        }
    }

    @Test(arguments: 0..<8)
    func anyDamageIsSurvived(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<60 {
            var bytes = WebMFixture.recording(isLive: seed.isMultiple(of: 2))
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
            do {
                let stripped = try strip(bytes)
                #expect(stripped.count == bytes.count)
            } catch is WebMMetadataStripper.Damaged {}
        }
    }

    @Test func manyElementsTakeBoundedTime() throws {
        let many = [[UInt8]](repeating: [0xEC, 0x80], count: 2_100_000).flatMap { $0 }
        let video = WebMFixture.element(0x1A45_DFA3, []) + WebMFixture.element(0x1853_8067, many, isSizeUnknown: true)
        #expect(throws: WebMMetadataStripper.Damaged.self) { try strip(video) }
    }
}
