import Domain
import Foundation
import NIOCore
import NIOHTTP1
import ServerTestKit
import SpotterAPI
import Synchronization
import TestSupport
import Testing

@testable import SpotterClient

@Suite(.longTimeLimit) struct UploadTests {
    private static let bytes = Array((0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private func file(in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/training plan.bin"
        try Data(Self.bytes).write(to: URL(filePath: path))
        return path
    }

    private func api(_ user: TestUser, _ server: TestServer) -> SpotterHTTP {
        let grant = AuthGrant(
            user: user.user,
            accessToken: user.accessToken,
            refreshToken: user.refreshToken,
            expiresAt: .latest
        )
        return SpotterHTTP(server: server.address, session: MemorySession(grant))
    }

    private final class Reports: Sendable {
        private let reports = Mutex<[Int64]>([])
        var all: [Int64] { reports.withLock { $0 } }
        func add(_ done: Int64) { reports.withLock { $0.append(done) } }
    }

    @Test func aFileGoesInPiecesAndIsThereOnce() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = try file(in: folder)
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let api = api(alex, server)
            let reports = Reports()
            let upload = try await api.upload(path: path, clientMediaId: "c1") { done, _ in reports.add(done) }
            #expect(upload.state == .ready && upload.fileName == "training plan.bin")
            #expect(reports.all == [0, 4 << 20, 8 << 20, 9_000_000])
            let again = try await api.upload(FileAttachment(clientMediaId: "c1", path: path, fileName: "x")) { _, _ in }
            #expect(again == upload.id)

            let draft = Draft(chatId: chat.id, clientMessageId: "m1", text: "", mediaIds: [upload.id])
            #expect(try await api.send(draft).media.map(\.id) == [upload.id])
            let copy = "\(folder.path)/copy"
            try await self.api(sara, server).download(upload.id, to: copy)
            #expect(FileManager.default.contentsEqual(atPath: path, andPath: copy))
            #expect(try await self.api(sara, server).media(upload.id).size == 9_000_000)
        }
    }

    @Test func itGoesOnWhereAnotherProcessStopped() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = try file(in: folder)
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let begun = try await server.request(
                "POST",
                "/v1/media",
                as: alex,
                json: ["clientMediaId": "c1", "fileName": "training plan.bin", "size": Self.bytes.count]
            )
            let id = try #require((begun.json["media"] as? [String: Any])?["id"] as? String)
            var call = HTTPCall(method: .PATCH, path: "/v1/media/\(id)")
            call.headers = [("Upload-Offset", "0")]
            call.bytes = ByteBuffer(bytes: Self.bytes.prefix(1_000_000))
            try await api(alex, server).send(call)
            let reports = Reports()
            let upload = try await api(alex, server).upload(path: path, clientMediaId: "c1") { done, _ in
                reports.add(done)
            }
            #expect(upload.id.description == id && upload.state == .ready)
            #expect(reports.all.first == 1_000_000)
            try await api(alex, server).download(upload.id, to: "\(folder.path)/copy")
            #expect(FileManager.default.contentsEqual(atPath: path, andPath: "\(folder.path)/copy"))
        }
    }

    @Test func aFileThatIsNotThereSaysSo() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let error = await #expect(throws: ClientError.self) {
                try await api(alex, server).upload(path: "/nowhere/a.jpg", clientMediaId: "c1")
            }
            #expect(error?.description == "can't read the file /nowhere/a.jpg: no such file")
            #expect(error?.isTransient == false)
        }
    }
}
