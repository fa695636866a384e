import Domain
import MediaTestKit
import ServerTestKit
import TestSupport
import Testing

/// What a server does with the metadata of a PDF.
@Suite(.standardTimeLimit) struct PDFMetadataStripperTests {
    @Test func anUploadIsStripped() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let document = PDFFixture.document()
            let media = try await server.upload(document, name: "a.pdf", id: "c1", as: sara)
            #expect(media.status == 201)
            let content = try await server.send("GET", "/v1/media/\(media.mediaId)/content", as: sara)
            #expect(content.headers["content-type"] == "application/pdf")
            #expect(content.bytes.count == document.count && !content.bytes.contains(text: "Eve"))
        }
    }
}
