import Domain
import Foundation
import ServerTestKit
import Testing

/// What a coach plans, and who waits for an answer.
extension DocumentedStudio {
    func inbox() async throws {
        try await say("Are you there?")
        let chat = ["chatId": direct]
        let waiting = try await http.call("GET", "/v1/inbox", token: trainer)
        #expect(waiting["items"]?.array?.first?["chatId"]?.string == direct)
        try await http.call("POST", "/v1/inbox/{chatId}/snooze", chat, token: trainer, body: #"{"minutes":60}"#)
        let snoozed = try await http.call("GET", "/v1/inbox", token: trainer, query: "?snoozed=true")
        #expect(snoozed["items"]?.array?.first?["snoozedUntil"]?.string != nil)
        try await http.call("POST", "/v1/inbox/{chatId}/snooze", chat, token: trainer, body: "{}", status: 400)
        try await http.call("DELETE", "/v1/inbox/{chatId}/snooze", chat, token: trainer)
        try await http.call("POST", "/v1/inbox/{chatId}/done", chat, token: trainer)
        try await http.call("DELETE", "/v1/inbox/{chatId}/done", chat, token: trainer)
        let group = ["chatId": group]
        let only = try await http.call(
            "PATCH",
            "/v1/chats/{chatId}",
            group,
            token: trainer,
            body: #"{"announcement":true}"#
        )
        #expect(only["chat"]?["announcement"]?.bool == true)
        try await http.call(
            "POST",
            "/v1/chats/{chatId}/messages",
            group,
            token: client,
            body: #"{"clientMessageId":"quiet","text":"May I?"}"#,
            status: 403
        )
        try await http.call("PATCH", "/v1/chats/{chatId}", group, token: trainer, body: #"{"announcement":false}"#)
    }

    func scheduling() async throws {
        let path = "/v1/scheduled-messages"
        let body = """
            {"chatId":"\(direct)","clientMessageId":"s1","text":"How was it?","when":"every Monday at 8am","stopOnReply":true,
             "quietHours":{"from":"22:00","to":"07:00"}}
            """
        let made = try await http.call("POST", path, token: trainer, body: body, status: 201)
        try await http.call("POST", path, token: trainer, body: body, status: 200)
        let id = ["scheduledMessageId": try #require(made["scheduledMessage"]?["id"]?.string)]
        try await http.call("GET", path, token: trainer)
        try await http.call("GET", path + "/{scheduledMessageId}", id, token: trainer)
        let change = #"{"text":"How was the week?","sendAt":"2026-03-20T10:00:00Z","rrule":null,"quietHours":null}"#
        try await http.call("PATCH", path + "/{scheduledMessageId}", id, token: trainer, body: change)
        try await http.call("DELETE", path + "/{scheduledMessageId}", id, token: trainer, status: 204)
        let vague = #"{"chatId":"\#(direct)","text":"x"}"#
        try await http.call("POST", path, token: trainer, body: vague, status: 400)
        let hours = #"{"quietHours":{"from":"22:00","to":"07:00"}}"#
        try await http.call("PUT", "/v1/me/quiet-hours", token: client, body: hours)
        try await http.call("GET", "/v1/me/quiet-hours", token: client)
        try await http.call("PUT", "/v1/me/quiet-hours", token: client, body: #"{"quietHours":null}"#)
    }

    func profiles() async throws {
        let person = ["userId": "\(sara.id)"]
        let path = "/v1/clients/{userId}/profile"
        let body = #"{"category":"equipment","text":"Two dumbbells of 10 kg"}"#
        let made = try await http.call("POST", path + "/items", person, token: trainer, body: body, status: 201)
        let item = person.merging(["itemId": try #require(made["item"]?["id"]?.string)]) { one, _ in one }
        let change = #"{"text":"Two dumbbells of 12 kg","status":"resolved"}"#
        try await http.call("PATCH", path + "/items/{itemId}", item, token: trainer, body: change)
        try await http.call("PATCH", path + "/items/{itemId}", item, token: trainer, body: #"{"text":""}"#, status: 400)
        let read = try await http.call("GET", path, person, token: trainer)
        #expect(read["items"]?.array?.contains { $0["createdBy"]?.string == "manual" } == true)
        try await http.call("GET", path, person, token: client, status: 403)
        try await http.call("POST", path + "/review", person, token: trainer)
        try await http.call("POST", path + "/rebuild", person, token: trainer, status: 202)
        try await http.call("DELETE", path + "/items/{itemId}", item, token: trainer, status: 204)
        try await http.call("DELETE", path + "/items/{itemId}", item, token: trainer, status: 404)
        let profiles = try await http.call("GET", "/v1/me/profile", token: client)
        let coach = ["trainerId": try #require(profiles["profiles"]?.array?.first?["trainerId"]?.string)]
        let mine = "/v1/me/profile/{trainerId}/items"
        let own = try await http.call("POST", mine, coach, token: client, body: body, status: 201)
        let ownItem = coach.merging(["itemId": try #require(own["item"]?["id"]?.string)]) { one, _ in one }
        try await http.call("PATCH", mine + "/{itemId}", ownItem, token: client, body: #"{"status":"superseded"}"#)
        try await http.call("DELETE", mine + "/{itemId}", ownItem, token: client, status: 204)
    }

    func coaching() async throws {
        let path = "/v1/templates"
        let body = #"{"name":"check-in","text":"Hi {first}, how was {what}?"}"#
        let made = try await http.call("POST", path, token: trainer, body: body, status: 201)
        let id = try #require(made["template"]?["id"]?.string)
        let template = ["templateId": id]
        try await http.call("GET", path, token: trainer)
        try await http.call("PATCH", path + "/{templateId}", template, token: trainer, body: #"{"name":"weekly"}"#)
        let fill = #"{"userId":"\#(sara.id)","slots":{"what":"the run"}}"#
        let text = try await http.call("POST", path + "/{templateId}/render", template, token: trainer, body: fill)
        #expect(text["text"]?.string == "Hi Sara, how was the run?")
        let person = ["userId": "\(sara.id)"]
        let notes = "/v1/clients/{userId}/notes"
        try await http.call("PUT", notes, person, token: trainer, body: #"{"text":"Left knee"}"#)
        try await http.call("GET", notes, person, token: trainer)
        try await http.call("GET", notes, person, token: client, status: 403)
        try await http.call("PUT", "/v1/clients/{userId}/tags", person, token: trainer, body: #"{"tags":["knee"]}"#)
        try await http.call("GET", "/v1/tags", token: trainer)
        let broadcast = """
            {"id":"018f0000-0000-7000-8000-0000000000bb","templateId":"\(id)","slots":{"what":"it"},"tag":"knee"}
            """
        try await http.call("POST", "/v1/broadcasts", token: trainer, body: broadcast, status: 201)
        try await http.call("POST", "/v1/broadcasts", token: trainer, body: broadcast, status: 200)
        let unfilled = #"{"text":"{weight}?","userIds":["\#(sara.id)"]}"#
        let refused = try await http.call("POST", "/v1/broadcasts", token: trainer, body: unfilled, status: 400)
        #expect(refused["error"]?["message"]?.string?.contains("{weight}") == true)
        try await http.call("DELETE", path + "/{templateId}", template, token: trainer, status: 204)
    }
}
