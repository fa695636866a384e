import Domain
import Foundation
import ServerTestKit
import Storage
import TestSupport
import Testing

@testable import SpotterServer

/// A full disk and a damaged database, at every door.
@Suite(.standardTimeLimit) struct StorageTroubleTests {
    private static let text = String(repeating: "x", count: 9000)

    private func ready(_ server: TestServer) async throws -> (status: Int, reasons: [String]) {
        let answer = try await server.request("GET", "/readyz")
        return (answer.status, answer.json["reasons"] as? [String] ?? [])
    }

    @Test(.onSQLite("a PostgreSQL has a disk of its own")) func aFullDiskIsSaidAtEveryDoorAndHealsByItself()
        async throws
    {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)/messages"
            let (socket, _) = try await server.open(client)
            #expect(try await ready(server) == (200, []))
            // As many pages as there are: SQLite answers as on a disk without space.
            let database = server.server.database
            try await database.write { connection in
                let pages = try connection.first("PRAGMA page_count") { try $0.int(0) } ?? 0
                _ = try connection.first("PRAGMA max_page_count = \(pages)") { try $0.int(0) }
            }
            var status = 201
            var refused: RESTResponse?
            for number in 0..<50 where status == 201 {
                let body: [String: Any] = ["clientMessageId": "m\(number)", "text": Self.text]
                let answer = try await server.request("POST", path, as: trainer, json: body)
                (status, refused) = (answer.status, answer)
            }
            #expect(status == 507 && refused?.errorCode == "storage_full")
            let error = refused?.json["error"] as? [String: Any]
            #expect(error?["retryable"] as? Bool == true && (error?["message"] as? String)?.contains("full") == true)
            try socket.send(
                ["type": "message.send", "id": "1", "chatId": "\(chat.id)", "clientMessageId": "s", "text": Self.text]
            )
            let frame = try await socket.next { $0.type == "error" }
            #expect(frame.errorCode == "storage_full")
            #expect(try await server.request("GET", path, as: client).status == 200, "reads go on")
            #expect(try await server.request("GET", "/healthz").status == 200, "the process lives")
            try await database.write { connection in
                _ = try connection.first("PRAGMA max_page_count = 1000000") { try $0.int(0) }
            }
            let again: [String: Any] = ["clientMessageId": "again", "text": Self.text]
            #expect(try await server.request("POST", path, as: trainer, json: again).status == 201)
        }
    }

    @Test(.onSQLite("PostgreSQL looks after its pages")) func damageStopsSendingAndLeavesReading() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)/messages"
            try #require(server.server.database as? SQLiteDatabase).health.declareDamaged("tried by a test")
            let refused = try await server.request(
                "POST",
                path,
                as: trainer,
                json: ["clientMessageId": "1", "text": "hello"]
            )
            #expect(refused.status == 503 && refused.errorCode == "storage_damaged")
            #expect((refused.json["error"] as? [String: Any])?["retryable"] as? Bool == false)
            #expect(try await server.request("GET", path, as: client).status == 200)
            let state = try await ready(server)
            #expect(state.status == 503 && state.reasons.first?.contains("damaged") == true)
        }
    }

    @Test func aDiskThatIsNearlyFullIsNotReady() async throws {
        try await TestServer.run(configure: { $0.diskFloor = .max }) { server in
            let state = try await ready(server)
            #expect(state.status == 503 && state.reasons.first?.contains("nearly full") == true)
            #expect(try await server.request("GET", "/healthz").status == 200)
        }
    }
}
