import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Gone is gone, on disk too: distinctive words are written by every door, deleted, and searched for in every byte of the
/// folder. What may stay is listed in docs/operating.md; none of these words is.
@Suite(.longTimeLimit)
struct ErasureTests {
    /// A word for each place that holds text. No stemmer shortens them.
    fileprivate enum Word: Int, CaseIterable {
        case message, edit, draft, name, address, question, conversation, title, reminder, ownReminder, event, prospect,
            sent
        case fileName, fileBytes, group, groupMessage, accountMessage

        var sentinel: Sentinel { Sentinel(rawValue, "qv\(Self.tails[rawValue])xw") }

        private static let tails = [
            "msga", "edtb", "drft", "name", "mail", "askd", "conv", "titl", "remd", "reme", "evnt", "pros", "sent",
            "file",
            "byte", "grup", "gmsg", "amsg",
        ]
    }

    private struct Door {
        let http: RESTClient
        let token: String

        @discardableResult
        func call(_ method: String, _ path: String, _ json: [String: Any]? = nil) async throws -> [String: Any] {
            let answer =
                if let json {
                    try await http.request(method, path, token: token, json: json)
                } else {
                    try await http.request(method, path, token: token)
                }
            try #require((200..<300).contains(answer.status), "\(method) \(path): \(answer.status) \(answer.body)")
            return answer.status == 204 ? [:] : answer.json
        }

        func id(of key: String, _ method: String, _ path: String, _ json: [String: Any]) async throws -> String {
            let answer = try await call(method, path, json)
            return try #require((answer[key] as? [String: Any])?["id"] as? String)
        }

        func say(_ text: String, in chat: String, media: [String] = []) async throws -> String {
            var body: [String: Any] = ["clientMessageId": UUID().uuidString, "text": text]
            if !media.isEmpty { body["mediaIds"] = media }
            return try await id(of: "message", "POST", "/v1/chats/\(chat)/messages", body)
        }

        func ask(_ text: String) async throws -> [String: Any] {
            let answer = try await http.request(
                "POST",
                "/v1/assistant/query",
                token: token,
                headers: ["Accept": "application/json", "Content-Type": "application/json"],
                body: String(decoding: try JSONSerialization.data(withJSONObject: ["message": text]), as: UTF8.self)
            )
            try #require(answer.status == 200, "\(answer.body)")
            return answer.json
        }
    }

