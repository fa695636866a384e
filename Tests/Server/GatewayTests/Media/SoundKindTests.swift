import Domain
import Foundation
import MediaTestKit
import MessagingTestKit
import ServerTestKit
import TestSupport
import Testing

@testable import MediaStore

/// A sound is known by its bytes, whatever it is called, and a film isn't one.
@Suite struct SoundKindTests {
    @Test(arguments: [
        ("voice-message-1.webm", AudioFixtures.webm(seconds: 2), "audio", "audio/webm"),
        ("film.webm", AudioFixtures.webm(seconds: 2, type: 1), "video", "video/webm"),
        ("voice.m4a", AudioFixtures.m4a(seconds: 2), "audio", "audio/mp4"),
        ("song.mp3", AudioFixtures.mp3(frames: 20), "audio", "audio/mpeg"),
        ("unnamed", AudioFixtures.opus(seconds: 2), "audio", "audio/ogg"),
        ("take.flac", AudioFixtures.flac(seconds: 2), "audio", "audio/flac"),
        ("take.wav", TestRecording.wav(seconds: 1), "audio", "audio/wav"),
        ("theora.ogv", AudioFixtures.theora, "file", "application/octet-stream"),
        ("song.mp3", Array("ID3 isn't a song".utf8), "file", "application/octet-stream"),
    ])
    func theKindIsThatOfTheBytes(name: String, bytes: [UInt8], kind: String, mimeType: String) async throws {
        try await TestServer.run { server in
            let (alex, _, _) = try await server.pair()
            let id = try #require(
                try await server.begin("1", size: bytes.count, name: name, as: alex).media["id"] as? String
            )
            let done = try await server.add(bytes, to: id, at: 0, as: alex)
            #expect(done.media["kind"] as? String == kind && done.media["mimeType"] as? String == mimeType)
            #expect(done.media["fileName"] as? String == name)
            // The same when it is read again.
            let read = try await server.request("GET", "/v1/media/\(id)", as: alex)
            #expect(read.media["kind"] as? String == kind && read.media["mimeType"] as? String == mimeType)
            let content = try await server.send("GET", "/v1/media/\(id)/content", as: alex)
            #expect(content.headers["content-type"] == mimeType)
            #expect(content.headers["content-disposition"]?.hasPrefix("attachment") == true)
        }
    }

    /// What a later server calls otherwise is a file to this client.
    @Test func unknownKindsAreFiles() throws {
        let json = #"["image","audio","hologram"]"#
        #expect(try JSONDecoder().decode([MediaKind].self, from: Data(json.utf8)) == [.image, .audio, .file])
        #expect(String(decoding: try JSONEncoder().encode([MediaKind.audio]), as: UTF8.self) == #"["audio"]"#)
    }
}
