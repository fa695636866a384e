import Foundation
import ServerHarness
import ServerTestKit
import Testing

/// A trainer, clients and their group on a server of another process; the tokens outlive its end.
struct Team: Sendable {
    let tokens: [String]
    let chatId: String

    static func make(on server: ServerProcess, clients: Int) async throws -> Team {
        let http = server.http
        var tokens: [String] = []
        var ids: [String] = []
        for index in 0...clients {
            let answer = try await http.request(
                "POST",
                "/v1/auth/register",
                json: [
                    "email": "p\(index)@example.com", "password": "secret-\(index)", "displayName": "Person \(index)",
                    "role": index == 0 ? "trainer" : "client",
                ]
            )
            tokens.append(try #require(answer.json["accessToken"] as? String))
            ids.append(try #require((answer.json["user"] as? [String: Any])?["id"] as? String))
            guard index > 0 else { continue }
            let email = ["email": "p\(index)@example.com"]
            let asked = try await http.request("POST", "/v1/contacts", token: tokens[0], json: email)
            let request = try #require((asked.json["contact"] as? [String: Any])?["id"] as? String)
            let accepted = try await http.request(
                "POST",
                "/v1/contacts/requests/\(request)/accept",
                token: tokens[index]
            )
            #expect(asked.status == 202 && accepted.status == 200)
        }
        let group = try await http.request(
            "POST",
            "/v1/chats",
            token: tokens[0],
            json: ["kind": "group", "name": "Everybody", "memberIds": Array(ids.dropFirst())]
        )
        return Team(tokens: tokens, chatId: try #require((group.json["chat"] as? [String: Any])?["id"] as? String))
    }

    /// The chat's whole history by pages.
    func history(on server: ServerProcess) async throws -> [StoredMessage] {
        var all: [StoredMessage] = []
        while true {
            let path = "/v1/chats/\(chatId)/messages?after=\(all.last?.seq ?? 0)&limit=200"
            let answer = try await server.http.request("GET", path, token: tokens[0])
            let page = try #require(answer.json["messages"] as? [[String: Any]])
            all += try page.map { try #require(StoredMessage($0)) }
            guard answer.json["hasMore"] as? Bool == true else { return all }
        }
    }
}

/// What identifies a message for ever.
struct StoredMessage: Sendable, Hashable {
    let id: String
    let seq: Int64
    let clientMessageId: String
    let text: String

    init?(_ json: [String: Any]) {
        guard let id = json["id"] as? String, let seq = json["seq"] as? NSNumber,
            let clientMessageId = json["clientMessageId"] as? String, let text = json["text"] as? String
        else { return nil }
        self.id = id
        self.seq = seq.int64Value
        self.clientMessageId = clientMessageId
        self.text = text
    }
}
