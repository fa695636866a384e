import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// A trainer's notes and tags reach nobody else, by no door.
@Suite(.standardTimeLimit) struct NotesSecrecyTests {
    private static let word = "qzpebble"

    @Test func noDoorTellsANote() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let other = try await server.register("Olga", role: .trainer)
            try await server.addClient(sara, of: other)
            func put(_ path: String, _ body: [String: Any]) async throws {
                #expect(try await server.request("PUT", path, as: alex, json: body).status == 200)
            }
            try await put("/v1/clients/\(sara.id)/notes", ["text": "\(Self.word) in her left knee"])
            try await put("/v1/clients/\(sara.id)/tags", ["tags": [Self.word]])
            let doors: [(String, String, [String: Any]?)] = [
                ("GET", "/v1/clients/\(sara.id)/notes", nil), ("GET", "/v1/tags", nil), ("GET", "/v1/me", nil),
                ("GET", "/v1/contacts", nil), ("GET", "/v1/users/\(sara.id)", nil), ("GET", "/v1/chats", nil),
                ("GET", "/v1/chats/\(chat.id)", nil), ("GET", "/v1/chats/\(chat.id)/messages", nil),
                ("GET", "/v1/inbox?snoozed=true", nil),
                ("POST", "/v1/search", ["query": "left knee stone", "mode": "text"]),
                ("POST", "/v1/assistant/query", ["message": "What is in Sara's left knee?"]),
                ("POST", "/v1/sync", ["positions": [String: Int]()]),
            ]
            for (method, path, body) in doors {
                for person in [sara, other] {
                    let json = try body.map {
                        String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
                    }
                    let answer = try await server.request(method, path, as: person, body: json)
                    let text = String(decoding: answer.body, as: UTF8.self)
                    #expect(!text.contains(Self.word), "\(method) \(path) for \(person.user.displayName)")
                }
            }
            // Not even the assistant of the trainer reads them.
            let asked = ["message": "What is in Sara's left knee?"]
            let answer = try await server.request("POST", "/v1/assistant/query", as: alex, json: asked)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains(Self.word))
            #expect(try await !ExportStudio.export(sara, on: server).text.contains(Self.word))
            #expect(try await ExportStudio.export(alex, on: server).text.contains(Self.word))
            let own = try await server.request("GET", "/v1/clients/\(sara.id)/notes", as: alex)
            #expect(String(decoding: own.body, as: UTF8.self).contains(Self.word))
        }
    }
}
