import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterServer
import Testing

/// Sara with something in every place, among what she may not read. Words that begin with `qz` are in one place only.
struct ExportStudio: Sendable {
    static let readable = [
        "yours to read", "qzown edited", "qzformer", "qzdraft", "qzreminder", "qzappointment", "qzquestion",
        "qzmine in the group", "qzscheduled", "qzcancelled",  // Sara was told that it is
    ]
    static let forbidden = [
        "qzdeleted", "qzgroup secret", "qzafter she left", "qznote about sara", "qzother chat", "qzalex's draft",
        "qzprivate note", "qztag", "qztemplate",
    ]

    let server: TestServer
    let alex: TestUser
    let sara: TestUser
    let direct: ChatID
    let hookSecret: String

    init(on server: TestServer) async throws {
        self.server = server
        (alex, sara, direct) = try await {
            let (alex, sara, chat) = try await server.pair()
            return (alex, sara, chat.id)
        }()
        hookSecret = "qzhook-secret-0123456789"
        try await talk()
        try await leaveGroup()
        try await plan()
        try await upload()
    }

    /// Exports somebody's data with their own password.
    static func export(_ user: TestUser, on server: TestServer) async throws -> ExportedArchive {
        let body = ["password": "secret-\(user.user.displayName)"]
        let answer = try await server.request("POST", "/v1/me/export", as: user, json: body)
        try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        return try ExportedArchive([UInt8](answer.body))
    }

    func export(_ user: TestUser) async throws -> ExportedArchive { try await Self.export(user, on: server) }

    // MARK: Steps

    @discardableResult
    private func post(_ path: String, as user: TestUser, _ json: [String: Any], _ method: String = "POST")
        async throws -> [String: Any]
    {
        let answer = try await server.request(method, path, as: user, json: json)
        #expect((200..<300).contains(answer.status), "\(path): \(String(decoding: answer.body, as: UTF8.self))")
        return answer.json
    }

    private func say(_ text: String, in chat: ChatID, as user: TestUser, more: [String: Any] = [:]) async throws
        -> String
    {
        let json = ["clientMessageId": UUID().uuidString, "text": text].merging(more) { $1 }
        let answer = try await post("/v1/chats/\(chat)/messages", as: user, json)
        return try #require((answer["message"] as? [String: Any])?["id"] as? String)
    }

    private func talk() async throws {
        let path = "/v1/chats/\(direct)/messages"
        let message = try await say("yours to read", in: direct, as: alex)
        try await post("\(path)/\(message)/reactions", as: sara, ["emoji": "👍"])
        let edited = try await say("qzformer text", in: direct, as: sara)
        try await post("\(path)/\(edited)", as: sara, ["text": "qzown edited"], "PATCH")
        let deleted = try await say("qzdeleted", in: direct, as: alex)
        _ = try await server.request("DELETE", "\(path)/\(deleted)", as: alex)
        try await post("/v1/chats/\(direct)/read", as: sara, ["seq": 1])
        try await post("/v1/chats/\(direct)/draft", as: sara, ["text": "qzdraft"], "PUT")
        try await post("/v1/chats/\(direct)/draft", as: alex, ["text": "qzalex's draft"], "PUT")
        let tom = try await server.register("Tom", role: .client)
        try await server.addClient(tom, of: alex)
        let other = try await server.server.messaging.chats.open(.direct(with: tom.id), by: alex.actor).chat
        _ = try await say("qzother chat", in: other.id, as: alex)
    }

    /// Sara answers in a group, and is removed from it.
    private func leaveGroup() async throws {
        let mike = try await server.register("Mike", role: .client)
        try await server.addClient(mike, of: alex)
        let group = try await server.server.messaging.chats.open(
            .group(name: "qzgroup secret name", with: [sara.id, mike.id]),
            by: alex.actor
        ).chat.id
        let said = try await say("qzgroup secret", in: group, as: alex)
        _ = try await say("qzmine in the group", in: group, as: sara, more: ["replyTo": said])
        _ = try await server.request("DELETE", "/v1/chats/\(group)/members/\(sara.id)", as: alex)
        _ = try await say("qzafter she left", in: group, as: alex)
    }

    private func plan() async throws {
        for (title, day) in [("qzappointment", 1), ("qzcancelled", 2)] {
            let event: [String: Any] = [
                "eventType": "call", "title": title, "clientId": "\(sara.id)",
                "startsAt": "2100-01-0\(day)T10:00:00.000Z", "endsAt": "2100-01-0\(day)T10:30:00.000Z",
            ]
            let made = try await post("/v1/calendar/events", as: alex, event)
            let id = try #require((made["event"] as? [String: Any])?["id"] as? String)
            guard title == "qzcancelled" else { continue }
            try await post("/v1/calendar/events/\(id)", as: alex, ["status": "cancelled"], "PATCH")
        }
        let due = "2100-01-01T10:00:00.000Z"
        let soon = SystemClock().now().adding(seconds: 86_400).description
        let note: [String: Any] = ["text": "qznote about sara", "dueAt": due, "clientId": "\(sara.id)"]
        try await post("/v1/reminders", as: alex, note)
        try await post("/v1/reminders", as: sara, ["text": "qzreminder", "dueAt": due])
        try await post("/v1/clients/\(sara.id)/notes", as: alex, ["text": "qzprivate note"], "PUT")
        let item = ["category": "goals", "text": "qzprofile item"]
        try await post("/v1/clients/\(sara.id)/profile/items", as: alex, item)
        let value: [String: Any] = ["kind": "lift", "value": 61.7, "detail": "qzlift"]
        try await post("/v1/clients/\(sara.id)/measures/points", as: alex, value)
        let checkIn: [String: Any] = [
            "title": "qzcheckin", "questions": [["kind": "text", "prompt": "qzprompt"]], "clientIds": ["\(sara.id)"],
            "when": "every Sunday at 18:00",
        ]
        try await post("/v1/check-ins", as: alex, checkIn)
        try await post("/v1/clients/\(sara.id)/tags", as: alex, ["tags": ["qztag"]], "PUT")
        try await post("/v1/templates", as: alex, ["name": "qztemplate", "text": "qztemplate {first}"])
        let later: [String: Any] = ["chatId": "\(direct)", "text": "qzscheduled", "sendAt": soon]
        try await post("/v1/scheduled-messages", as: sara, later)
        try await post("/v1/assistant/query", as: sara, ["message": "qzquestion?"])
        let hook = ["kind": "webhook", "url": ForeignObjectFixture.hook, "secret": hookSecret]
        try await post("/v1/me/notifications", as: sara, hook)
    }

    private func upload() async throws {
        for (user, name, content) in [
            (sara, "tr%C3%A4ningsplan%20f%C3%B6r%20v%C3%A5ren.txt", "sara's file"),
            (alex, "from%20alex.txt", "alex's file in the chat"), (alex, "private.txt", "qzdeleted private"),
        ] {
            let answer = try await RESTClient(baseURL: server.baseURL).request(
                "POST",
                "/v1/media?clientMediaId=\(name.utf8.count)&fileName=\(name)",
                token: user.accessToken.reveal(),
                headers: ["Content-Type": "text/plain"],
                body: content
            )
            let id = try #require((answer.json["media"] as? [String: Any])?["id"] as? String)
            if name.hasPrefix("from") { _ = try await say("here", in: direct, as: alex, more: ["mediaIds": [id]]) }
        }
    }
}
