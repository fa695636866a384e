import AsyncHTTPClient
import Domain
import MediaTestKit
import NIOCore
import ServerTestKit
import Storage
import TestSupport
import Testing

@testable import MediaStore
@testable import SpotterServer

@Suite(.standardTimeLimit)
struct LimitTests {
    @Test func eachKindHasItsOwnLimit() async throws {
        try await TestServer.run(configure: {
            $0.media.limits.imageBytes = 2000
            $0.media.limits.pdfBytes = 3000
            $0.media.limits.videoBytes = 9000
            $0.media.limits.fileBytes = 4000
        }) { server in
            let sara = try await server.register("Sara", role: .client)
            let beginnings: [(String, [UInt8], Int)] = [
                ("image", [0xFF, 0xD8, 0xFF, 0xE0], 2000), ("pdf", Array("%PDF-1.4".utf8), 3000),
                ("file", Array("just text".utf8), 4000), ("video", VideoFixture.phone(), 9000),
            ]
            for (name, beginning, limit) in beginnings {
                let bytes = beginning + [UInt8](repeating: 0, count: limit + 1 - beginning.count)
                let id = try await server.begin(name, size: bytes.count, as: sara)
                if name == "video" {
                    #expect(id.status == 413)
                } else {
                    #expect(id.status == 201)
                    // The first thousand bytes are enough to know.
                    let refused = try await server.add(Array(bytes.prefix(1024)), to: id.mediaId, at: 0, as: sara)
                    #expect(refused.status == 413 && refused.errorCode == "too_large")
                    #expect(try await server.request("GET", "/v1/media/\(id.mediaId)", as: sara).status == 404)
                }
                #expect(try await server.upload(bytes, name: "a", id: "\(name)-2", as: sara).status == 413)
            }
            let pdf = Array("%PDF-1.4".utf8) + [UInt8](repeating: 0, count: 2992)
            #expect(try await server.upload(pdf, name: "a.pdf", id: "fits", as: sara).status == 201)
        }
    }

