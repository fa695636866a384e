import AsyncHTTPClient
import Domain
import NIOCore
import ServerTestKit
import TestSupport
import Testing

@testable import MediaStore

@Suite(.standardTimeLimit)
struct ResumingTests {
    private let text = Array(String(repeating: "0123456789", count: 300).utf8)

    @Test func anUploadIsContinuedWhereTheServerSays() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let begun = try await server.begin("c1", size: text.count, as: sara)
            #expect(begun.status == 201 && begun.state == "uploading" && begun.offset == 0)
            let again = try await server.begin("c1", size: text.count, as: sara)
            #expect(again.status == 200 && again.mediaId == begun.mediaId)

            let first = try await server.add(Array(text[..<1000]), to: begun.mediaId, at: 0, as: sara)
            #expect(first.status == 200 && first.offset == 1000 && first.headers["upload-offset"] == "1000")
            let head = try await server.send("HEAD", "/v1/media/\(begun.mediaId)", as: sara)
            #expect(head.status == 200 && head.headers["upload-offset"] == "1000")
            #expect(head.headers["upload-length"] == "\(text.count)" && head.body.isEmpty)

            for wrong in [0, 999, 1001, 3000] {
                let refused = try await server.add([1, 2, 3], to: begun.mediaId, at: wrong, as: sara)
                #expect(refused.status == 409 && refused.errorCode == "conflict")
                #expect(refused.headers["upload-offset"] == "1000")
            }
            let last = try await server.add(Array(text[1000...]), to: begun.mediaId, at: 1000, as: sara)
            #expect(last.status == 200 && last.state == "ready" && last.offset == text.count)
            // The answer may have been lost: the same request is answered again, and nothing is added.
            let repeated = try await server.add(Array(text[1000...]), to: begun.mediaId, at: 1000, as: sara)
            #expect(repeated.status == 200 && repeated.state == "ready")
            let whole = try await server.begin("c1", size: 7, as: sara)
            #expect(whole.status == 200 && whole.state == "ready" && whole.mediaId == begun.mediaId)
            let content = try await server.send("GET", "/v1/media/\(begun.mediaId)/content", as: sara)
            #expect(content.bytes == text)
        }
    }

    @Test func whatCameBeforeADisconnectIsKeptOverARestart() async throws {
        struct Cut: Error {}
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (sara, id) = try await TestServer.run(in: folder.path) { server in
            let sara = try await server.register("Sara", role: .client)
            let id = try await server.begin("c1", size: text.count, as: sara).mediaId
            let broken = AsyncThrowingStream<ByteBuffer, any Error> { stream in
                stream.yield(ByteBuffer(bytes: text[..<1234]))
                stream.finish(throwing: Cut())
            }
            await #expect(throws: (any Error).self) {
                try await server.send(
                    "PATCH",
                    "/v1/media/\(id)",
                    as: sara,
                    headers: ["Upload-Offset": "0"],
                    body: .stream(broken, length: .known(Int64(text.count)))
                )
            }
            return (sara, id)
        }
        try await TestServer.run(in: folder.path) { server in
            let kept = try #require(try await server.request("GET", "/v1/media/\(id)", as: sara).offset)
            #expect(kept <= 1234)
            let done = try await server.add(Array(text[kept...]), to: id, at: kept, as: sara)
            #expect(done.state == "ready")
            #expect(try await server.send("GET", "/v1/media/\(id)/content", as: sara).bytes == text)
        }
    }

    @Test func oneOfTwoConcurrentAppendsWins() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let id = try await server.begin("c1", size: text.count, as: sara).mediaId
            let (more, feed) = AsyncStream<ByteBuffer>.makeStream()
            feed.yield(ByteBuffer(bytes: text[..<10]))
            async let winner = server.send(
                "PATCH",
                "/v1/media/\(id)",
                as: sara,
                headers: ["Upload-Offset": "0"],
                body: .stream(more, length: .known(Int64(text.count)))
            )
            // It is once its first bytes are there.
            try await until("the first is at work") {
                try await server.request("GET", "/v1/media/\(id)", as: sara).offset != 0
            }
            let loser = try await server.add(Array(text[10...]), to: id, at: 10, as: sara)
            #expect(loser.status == 409 && loser.headers["upload-offset"] == "10")
            #expect(try await server.request("DELETE", "/v1/media/\(id)", as: sara).status == 409)
            feed.yield(ByteBuffer(bytes: text[10...]))
            feed.finish()
            #expect(try await winner.state == "ready")
        }
    }

    @Test func aWholeFileIsUploadedAtOnceAndAgain() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let first = try await server.upload(text, name: "a.txt", id: "c1", as: sara)
            #expect(first.status == 201 && first.state == "ready")
            let second = try await server.upload(Array("other".utf8), name: "b.txt", id: "c1", as: sara)
            #expect(second.status == 200 && second.mediaId == first.mediaId)
            #expect(second.media["fileName"] as? String == "a.txt")

            let begun = try await server.begin("c2", size: text.count, as: sara)
            _ = try await server.add([9, 9, 9], to: begun.mediaId, at: 0, as: sara)
            let anew = try await server.upload(text, name: "a.txt", id: "c2", as: sara)
            #expect(anew.state == "ready" && anew.mediaId == begun.mediaId)
            #expect(try await server.send("GET", "/v1/media/\(begun.mediaId)/content", as: sara).bytes == text)
        }
    }
}
