import Domain
import ServerTestKit
import TestSupport
import Testing

@testable import MediaStore

@Suite(.standardTimeLimit)
struct ServingTests {
    private static let text = Array((0..<200_000).map { UInt8($0 % 251) })

    @Test func aRangeIsServedAsRequested() async throws {
        let text = Self.text
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let id = try await server.upload(text, name: "a.bin", id: "c1", as: sara).mediaId
            let path = "/v1/media/\(id)/content"
            let whole = try await server.send("GET", path, as: sara)
            let tag = try #require(whole.headers["etag"])
            #expect(whole.status == 200 && whole.bytes == text)
            #expect(whole.headers["accept-ranges"] == "bytes" && whole.headers["content-length"] == "200000")

            let parts: [(String, Range<Int>)] = [
                ("bytes=0-0", 0..<1), ("bytes=0-99", 0..<100), ("bytes=199999-", 199_999..<200_000),
                ("bytes=131071-131073", 131_071..<131_074), ("bytes=-1", 199_999..<200_000),
                ("bytes=-300000", 0..<200_000),
                ("bytes=100-99999999999999999999999", 100..<200_000), ("Bytes=5-6", 5..<7),
            ]
            for (range, expected) in parts {
                let part = try await server.send("GET", path, as: sara, headers: ["Range": range])
                #expect(part.status == 206 && part.bytes == Array(text[expected]), "\(range)")
                #expect(
                    part.headers["content-range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/200000"
                )
            }
            for range in ["bytes=200000-", "bytes=200000-200001", "bytes=-0", "bytes=99999999999999999999-"] {
                let none = try await server.send("GET", path, as: sara, headers: ["Range": range])
                #expect(none.status == 416 && none.headers["content-range"] == "bytes */200000" && none.body.isEmpty)
            }
            for range in [
                "bytes=5-4", "bytes=", "bytes=-", "items=0-1", "bytes=0-1,5-6", "bytes=a-b", "bytes=1--2", "0-1",
            ] {
                let all = try await server.send("GET", path, as: sara, headers: ["Range": range])
                #expect(all.status == 200 && all.body.count == 200_000, "\(range)")
            }
            let same = ["Range": "bytes=0-9", "If-Range": tag]
            #expect(try await server.send("GET", path, as: sara, headers: same).status == 206)
            let other = ["Range": "bytes=0-9", "If-Range": "\"other\""]
            #expect(try await server.send("GET", path, as: sara, headers: other).status == 200)
            let known = try await server.send("GET", path, as: sara, headers: ["If-None-Match": "\"x\", W/\(tag)"])
            #expect(known.status == 304 && known.body.isEmpty)
            let head = try await server.send("HEAD", path, as: sara)
            #expect(head.status == 200 && head.headers["content-length"] == "200000" && head.body.isEmpty)
            let headPart = try await server.send("HEAD", path, as: sara, headers: ["Range": "bytes=0-9"])
            #expect(headPart.status == 206 && headPart.headers["content-length"] == "10")
        }
    }

    @Test(arguments: [
        ("notes.txt", #"attachment; filename="notes.txt"; filename*=UTF-8''notes.txt"#),
        ("a\"b;c.txt", #"attachment; filename="a_b;c.txt"; filename*=UTF-8''a%22b%3Bc.txt"#),
        ("Übung 💪.txt", #"attachment; filename="_bung _.txt"; filename*=UTF-8''%C3%9Cbung%20%F0%9F%92%AA.txt"#),
        (
            "x\r\nSet-Cookie: a=b.txt",
            #"attachment; filename="xSet-Cookie: a=b.txt"; filename*=UTF-8''xSet-Cookie%3A%20a%3Db.txt"#
        ),
    ]
    )
    func filesAreServedForSavingWhateverTheirName(name: String, disposition: String) async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let id = try await server.upload(Array("<html>".utf8), name: name, id: "c1", as: sara).mediaId
            let served = try await server.send("GET", "/v1/media/\(id)/content", as: sara)
            #expect(served.headers["content-disposition"] == disposition)
            #expect(served.headers["content-type"] == "application/octet-stream")
            #expect(served.headers["x-content-type-options"] == "nosniff")
            #expect(served.headers["content-security-policy"] == "sandbox; default-src 'none'")
            #expect(served.headers["cache-control"] == "private, no-store")
            #expect(served.headers["set-cookie"] == nil)
        }
    }
}