    @Test func moreBytesThanAnnouncedAreRefused() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let id = try await server.begin("c1", size: 10, as: sara).mediaId
            let known = try await server.add([UInt8](repeating: 1, count: 11), to: id, at: 0, as: sara)
            #expect(known.status == 400)
            // Without a length told beforehand.
            let chunks = AsyncStream<ByteBuffer> { stream in
                for _ in 0..<3 { stream.yield(ByteBuffer(bytes: [UInt8](repeating: 65, count: 4))) }
                stream.finish()
            }
            let chunked = try await server.send(
                "PATCH",
                "/v1/media/\(id)",
                as: sara,
                headers: ["Upload-Offset": "0"],
                body: .stream(chunks, length: .unknown)
            )
            #expect(chunked.status == 400)
            #expect(try await server.request("GET", "/v1/media/\(id)", as: sara).offset ?? 99 <= 10)
        }
    }

    /// A whole upload that is to be sent again isn't an unfinished one, and takes no part of a quota.
    @Test func aPictureThatIsRefusedForNowLeavesNothing() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let media = server.server.useCases.media.uploads
            let budget = DecodingBudget(.init(bytesPerSecond: 1, burst: 0))
            budget.charge(decodedBytes: 1000, cpuMilliseconds: 0, to: sara.id)
            let worker = ImageWorker(executable: "/nonexistent", limits: media.limits, budget: budget)
            let uploads = MediaUploads(
                database: media.database,
                clock: media.clock,
                ids: media.ids,
                store: media.store,
                files: media.files,
                contentLocks: media.contentLocks,
                uploadLocks: media.uploadLocks,
                images: worker,
                limits: media.limits,
                floor: media.floor,
                logger: media.logger
            )
            let picture = Pictures.png(width: 4, height: 4)
            let refused = await #expect(throws: SpotterError.self) {
                _ = try await uploads.upload(
                    .init(clientMediaId: "1", fileName: "a.png", size: Int64(picture.count)),
                    body: AsyncStream<ByteBuffer> { stream in
                        stream.yield(ByteBuffer(bytes: picture))
                        stream.finish()
                    },
                    by: Actor(userId: sara.id, role: .client)
                )
            }
            #expect(refused?.code == .rateLimited)
            #expect(try await media.database.read { try !$0.exists("SELECT 1 FROM media") })
            #expect(try ContentStore.list(media.store.uploadsFolder).isEmpty)
            #expect(try await server.upload(picture, name: "a.png", id: "1", as: sara).status == 201)
        }
    }

    @Test func everyUserHasAQuotaThatCountsUnfinishedUploads() async throws {
        try await TestServer.run(configure: { $0.media.limits.userBytes = 1000 }) { server in
            let sara = try await server.register("Sara", role: .client)
            let alex = try await server.register("Alex", role: .trainer)
            #expect(try await server.begin("c1", size: 600, as: sara).status == 201)
            let refused = try await server.begin("c2", size: 401, as: sara)
            #expect(refused.status == 413 && refused.errorCode == "too_large")
            #expect(try await server.begin("c2", size: 400, as: sara).status == 201)
            #expect(try await server.begin("c1", size: 1000, as: alex).status == 201)
        }
    }

    /// A picture may take more when it is converted than its file announced.
    @Test func whatAPictureGrowsByCountsToo() async throws {
        try await TestServer.run(configure: { $0.media.limits.userBytes = 1000 }) { server in
            let sara = try await server.register("Sara", role: .client)
            let uploads = server.server.useCases.media.uploads
            let actor = Actor(userId: sara.id, role: .client)
            func begin(_ id: String) async throws -> StoredMedia {
                try await uploads.beginRow(.init(clientMediaId: id, fileName: "a.png", size: 300), by: actor).media
            }
            var (first, second) = (try await begin("1"), try await begin("2"))
            (first.state, first.size) = (.ready, 700)
            #expect(try await uploads.markReady(first, announced: 300))
            (second.state, second.size) = (.ready, 301)
            let refused = await #expect(throws: SpotterError.self) {
                try await uploads.markReady(second, announced: 300)
            }
            #expect(refused?.code == .tooLarge)
            // It counts no longer, and there is room for another one.
            #expect(try await uploads.markReady(try await begin("3"), announced: 300))
        }
    }

    @Test func uploadsThatMakeNoSenseSayWhy() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            #expect(try await server.begin("", size: 5, as: sara).status == 400)
            #expect(try await server.begin("c1", size: 0, as: sara).status == 400)
            #expect(try await server.begin("c1", size: -5, as: sara).status == 400)
            #expect(try await server.begin("c1", size: 1 << 40, as: sara).status == 413)
            let id = try await server.begin("c1", size: 5, as: sara).mediaId
            #expect(try await server.begin("c1", size: 6, as: sara).errorCode == "idempotency_conflict")
            for offset in ["", "-1", "x", "99999999999999999999"] {
                let headers = ["Upload-Offset": offset]
                #expect(try await server.send("PATCH", "/v1/media/\(id)", as: sara, headers: headers).status == 400)
            }
            #expect(
                try await server.send("POST", "/v1/media?fileName=x", as: sara, body: .bytes(ByteBuffer(string: "x")))
                    .status == 400
            )
            #expect(
                try await server.send("PATCH", "/v1/media/nonsense", as: sara, headers: ["Upload-Offset": "0"]).status
                    == 404
            )
        }
    }

    @Test(.standardTimeLimit)
    func contentCountsRatherThanNameOrType() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let svg = Array("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".utf8)
            let script = try await server.upload(svg, name: "../../logo.svg", id: "svg", as: sara)
            #expect(script.media["kind"] as? String == "file" && script.media["fileName"] as? String == "logo.svg")
            #expect(script.media["mimeType"] as? String == "application/octet-stream")

            let photo = Pictures.tagged(Fixtures.jpeg, orientation: 6) + Array("<html><script>alert(1)</script>".utf8)
            let picture = try await server.upload(photo, name: "page.html", id: "jpeg", as: sara)
            #expect(picture.media["kind"] as? String == "image" && picture.media["mimeType"] as? String == "image/jpeg")
            #expect(picture.media["fileName"] as? String == "page.html.jpg")
            #expect(picture.media["width"] as? Int == 12 && picture.media["height"] as? Int == 24)
            #expect(picture.media["thumbnail"] as? Bool == true)
            for part in ["content", "thumbnail"] {
                let served = try await server.send("GET", "/v1/media/\(picture.mediaId)/\(part)", as: sara)
                #expect(served.status == 200 && served.headers["content-type"] == "image/jpeg")
                for trace in ["Exif", "GPS", "Eve", "script"] { #expect(!served.bytes.contains(text: trace)) }
            }

            let film = try await server.upload(VideoFixture.phone(), name: "squat.mov", id: "film", as: sara)
            #expect(film.media["kind"] as? String == "video" && film.media["mimeType"] as? String == "video/quicktime")
            let served = try await server.send("GET", "/v1/media/\(film.mediaId)/content", as: sara)
            #expect(!served.bytes.contains(text: "47.3"))
        }
    }

    @Test func aRefusedPictureIsAnErrorAndFreesItsId() async throws {
        try await TestServer.run { server in
            let sara = try await server.register("Sara", role: .client)
            let damaged = try await server.upload(Array(Fixtures.jpeg.prefix(200)), name: "a.jpg", id: "c1", as: sara)
            #expect(damaged.status == 400 && damaged.errorCode == "invalid_request")
            let bomb = try await server.upload(Pictures.bomb(), name: "a.png", id: "c1", as: sara)
            #expect(bomb.status == 413 && bomb.errorCode == "too_large")
            #expect(try await server.upload(Fixtures.jpeg, name: "a.jpg", id: "c1", as: sara).status == 201)
        }
    }

    @Test func withoutLibvipsOnlyPicturesAreRefused() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let worker = try await folder.script("worker", "exit 12")
        try await TestServer.run(configure: { $0.media.worker = worker }) { server in
            let sara = try await server.register("Sara", role: .client)
            let picture = try await server.upload(Fixtures.jpeg, name: "a.jpg", id: "c1", as: sara)
            #expect(picture.status == 503 && picture.errorCode == "unavailable")
            #expect(
                (picture.json["error"] as? [String: Any])?["message"] as? String
                    == ImageError.libraryMissing.spotterError.message
            )
            #expect(try await server.upload(Array("%PDF-1.4".utf8), name: "a.pdf", id: "c2", as: sara).status == 201)
        }
    }
}
