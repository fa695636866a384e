import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Reminders and appointments reach people, by commands alone.
@Suite(.longTimeLimit, .serialized)
struct ArrivingTests {
    @Test func remindersAndAgenda() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var server = try await ServerProcess.start(on: folder, ["--registration", "open"])
        func register(_ name: String, _ role: String) async throws -> (CommandPerson, token: String, id: String) {
            let person = try CommandPerson(name, in: folder, server: server.url)
            let email = "\(name.lowercased())@example.com"
            try await person.register("--email", email, "--name", name, "--role", role)
            let login = ["email": email, "password": "secret-1"]
            let answer = try await RESTClient(baseURL: server.url).request("POST", "/v1/auth/login", json: login)
            let user = answer.json["user"] as? [String: Any]
            return (
                person, try #require(answer.json["accessToken"] as? String), try #require(user?["id"] as? String)
            )
        }
        var coach = try await register("Alex", "trainer")
        let bea = try await register("Bea", "client")
        var rest = RESTClient(baseURL: server.url)
        try await coach.0.spotter("contacts", "--add", "bea@example.com")
        try await bea.0.spotter("contacts", "--accept", "alex")
        func iso(_ seconds: Double) -> String { Date(timeIntervalSinceNow: seconds).formatted(.iso8601) }

        // Appointments, as each side sees them.
        #expect(try await coach.0.spotter("agenda").output == "Nothing in the next seven days.")
        let event = [
            "eventType": "training", "clientId": bea.id, "startsAt": iso(86_400), "endsAt": iso(90_000),
        ]
        let made = try await rest.request("POST", "/v1/calendar/events", token: coach.token, json: event)
        #expect(made.status == 201)
        #expect(try await coach.0.spotter("agenda", "week").output.contains("Training with Bea"))
        let own = try await bea.0.spotter("agenda").output
        #expect(own.contains("Training with Alex") && !own.contains("Bea"))
        let document = try await bea.0.spotter("agenda", "--json").output
        #expect(document.contains("\"with\" : \"Alex\""))
        let wrong = try await bea.0.spotter("agenda", "sometime", expecting: 64)
        #expect(wrong.errors.contains("week"))

        // The client is told in chat, once.
        let first = try await bea.0.chat("/chats\n")
        #expect(first.contains("📅 New: Training with Alex"), "\(first)")
        let second = try await bea.0.chat("/agenda\n")
        #expect(!second.contains("New: Training") && second.contains("Training with Alex"), "\(second)")

        // A reminder that comes due while nobody looks, and the server is down.
        let soon = ["text": "drink water", "dueAt": iso(600)]
        #expect(try await rest.request("POST", "/v1/reminders", token: coach.token, json: soon).status == 201)
        #expect(try await coach.0.spotter("reminders").output.contains("drink water"))
        _ = await server.stop()
        server = try await ServerProcess.start(on: folder, ["--registration", "open", "--now", iso(660)])
        rest = RESTClient(baseURL: server.url)
        // A log-in is for one address.
        coach.0 = try CommandPerson("Alex-again", in: folder, server: server.url)
        try await coach.0.logIn("--email", "alex@example.com")
        try await until("the coach is told") {
            let notices = try await rest.request("GET", "/v1/notices", token: coach.token)
            return (notices.json["notices"] as? [Any])?.isEmpty == false
        }
        let shown = try await coach.0.chat("/reminders\n")
        #expect(shown.contains("⏰ Reminder: drink water"), "\(shown)")
        let put = try await coach.0.spotter("reminders", "--snooze", "1", "--until", "tomorrow at 9").output
        #expect(put.hasPrefix("drink water: again ") && put.hasSuffix(" 09:00"), "\(put)")
        try await coach.0.spotter("reminders", "--snooze", "1", "--minutes", "30")
        try await coach.0.spotter("reminders", "--snooze", "1", expecting: 64)
        try await coach.0.spotter("reminders", "--done", "7", expecting: 1)
        #expect(try await coach.0.spotter("reminders", "--done", "1").output == "Done: drink water")
        #expect(try await coach.0.spotter("reminders").output.hasPrefix("No reminders."))
        try await keys(coach.0, rest)
        _ = await server.stop()
    }

    private func keys(_ coach: CommandPerson, _ rest: RESTClient) async throws {
        let secret = try await coach.spotter(
            "key",
            "new",
            "Nightly report",
            "--scope",
            "messages:read,search",
            "--expires",
            "90d"
        ).output
        #expect(secret.hasPrefix("sp_k_"))
        #expect(try await rest.request("GET", "/v1/chats", token: secret).status == 200)
        #expect(try await rest.request("GET", "/v1/reminders", token: secret).status == 403)
        let list = try await coach.spotter("key", "list").output
        #expect(list.hasPrefix("Nightly report  messages:read,search  used ") && list.contains(", until "))
        let wrong = try await coach.spotter("key", "new", "x", "--scope", "everything", expecting: 64)
        #expect(wrong.errors.contains("calendar:write"))
        #expect(try await coach.spotter("key", "revoke", "nightly").output == "Nightly report can't be used any more.")
        #expect(try await rest.request("GET", "/v1/chats", token: secret).status == 401)
    }
}
