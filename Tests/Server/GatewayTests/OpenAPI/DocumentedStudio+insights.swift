import Domain
import ServerTestKit
import Testing

/// What is to be done in a chat, and what a message suggests.
extension DocumentedStudio {
    func insights() async throws {
        let message = try await say("My knee hurts. Can you send me the plan by tomorrow?")
        try await say("Shall we have a call next week about the race?")
        let chat = ["chatId": direct]
        let path = "/v1/chats/{chatId}/insights"
        let read = try await http.call("GET", path, chat, token: trainer)
        let item = try #require(read["actionItems"]?.array?.first?["id"]?.string)
        #expect(read["meeting"]?["citation"]?["quote"]?.string?.contains("Shall we") == true)
        try await http.call("GET", path, chat, token: trainer, query: "?since=2026-03-01T00:00:00Z")
        try await http.call("GET", path, chat, token: trainer, query: "?since=x", status: 400)
        let items = "/v1/chats/{chatId}/action-items/{actionItemId}"
        let one = chat.merging(["actionItemId": item]) { one, _ in one }
        let done = try await http.call("PATCH", items, one, token: trainer, body: #"{"done":true}"#)
        #expect(done["actionItem"]?["done"]?.bool == true)
        let nothing = chat.merging(["actionItemId": "018f0000-0000-7000-8000-00000000dead"]) { one, _ in one }
        try await http.call("PATCH", items, nothing, token: trainer, body: #"{"done":true}"#, status: 404)
        let reminder = "/v1/messages/{messageId}/reminder-suggestion"
        let said = ["messageId": message]
        try await http.call("GET", reminder, said, token: trainer)
        let proposed = try await http.call("POST", reminder, said, token: trainer, body: "{}")
        #expect(proposed["proposals"]?.array?.first?["state"]?.string == "pending")
        try await http.call("POST", reminder, said, token: trainer, body: #"{"dueAt":"2020-01-01T09:00:00Z"}"#)
        let meetings = "/v1/chats/{chatId}/meeting-suggestions"
        let times = try await http.call("GET", meetings, chat, token: trainer, query: "?minutes=45")
        let start = try #require(times["slots"]?.array?.first?["startsAt"]?.string)
        let both = try await http.call("POST", meetings, chat, token: trainer, body: #"{"startsAt":"\#(start)"}"#)
        #expect(both["proposals"]?.array?.count == 2)
        try await http.call("GET", meetings, chat, token: client, status: 403)
        let asked = try await http.call("POST", "/v1/chats/{chatId}/meeting-votes", chat, token: trainer, body: "{}")
        #expect(asked["proposals"]?[0]?["arguments"]?["text"]?.string?.contains("2\u{FE0F}\u{20E3}") == true)
        let votes = "/v1/chats/{chatId}/messages/{messageId}/votes"
        let offer = #"{"clientMessageId":"votes","text":"1\#u{FE0F}\#u{20E3} Bench\n2\#u{FE0F}\#u{20E3} Squats"}"#
        let sent = try await http.call(
            "POST",
            "/v1/chats/{chatId}/messages",
            chat,
            token: trainer,
            body: offer,
            status: 201
        )
        let numbered = chat.merging(["messageId": sent["message"]?["id"]?.string ?? ""]) { one, _ in one }
        #expect(try await http.call("GET", votes, numbered, token: client)["options"]?.array?.count == 2)
        try await http.call("GET", votes, chat.merging(said) { one, _ in one }, token: trainer, status: 404)
        try await http.call("POST", "/v1/chats/{chatId}/summary", chat, token: trainer, body: "{}")
        try await week()
    }

    private func week() async throws {
        let page = try await http.call("GET", "/v1/assistant/week", token: trainer)
        let reason = try #require(page["people"]?.array?.first?["reasons"]?.array?.first?["id"]?.string)
        try await http.call("GET", "/v1/assistant/week", token: client, status: 403)
        let one = ["reasonId": reason]
        let path = "/v1/assistant/week/reasons/{reasonId}"
        let made = try await http.call("POST", "\(path)/draft", one, token: trainer, body: #"{"kind":"message"}"#)
        #expect(made["proposals"]?.array?.first?["tool"]?.string == "sendMessage")
        try await http.call("POST", "\(path)/draft", one, token: client, body: "{}", status: 403)
        try await http.call("PUT", "\(path)/dismissal", one, token: trainer, status: 204)
        try await http.call("POST", "\(path)/draft", one, token: trainer, body: "{}", status: 404)
        try await http.call("DELETE", "\(path)/dismissal", one, token: trainer, status: 204)
        let settings = "/v1/me/proactive"
        try await http.call("GET", settings, token: client, status: 403)
        try await http.call("GET", settings, token: trainer)
        let change = #"{"weekly":true,"weekday":"mon","hour":7}"#
        let changed = try await http.call("PATCH", settings, token: trainer, body: change)
        #expect(changed["nextAt"]?.string != nil)
        try await http.call("PATCH", settings, token: trainer, body: #"{"hour":24}"#, status: 400)
    }
}
