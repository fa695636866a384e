import Accounts
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Calendar, assistant, notifications, administration, other apps' functions, and how it ends.
extension DocumentedStudio {
    func invitations() async throws {
        let own = try await http.server.register("Vera", role: .client).accessToken.reveal()
        let admin = try await http.server.server.messaging.adminTokens.replace().reveal()
        for (path, token) in [("/v1/invitations", trainer), ("/v1/admin/invitations", admin)] {
            let unused = try await http.call("POST", path, token: token, body: "{}", status: 201)
            try await http.call("GET", path, token: token)
            let parameter = token == admin ? "invitationId" : "invitation"
            let id = [parameter: try #require(unused["invitation"]?["id"]?.string)]
            try await http.call("DELETE", path + "/{\(parameter)}", id, token: token, status: 204)
        }
        let invited = try await http.call("POST", "/v1/invitations", token: trainer, body: "{}", status: 201)
        let code = #"{"code":"\#(try #require(invited["invitation"]?["code"]?.string))"}"#
        let shown = ["invitation": try #require(invited["invitation"]?["code"]?.string)]
        try await http.call("GET", "/v1/invitations/{invitation}", shown, token: nil)
        let photo = "/v1/invitations/{invitation}/photo"
        try await http.call("GET", photo, shown, token: nil, status: 404)
        let face = #"{"photoMediaId":"\#(try await uploadPicture(as: trainer))"}"#
        try await http.call("PATCH", "/v1/me", token: trainer, body: face)
        try await http.call("GET", photo, shown, token: nil)
        try await http.call("PATCH", "/v1/me", token: trainer, body: #"{"photoMediaId":null}"#)
        try await http.call("POST", "/v1/invitations/accept", token: own, body: code)
        try await http.call("GET", "/v1/invitations/{invitation}", shown, token: nil, status: 404)
        try await http.call("GET", "/v1/admin/registration", token: admin)
        try await http.call("PUT", "/v1/admin/registration", token: admin, body: #"{"mode":"closed"}"#)
    }

    func keys() async throws {
        let body = #"{"name":"Bot","scopes":["messages:read"]}"#
        let made = try await http.call("POST", "/v1/keys", token: trainer, body: body, status: 201)
        try await http.call("GET", "/v1/keys", token: trainer)
        let id = ["keyId": try #require(made["key"]?["id"]?.string)]
        try await http.call("DELETE", "/v1/keys/{keyId}", id, token: trainer, status: 204)
    }

    /// Settings, and two seconds of silence.
    func voice() async throws {
        try await http.call("GET", "/v1/me/voice", token: client)
        let settings =
            #"{"ttsVoice":"Samantha","ttsRate":0.6,"transcriptionLanguage":"en","transcribeMyMessages":true}"#
        try await http.call("PATCH", "/v1/me/voice", token: client, body: settings)
        let path = "/v1/audio/transcriptions"
        let type = ["Content-Type": "audio/wav"]
        let silence = TestRecording.text(seconds: 2)
        try await http.call("POST", path, token: client, query: "?language=en", headers: type, body: silence)
    }

    private func feed() async throws {
        let made = try await http.call("GET", "/v1/calendar/feed", token: trainer)
        let url = try #require(made["url"]?.string)
        let name = try #require(url.split(separator: "/").last.map(String.init))
        try await http.call("GET", "/calendar/feeds/{feed}", ["feed": name], token: nil)
        try await http.call("DELETE", "/v1/calendar/feed", token: trainer, status: 204)
        try await http.call("GET", "/calendar/feeds/{feed}", ["feed": name], token: nil, status: 404)
    }

    /// - Parameter url: of a server that has a calendar wherever it's asked.
    func calendarPush(to url: String) async throws {
        let path = "/v1/calendar/push"
        try await http.call("GET", path, token: trainer)
        let target = #"{"url":"\#(url)/alex/","username":"alex","password":"lantern 7"}"#
        let made = try await http.call("PUT", path, token: trainer, body: target)
        #expect(made["push"]?["url"]?.string == "\(url)/alex/" && !made.text.contains("lantern"))
        let begun = try await http.call("POST", "\(path)/google", token: trainer)
        let code = #"{"state":"\#(begun["state"]?.string ?? "")","code":"4/0Ab"}"#
        let connected = try await http.call("PUT", "\(path)/google", token: trainer, body: code)
        #expect(connected["push"]?["kind"]?.string == "google" && connected["google"] == .bool(true))
        try await http.call("DELETE", path, token: trainer, status: 204)
    }

    private func recurringEvents() async throws {
        let weekly = """
            {"eventType":"training","clientId":"\(sara.id)","startsAt":"2026-03-17T10:00:00Z",
             "endsAt":"2026-03-17T11:00:00Z","rrule":"FREQ=WEEKLY;COUNT=4","zone":"Europe/Stockholm","skipTaken":true}
            """
        let made = try await http.call("POST", "/v1/calendar/events", token: trainer, body: weekly, status: 201)
        let id = ["eventId": try #require(made["event"]?["id"]?.string)]
        let path = "/v1/calendar/events/{eventId}"
        let change = #"{"location":"Park","scope":"following"}"#
        let changed = try await http.call("PATCH", path, id, token: trainer, body: change)
        let next = ["eventId": try #require(changed["event"]?["id"]?.string)]
        try await http.call("DELETE", path, next, token: trainer, query: "?scope=following", status: 204)
        try await http.call("GET", "/v1/me/scheduling", token: trainer)
        let hours = #"{"workingHours":{"mon-fri":"07:00-20:00","sat":null},"trainingMinutes":45}"#
        try await http.call("PATCH", "/v1/me/scheduling", token: trainer, body: hours)
    }

    func calendar() async throws {
        let event = """
            {"eventType":"call","clientId":"\(sara.id)","startsAt":"2026-03-12T10:00:00Z",
             "endsAt":"2026-03-12T11:00:00Z"}
            """
        let made = try await http.call("POST", "/v1/calendar/events", token: trainer, body: event, status: 201)
        let id = ["eventId": try #require(made["event"]?["id"]?.string)]
        let path = "/v1/calendar/events/{eventId}"
        try await http.call("GET", "/v1/calendar/events", token: trainer)
        try await http.call("GET", path, id, token: trainer)
        try await http.call("GET", path + "/ics", id, token: trainer)
        let wish = #"{"startsAt":"2026-03-12T12:00:00Z"}"#
        try await http.call("POST", path + "/wish", id, token: sara.accessToken.reveal(), body: wish, status: 204)
        try await http.call("GET", "/v1/calendar/events.ics", token: trainer)
        try await feed()
        let place = #"{"title":"Knee","location":"Park","notes":null,"status":"completed"}"#
        try await http.call("PATCH", path, id, token: trainer, body: place)
        try await http.call("DELETE", path, id, token: trainer, status: 204)
        try await recurringEvents()
        let reminder = try await http.call(
            "POST",
            "/v1/reminders",
            token: trainer,
            body: #"{"text":"Ask","dueAt":"2026-03-12T10:00:00Z","recurrence":"FREQ=WEEKLY"}"#,
            status: 201
        )
        let reminderId = ["reminderId": try #require(reminder["reminder"]?["id"]?.string)]
        try await http.call("GET", "/v1/reminders", token: trainer)
        let snooze = #"{"until":"2027-03-12T10:00:00Z"}"#
        try await http.call("POST", "/v1/reminders/{reminderId}/snooze", reminderId, token: trainer, body: snooze)
        // Sara was told of what was planned with her.
        let client = sara.accessToken.reveal()
        let notices = try await http.call("GET", "/v1/notices", token: client)
        let noticeId = ["noticeId": try #require(notices["notices"]?.array?.first?["id"]?.string)]
        try await http.call("POST", "/v1/notices/{noticeId}/seen", noticeId, token: client)
        let last = try #require(noticeId["noticeId"])
        try await http.call("GET", "/v1/notices", token: client, query: "?all=true&limit=1&before=\(last)")
        try await http.call("POST", "/v1/reminders/{reminderId}/complete", reminderId, token: trainer)
        try await http.call("DELETE", "/v1/reminders/{reminderId}", reminderId, token: trainer, status: 204)
    }

    func assistant() async throws {
        func ask(_ message: String, _ more: String = "") async throws -> JSONValue {
            let body = #"{"message":"\#(message)"\#(more)}"#
            return try await http.call("POST", "/v1/assistant/query", token: trainer, body: body)
        }
        // Every tool, and what the assistant asks back.
        let proposed = try await ask("Schedule a call with Sara tomorrow at 3pm")
        let proposal = try #require(proposed["proposals"]?.array?.first?["id"]?.string)
        let path = "/v1/assistant/proposals"
        try await http.call("GET", path + "/{proposalId}", ["proposalId": proposal], token: trainer)
        let edit = #"{"version":1,"title":"Knee","durationMinutes":45}"#
        try await http.call("PATCH", path + "/{proposalId}", ["proposalId": proposal], token: trainer, body: edit)
        try await http.call(
            "POST",
            path + "/{proposalId}/confirm",
            ["proposalId": proposal],
            token: trainer,
            body: #"{"version":2}"#
        )
        for message in [
            "Remind me tomorrow at 9 to call Mike", "Tell Sara that I am late", "Schedule a call with Sara",
            "Schedule a call with Zorro tomorrow at 3pm", "Schedule a call with Mike tomorrow at 3pm",
            "Move my call with Sara to Friday at 10am", "Cancel my call with Sara", "Whose knee hurts?",
        ] { _ = try await ask(message) }
        let reminder = try await ask("Remind me on Friday at 9 to buy bands")
        let unwanted = try #require(reminder["proposals"]?.array?.first?["id"]?.string)
        try await http.call("POST", path + "/{proposalId}/cancel", ["proposalId": unwanted], token: trainer)
        try await http.call("GET", path, token: trainer, query: "?limit=100")
        try await http.call("GET", path, token: trainer, query: "?state=executed")
        try await http.call("GET", "/v1/assistant/audit", token: trainer, query: "?limit=100")

        let turn = ["messageId": try #require(proposed["messageId"]?.string)]
        let messages = "/v1/assistant/messages/{messageId}"
        try await http.call("POST", messages + "/stop", turn, token: trainer)
        let events = try await http.call("GET", messages + "/stream", turn, token: trainer)
        #expect(events.string?.contains("event: completed\ndata: {") == true)
        try await http.call("POST", messages + "/regenerate", turn, token: trainer, body: "{}")
        try await http.call(
            "POST",
            "/v1/assistant/query",
            token: trainer,
            headers: ["Accept": "text/event-stream"],
            body: #"{"message":"Whose knee hurts?"}"#
        )
        let conversation = ["conversationId": try #require(proposed["conversationId"]?.string)]
        let one = "/v1/assistant/conversations/{conversationId}"
        try await http.call("GET", "/v1/assistant/conversations", token: trainer, query: "?limit=3")
        try await http.call("GET", one, conversation, token: trainer)
        try await http.call("PATCH", one, conversation, token: trainer, body: #"{"title":"Calls"}"#)
        let settings = #"{"model":"built-in","temperature":0.2,"topP":0.9,"maxOutputTokens":5,"instructions":"Brief."}"#
        let changed = try await http.call("PATCH", one, conversation, token: trainer, body: settings)
        #expect(changed["conversation"]?["settings"]?["instructions"] == "Brief.")
        try await http.call("PATCH", one, conversation, token: trainer, body: #"{"instructions":null}"#)
        try await http.call("PATCH", one, conversation, token: trainer, body: #"{"model":"gone"}"#, status: 400)
        try await branches(one, conversation, turn)
        try await advice()
        let models = try await http.call("GET", "/v1/assistant/models", token: trainer)
        #expect(models["models"]?.array?.last?["id"] == "built-in")
        try await http.call("GET", "/v1/me/usage", token: trainer)
        try await http.call("DELETE", one, conversation, token: trainer, status: 204)
    }

    /// Two answers to one question: switched, listed, exported, deleted.
    private func branches(_ one: String, _ conversation: [String: String], _ turn: [String: String]) async throws {
        let select = "/v1/assistant/messages/{messageId}/select"
        let change = try await http.call("POST", select, turn, token: trainer, body: #"{"step":1}"#)
        #expect(change["branch"]?.array?.last?["count"] == 2)
        try await http.call("POST", select, turn, token: trainer, body: "{}")
        try await http.call("POST", select, turn, token: trainer, body: #"{"step":3}"#, status: 400)
        let rating = "/v1/assistant/messages/{messageId}/rating"
        let rated = try await http.call("PUT", rating, turn, token: trainer, body: #"{"rating":"good"}"#)
        #expect(rated["turns"]?.array?.first?["rating"] == "good")
        try await http.call("PUT", rating, turn, token: trainer, body: #"{"rating":"soso"}"#, status: 400)
        try await http.call("PATCH", one, conversation, token: trainer, body: #"{"isPinned":true,"isArchived":true}"#)
        try await http.call("GET", "/v1/assistant/conversations", token: trainer, query: "?archived=true&query=call")
        try await http.call("GET", one, conversation, token: trainer, query: "?since=1")
        let text = try await http.call("GET", one + "/export", conversation, token: trainer)
        #expect(text.string?.hasPrefix("# Calls") == true)
        try await http.call("GET", one + "/export", conversation, token: trainer, query: "?format=json")
        let deleted = try await http.call("DELETE", "/v1/assistant/messages/{messageId}", turn, token: trainer)
        #expect(deleted["deletedIds"]?.array?.count == 1)
    }

    private func advice() async throws {
        let path = "/v1/assistant/advice"
        let body = #"{"message":"Whose knee hurts?","webSearch":false}"#
        let advice = try await http.call("POST", path, token: trainer, body: body)
        let turn = ["messageId": try #require(advice["responseId"]?.string)]
        let streamed = try await http.call(
            "POST",
            path,
            token: trainer,
            headers: ["Accept": "text/event-stream"],
            body: body
        )
        #expect(streamed.string?.contains("\"mainAdvice\":") == true)
        let feedback = "/v1/assistant/messages/{messageId}/feedback"
        try await http.call("GET", feedback, turn, token: trainer)
        let rating = #"{"outcome":"good","note":"It helped."}"#
        try await http.call("PUT", feedback, turn, token: trainer, body: rating)
        try await http.call("PUT", feedback, turn, token: trainer, body: #"{"outcome":"soso"}"#, status: 400)
        let admin = try await http.server.server.messaging.adminTokens.replace().reveal()
        for (path, token) in [(path, trainer), ("/v1/admin/advice", admin)] {
            let page = try await http.call("GET", path, token: token, query: "?limit=1")
            #expect(page["next"]?.string != nil && page["advice"]?.array?.count == 1)
            let report = try await http.call("GET", path + "/calibration", token: token)
            #expect(report["total"]?["rated"] == 1)
            try await http.call(
                "GET",
                path + "/calibration",
                token: token,
                query: "?since=2026-01-01T00:00:00Z&until=2026-12-01T00:00:00Z&model=built-in"
            )
        }
        try await http.call("DELETE", feedback, turn, token: trainer, status: 204)
    }

    func notifications() async throws {
        let hook = #"{"kind":"webhook","url":"\#(ForeignObjectFixture.hook)"}"#
        let path = "/v1/me/notifications"
        let made = try await http.call("POST", path, token: client, body: hook, status: 201)
        #expect(made["secret"]?.string != nil)
        try await http.call("POST", path, token: client, body: hook, status: 200)
        try await http.call("GET", path, token: client)
        let id = ["subscriptionId": try #require(made["subscription"]?["id"]?.string)]
        try await http.call("POST", path + "/{subscriptionId}/test", id, token: client)
        try await http.call("DELETE", path + "/{subscriptionId}", id, token: client, status: 204)
        try await http.call("GET", "/v1/notifications/vapid-key", token: client)
    }

    func administration() async throws {
        for path in ["/healthz", "/readyz", "/metrics"] { try await http.call("GET", path, token: nil) }
        let admin = try await http.server.server.messaging.adminTokens.replace().reveal()
        let lines = #"{"type":"user","email":"ivy@example.com","displayName":"Ivy","role":"client"}"#
        try await http.call("POST", "/v1/admin/import", token: admin, query: "?dryRun=true", body: lines)
        try await http.call("GET", "/v1/admin/index", token: admin)
        try await http.call("POST", "/v1/admin/index/retry", token: admin)
        try await http.call("GET", "/v1/admin/audit", token: admin)
        try await http.call("POST", "/v1/admin/backup", token: admin, status: http.hasArchives ? 200 : 400)
        let reset = try await http.call(
            "POST",
            "/v1/admin/users/{user}/reset",
            ["user": "mike@example.com"],
            token: admin,
            status: 201
        )
        try await users(admin)
        let token = try #require(reset["resetToken"]?.string)
        let body = #"{"resetToken":"\#(token)","newPassword":"secret-mike-2"}"#
        try await http.call("POST", "/v1/auth/reset", token: nil, body: body, status: 204)
    }

    private func users(_ admin: String) async throws {
        let path = "/v1/admin/users"
        let made = #"{"email":"uma@example.com","displayName":"Uma","role":"client","password":"secret-uma"}"#
        let uma = try await http.call("POST", path, token: admin, body: made, status: 201)
        let id = ["user": try #require(uma["user"]?["id"]?.string)]
        let login = #"{"email":"uma@example.com","password":"secret-uma"}"#
        for _ in 0..<2 { try await http.call("POST", "/v1/auth/login", token: nil, body: login) }
        let page = try await http.call("GET", path, token: admin, query: "?limit=1&role=client&state=active&query=%40")
        let next = try #require(page["next"]?.string)
        try await http.call("GET", path, token: admin, query: "?after=\(next)")
        try await http.call("GET", path, token: admin, query: "?limit=0", status: 400)
        try await http.call("GET", path + "/{user}", id, token: admin)
        try await http.call("GET", path + "/{user}", ["user": "nobody"], token: admin, status: 404)
        let sessions = try await http.call("GET", path + "/{user}/sessions", id, token: admin)
        let one = id.merging(["sessionId": try #require(sessions["sessions"]?.array?.first?["id"]?.string)]) { $1 }
        try await http.call("DELETE", path + "/{user}/sessions/{sessionId}", one, token: admin, status: 204)
        try await http.call("DELETE", path + "/{user}/sessions", id, token: admin, status: 204)
        let budget = #"{"tokensPerDay":1000,"costPerMonth":0.5,"requestsPerDay":-1,"costPerDay":null}"#
        let usage = try await http.call("PATCH", path + "/{user}/budget", id, token: admin, body: budget)
        #expect(usage["budget"]?["costPerMonth"] == 0.5 && usage["budget"]?["requestsPerDay"] == nil)
        try await http.call("GET", path + "/{user}/budget", id, token: admin)
        try await http.call("GET", "/v1/admin/usage", token: admin)
        let password = #"{"password":"secret-uma-2"}"#
        try await http.call("PUT", path + "/{user}/password", id, token: admin, body: password, status: 204)
        let change = #"{"displayName":"Uma U.","disabled":true}"#
        try await http.call("PATCH", path + "/{user}", id, token: admin, body: change)
        let disabled = #"{"email":"uma@example.com","password":"secret-uma-2"}"#
        try await http.call("POST", "/v1/auth/login", token: nil, body: disabled, status: 403)
        try await http.call("GET", path + "/{user}/export", id, token: admin)
        try await http.call("DELETE", path + "/{user}", id, token: admin, status: 204)
        try await http.call("GET", "/v1/admin/log", token: admin, query: "?limit=20")
    }

    /// Other apps' contracts answer in their own shapes.
    func functions() async throws {
        let calls = [
            ("chatWithAI", #"{"userId":"\#(alex.id)","message":"Whose knee hurts?"}"#),
            ("semanticSearch", #"{"userId":"\#(alex.id)","query":"zebra"}"#),
            ("executeFunctionCall", #"{"functionName":"cancelEvent","parameters":{}}"#),
        ]
        for (name, data) in calls {
            for (path, ids) in [
                ("/\(name)", [:]), ("/{project}/{region}/\(name)", ["project": "psst", "region": "eu"]),
            ] {
                try await http.call("POST", path, ids, token: trainer, body: "{\"data\":\(data)}")
                try await http.call("POST", path, ids, token: trainer, body: "{}", status: 400)
            }
        }
    }

    /// Errors are described as well.
    func refusals() async throws {
        try await http.call("GET", "/v1/me", token: nil, status: 401)
        let nowhere = ["chatId": "018f0000-0000-7000-8000-00000000dead"]
        try await http.call("GET", "/v1/chats/{chatId}", nowhere, token: trainer, status: 404)
        try await http.call("POST", "/v1/chats", token: trainer, body: #"{"kind":"crowd"}"#, status: 400)
    }

    func farewell() async throws {
        try await http.call("DELETE", "/v1/chats/{chatId}", ["chatId": group], token: client, status: 204)
        try await http.call("POST", "/v1/auth/logout", token: client, status: 204)
    }
}
