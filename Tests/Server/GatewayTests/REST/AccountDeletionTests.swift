import Accounts
import Assistant
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import SpotterServer

/// A deleted account over the wire, and what is left of it on the disk.
@Suite(.standardTimeLimit) struct AccountDeletionTests {
    private static let name = "Qunila Zorbwick"
    private static let email = "qunila.private@example.com"
    /// Not in the stemmer's reach, so that the index holds them as they are.
    private static let words = ["qzmarker1", "qzmarker2", "qzmarker3"]

    @Test func closesSocketsAndTellsTheOthers() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let own = try await server.open(client).socket
            let other = try await server.open(trainer).socket
            let path = "/v1/chats/\(chat.id)/messages"
            let draft = ["clientMessageId": "1", "text": "hello"]
            #expect(try await server.request("POST", path, as: client, json: draft).status == 201)
            let wrong = try await server.request("DELETE", "/v1/me", as: client, json: ["password": "guess!"])
            #expect(wrong.status == 401 && wrong.errorCode == "invalid_credentials")
            let gone = try await server.request("DELETE", "/v1/me", as: client, json: ["password": "secret-Sara"])
            #expect(gone.status == 204 && gone.body.isEmpty)
            #expect(await own.rest().last?.closeCode == 4501)
            _ = try await other.next("user.updated")
            #expect(try await other.next("message.deleted").json["seq"] as? Int == 2)
            #expect(try await other.next("member.changed").json["seq"] as? Int == 3)
            #expect(try await server.request("GET", "/v1/me", as: client).status == 401)
            #expect(try await server.request("GET", "/v1/users/\(client.id)", as: trainer).status == 404)
            let again = try await server.request(
                "POST",
                "/v1/auth/register",
                json: ["email": "sara@example.com", "password": "secret", "displayName": "Sara", "role": "client"]
            )
            #expect(again.status == 201)
        }
    }

    /// Nothing of them is in any table, the full-text index's own included; only the audit log is append-only.
    @Test(.onSQLite("it reads the tables of the full text, which are SQLite's"), arguments: Role.allCases)
    func leavesNothingOnTheDisk(role: Role) async throws {
        try await TestServer.run { server in
            let leaver = try await server.register(Self.name, role: role, email: Self.email)
            let other = try await server.register("Alex", role: role == .trainer ? .client : .trainer)
            let (trainer, client) = role == .trainer ? (leaver, other) : (other, leaver)
            try await fill(server, leaver, trainer: trainer, client: client)
            let sought = Self.words + [Self.name, Self.email, "qzprivate"]
            let before = try await places(of: sought, in: server)
            #expect(Set(before.keys) == Set(sought), "the test would find what is there")
            #expect(before["qzmarker1"]?.contains("messages_fts_data") == true)
            let gone = try await server.request(
                "DELETE",
                "/v1/me",
                as: leaver,
                json: ["password": "secret-\(Self.name)"]
            )
            #expect(gone.status == 204)
            #expect(try await places(of: sought, in: server) == [:])
            #expect(try await server.server.useCases.audit.verify().isIntact)
        }
    }

    // MARK: Steps

    /// Something of the leaver's in as many tables as there are.
    private func fill(_ server: TestServer, _ leaver: TestUser, trainer: TestUser, client: TestUser) async throws {
        try await server.addClient(client, of: trainer)
        let messaging = server.server.messaging
        let chat = try await messaging.chats.open(.direct(with: client.id), by: trainer.actor).chat
        let path = "/v1/chats/\(chat.id)/messages"
        for (number, word) in Self.words.enumerated() {
            let draft = ["clientMessageId": "\(number)", "text": "my knee \(word) hurts"]
            #expect(try await server.request("POST", path, as: leaver, json: draft).status == 201)
        }
        let edited = try await server.request(
            "POST",
            path,
            as: leaver,
            json: ["clientMessageId": "e", "text": "qzprivate first"]
        )
        let id = try #require((edited.json["message"] as? [String: Any])?["id"] as? String)
        #expect(try await server.request("PATCH", "\(path)/\(id)", as: leaver, json: ["text": "other"]).status == 200)
        let draft = try await server.request(
            "PUT",
            "/v1/chats/\(chat.id)/draft",
            as: leaver,
            json: ["text": "qzprivate draft"]
        )
        #expect(draft.status == 200)
        let other = leaver.id == trainer.id ? client : trainer
        for asker in [leaver, other] {
            // What others ask in their own words is theirs; the answers quote the leaver.
            let question = ["message": asker.id == leaver.id ? "Who said qzprivate?" : "What was said about the knee?"]
            #expect(try await server.request("POST", "/v1/assistant/query", as: asker, json: question).status == 200)
        }
        _ = try await messaging.accounts.issueReset(for: Self.email)
        let event: [String: Any] = [
            "eventType": "call", "title": "Call with \(Self.name)", "clientId": "\(client.id)",
            "startsAt": "2100-01-01T10:00:00.000Z", "endsAt": "2100-01-01T10:30:00.000Z",
        ]
        #expect(try await server.request("POST", "/v1/calendar/events", as: trainer, json: event).status == 201)
        let reminder: [String: Any] = [
            "text": "Ask \(Self.name)", "dueAt": "2100-01-01T10:00:00.000Z", "clientId": "\(client.id)",
        ]
        #expect(try await server.request("POST", "/v1/reminders", as: trainer, json: reminder).status == 201)
        if leaver.id == trainer.id {
            let prospect = try await server.request(
                "POST",
                "/v1/prospects",
                as: trainer,
                json: ["displayName": "qzprivate"]
            )
            #expect(prospect.status == 201)
        }
        #expect(
            try await server.request("POST", "/v1/invitations", as: trainer, json: ["email": Self.email]).status == 201
        )
    }

    /// In which tables each text is found, as characters or as bytes.
    private func places(of texts: [String], in server: TestServer) async throws -> [String: Set<String>] {
        try await server.server.database.read { connection in
            let tables = try connection.query(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'audit%'"
            ) { try $0.text(0) }
            var found: [String: Set<String>] = [:]
            for table in tables {
                let columns = try connection.query("SELECT name FROM pragma_table_info($1)", table) { try $0.text(0) }
                let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
                try connection.forEach("SELECT \(list) FROM \"\(table)\"", []) { row in
                    for column in columns.indices {
                        let bytes: [UInt8]
                        switch row.value(column) {
                        case .text(let text): bytes = Array(text.utf8)
                        case .blob(let blob): bytes = blob
                        default: continue
                        }
                        for text in texts where Data(bytes).range(of: Data(text.utf8)) != nil {
                            found[text, default: []].insert(table)
                        }
                    }
                    return true
                }
            }
            return found
        }
    }
}