    @Test func nothingOfWhatWasDeletedIsLeftInAnyFile() async throws {
        let words = Word.allCases.map(\.sentinel)
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder)
        let team = try await Team.make(on: server, clients: 2)
        let people = team.tokens.map { Door(http: server.http, token: $0) }
        let (coach, anna, last) = (people[0], people[1], people[2])
        let ids = try await people.asyncMap { try #require(try await $0.call("GET", "/v1/me").userId) }
        try await anna.call("PATCH", "/v1/me", ["displayName": "Anna \(Word.name)"])
        let chat = try await coach.id(of: "chat", "POST", "/v1/chats", ["kind": "direct", "memberIds": [ids[1]]])
        let media = try await upload(by: anna)

        // Every word is written, and is found.
        let message = try await anna.say("My knee has a \(Word.message)", in: chat)
        try await anna.call("PATCH", "/v1/chats/\(chat)/messages/\(message)", ["text": "Now it's \(Word.edit)"])
        let shown = try await anna.say("", in: chat, media: [media])
        _ = try await anna.say("Hers is \(Word.accountMessage)", in: team.chatId)
        try await anna.call("PUT", "/v1/chats/\(chat)/draft", ["text": "Perhaps \(Word.draft)"])
        _ = try await coach.ask("Who said \(Word.edit) \(Word.question)?")
        let other = try await coach.ask("What of \(Word.conversation)?")
        let conversation = try #require(other["conversationId"] as? String)
        try await coach.call("PATCH", "/v1/assistant/conversations/\(conversation)", ["title": "On \(Word.title)"])
        let proposed = try await coach.ask("Send Anna \(Word.name): \"\(Word.sent)\"")
        let proposal = try #require((proposed["proposals"] as? [[String: Any]])?.first?["id"] as? String, "\(proposed)")
        let done = try await coach.call("POST", "/v1/assistant/proposals/\(proposal)/confirm")
        let sent = try #require((done["result"] as? [String: Any])?["messageId"] as? String)
        let reminder = try await coach.id(
            of: "reminder",
            "POST",
            "/v1/reminders",
            ["text": "\(Word.reminder)", "dueAt": "2099-01-01T09:00:00Z"]
        )
        _ = try await anna.id(
            of: "reminder",
            "POST",
            "/v1/reminders",
            ["text": "\(Word.ownReminder)", "dueAt": "2099-01-01T09:00:00Z"]
        )
        let event = try await coach.id(
            of: "event",
            "POST",
            "/v1/calendar/events",
            [
                "eventType": "training", "title": "\(Word.event)", "startsAt": "2099-01-01T09:00:00Z",
                "endsAt": "2099-01-01T10:00:00Z", "clientId": ids[2],
            ]
        )
        let prospect = try await coach.id(
            of: "prospect",
            "POST",
            "/v1/prospects",
            ["displayName": "Mr \(Word.prospect)"]
        )
        _ = try await coach.ask("Schedule a call with Mr \(Word.prospect) tomorrow at 10")
        try await coach.call("PATCH", "/v1/chats/\(team.chatId)", ["name": "The \(Word.group)"])
        _ = try await last.say("In the group: \(Word.groupMessage)", in: team.chatId)
        let stranger = try await register("\(Word.address)@example.com", on: server)
        #expect(words.found(in: folder.path) == Set(words))

        // Whoever takes part was told of it.
        let told = try await last.call("GET", "/v1/notices")
        #expect("\(told)".contains("\(Word.event)"))

        // Everything is deleted.
        for (door, id) in [(anna, message), (anna, shown), (coach, sent)] {
            try await door.call("DELETE", "/v1/chats/\(chat)/messages/\(id)")
        }
        try await coach.call("DELETE", "/v1/assistant/conversations/\(conversation)")
        try await coach.call("DELETE", "/v1/reminders/\(reminder)")
        try await coach.call("DELETE", "/v1/calendar/events/\(event)")
        try await coach.call("DELETE", "/v1/prospects/\(prospect)")
        try await anna.call("DELETE", "/v1/me", ["password": "secret-1"])
        try await stranger.call("DELETE", "/v1/me", ["password": "secret-9"])
        for (door, id) in [(coach, ids[0]), (last, ids[2])] {
            try await door.call("DELETE", "/v1/chats/\(team.chatId)/members/\(id)")
        }

        let after = try await last.call("GET", "/v1/notices?all=true")
        #expect((after["notices"] as? [Any])?.count == 2 && !"\(after)".contains("\(Word.event)"))

        // Within a minute, while the server runs.
        let left = await words.left(in: folder.path)
        #expect(left == [], "in the files of a running server")
        #expect(await server.stop().status == 0)
        #expect(words.found(in: folder.path) == [])
        try await server.restart()
        #expect(words.found(in: folder.path) == [])
        await server.stop()
    }

    private func upload(by door: Door) async throws -> String {
        let answer = try await door.http.request(
            "POST",
            "/v1/media?clientMediaId=1&fileName=\(Word.fileName).txt",
            token: door.token,
            headers: ["Content-Type": "text/plain"],
            body: "These bytes hold \(Word.fileBytes)."
        )
        try #require((200..<300).contains(answer.status), "\(answer.body)")
        return try #require((answer.json["media"] as? [String: Any])?["id"] as? String)
    }

    private func register(_ email: String, on server: ServerProcess) async throws -> Door {
        let answer = try await server.http.request(
            "POST",
            "/v1/auth/register",
            json: ["email": email, "password": "secret-9", "displayName": "A stranger", "role": "client"]
        )
        return Door(http: server.http, token: try #require(answer.json["accessToken"] as? String))
    }
}

extension ErasureTests.Word: CustomStringConvertible {
    var description: String { sentinel.word }
}

extension [String: Any] {
    fileprivate var userId: String? { (self["user"] as? [String: Any])?["id"] as? String ?? self["id"] as? String }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
