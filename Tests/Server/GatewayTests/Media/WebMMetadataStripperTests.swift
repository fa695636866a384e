import Domain
import MediaTestKit
import ServerTestKit
import TestSupport
import Testing

/// What a server does with the metadata of a WebM video.
@Suite(.standardTimeLimit) struct WebMMetadataStripperTests {
    @Test func anUploadIsStripped() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let video = WebMFixture.recording(isLive: true)
            let media = try await server.upload(video, name: "a.webm", id: "c1", as: sara)
            #expect(media.status == 201)
            let content = try await server.send("GET", "/v1/media/\(media.mediaId)/content", as: sara)
            #expect(content.headers["content-type"] == "video/webm")
            #expect(content.bytes.count == video.count && !content.bytes.contains(text: "+59"))
            let broken = try await server.upload(Array(video.prefix(36)), name: "a.webm", id: "c2", as: sara)
            #expect(broken.status == 400)
        }
    }
}
