import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// What a coach plans, by commands alone, on a server that is killed while it sends.
@Suite(.longTimeLimit, .serialized)
struct PlanningTests {
    @Test func aCoachPlans() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder, ["--registration", "open"])
        let coach = try CommandPerson("coach", in: folder, server: server.url)
        let bea = try CommandPerson("bea", in: folder, server: server.url)
        let tom = try CommandPerson("tom", in: folder, server: server.url)
        try await coach.register("--email", "alex@example.com", "--name", "Alex Coach", "--role", "trainer")
        for (person, name) in [(bea, "Bea Chen"), (tom, "Tom")] {
            let email = "\(name.prefix(3).lowercased())@example.com"
            let invited = try await coach.said("invite", "--json")
            let code = try #require(try Self.document(invited)["invitation"] as? [String: Any])["code"] as? String
            try await person.register("--email", email, "--name", name, "--invite", try #require(code))
        }
        try await inbox(coach, bea)
        try await notes(coach, bea)
        try await templates(coach, bea, tom)
        try await group(coach, bea)
        try await schedule(coach, bea)
        _ = await server.stop()
    }

    private func inbox(_ coach: CommandPerson, _ bea: CommandPerson) async throws {
        #expect(try await coach.said("inbox") == "Nobody waits for you.")
        try await bea.said("send", "alex", "Are you there?")
        #expect(try await coach.said("inbox").contains("Bea Chen: Are you there?"))
        try await coach.said("inbox", "--snooze", "1", "--until", "60")
        #expect(try await coach.said("inbox") == "Nobody waits for you.")
        #expect(try await coach.said("inbox", "--all").contains("snoozed until"))
        try await bea.said("send", "alex", "Really?")
        #expect(try await coach.said("inbox").contains("Really?"))
        try await coach.said("inbox", "--done", "bea")
        #expect(try await coach.said("inbox", "--json").contains("\"items\" : ["))
        #expect(try await coach.said("inbox") == "Nobody waits for you.")
    }

    private func notes(_ coach: CommandPerson, _ bea: CommandPerson) async throws {
        #expect(try await coach.said("note", "bea") == "No notes on Bea Chen.")
        try await coach.said("note", "bea", "Left knee.")
        try await coach.said("note", "bea", "No lunges.")
        #expect(try await coach.said("tag", "bea", "+knee", "+old") == "Bea Chen: #knee #old")
        #expect(try await coach.said("tag", "bea", "-old") == "Bea Chen: #knee")
        #expect(try await coach.said("tag") == "#knee: Bea Chen")
        #expect(try await coach.said("note", "bea") == "Left knee.\nNo lunges.\n#knee")
        #expect(try await bea.said("note", "alex", expecting: 1).contains("trainer"))
    }

    private func templates(_ coach: CommandPerson, _ bea: CommandPerson, _ tom: CommandPerson) async throws {
        try await coach.said("template", "new", "check-in", "Hi {first}, how was {what}?")
        #expect(try await coach.said("template", "list").contains("check-in: Hi {first}"))
        let shown = try await coach.said("template", "show", "check-in", "bea", "--slot", "what=the run")
        #expect(shown == "Hi Bea, how was the run?")
        #expect(try await coach.said("template", "show", "check-in", "bea", expecting: 1).contains("{what}"))
        // Nobody can be asked here, so it only says whom it would reach.
        let asked = try await coach.said("broadcast", "Rest.", "--to", "bea,tom", expecting: 64)
        #expect(asked.contains("Bea Chen, Tom"))
        let sent = try await coach.said("broadcast", "Rest, {first}.", "--to", "bea,tom", "--yes")
        #expect(sent == "✓ Bea Chen\n✓ Tom")
        #expect(try await tom.said("chats").contains("Rest, Tom."))
        let tagged = try await coach.said(
            "broadcast",
            "--template",
            "check-in",
            "--slot",
            "what=it",
            "--tag",
            "knee",
            "--yes"
        )
        #expect(tagged == "✓ Bea Chen")
        #expect(try await bea.said("chats").contains("Hi Bea, how was it?"))
        #expect(try await coach.said("template", "delete", "check-in") == "Deleted check-in.")
    }

    private func group(_ coach: CommandPerson, _ bea: CommandPerson) async throws {
        try await coach.said("group", "new", "Run Club", "bea", "tom")
        #expect(try await coach.said("group", "announce", "run", "on") == "Only admins write in Run Club.")
        #expect(try await bea.said("send", "run club", "May I?", expecting: 1).contains("Only admins"))
        #expect(try await bea.said("group", "announce", "run", "off", expecting: 1).contains("admin"))
        #expect(try await coach.said("group", "announce", "run", "off") == "Everybody writes in Run Club.")
        try await bea.said("send", "run club", "At last")
    }

    private func schedule(_ coach: CommandPerson, _ bea: CommandPerson) async throws {
        #expect(try await coach.said("schedule", "list") == "Nothing is scheduled.")
        let once = try await coach.said("schedule", "send", "bea", "How was it?", "--at", "tomorrow at 9am")
        #expect(once.hasPrefix("✓ goes to Bea Chen on "))
        try await coach.said("schedule", "send", "bea", "Check-in!", "--repeat", "every Monday at 8am")
        let list = try await coach.said("schedule", "list")
        #expect(list.contains("How was it?") && list.contains("every week on Mon"))
        let number = list.split(separator: "\n").first { $0.contains("How was it?") }?.prefix(1) ?? ""
        try await coach.said("schedule", "edit", String(number), "--text", "How was the week?")
        #expect(try await coach.said("schedule", "cancel", String(number)) == "Cancelled: How was the week?")
        #expect(try await !coach.said("schedule", "list").contains("week?"))
        let vague = try await coach.said("schedule", "send", "bea", "x", "--at", "6 to 8 weeks", expecting: 1)
        #expect(vague.contains("6 to 8 weeks"))
        #expect(try await bea.said("schedule", "list") == "Nothing is scheduled.")
        #expect(try await bea.said("schedule", "quiet") == "No quiet hours.")
        #expect(try await bea.said("schedule", "quiet", "22:00-07:00") == "Quiet from 22:00 to 07:00.")
        #expect(try await bea.said("schedule", "quiet", "off") == "No quiet hours.")
    }

    /// Each is sent once, though the server is killed again and again while it sends them.
    @Test func killedServersSendEachOnce() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let count = 150
        var server = try await ServerProcess.start(
            on: folder,
            ["--registration", "open", "--now", "2031-03-01T12:00:00Z"]
        )
        var coach = try CommandPerson("coach", in: folder, server: server.url)
        let bea = try CommandPerson("bea", in: folder, server: server.url)
        try await coach.register("--email", "alex@example.com", "--name", "Alex Coach", "--role", "trainer")
        let invited = try await coach.said("invite", "--json")
        let code = try #require(try Self.document(invited)["invitation"] as? [String: Any])["code"] as? String
        try await bea.register("--email", "bea@example.com", "--name", "Bea Chen", "--invite", try #require(code))
        try await coach.said("send", "bea", "first")
        var (token, chat) = try await Self.login(server)
        for number in 0..<count {
            let body = #"{"chatId":"\#(chat)","text":"m\#(number)","sendAt":"2031-03-02T12:00:00Z"}"#
            let made = try await RESTClient(baseURL: server.url).request(
                "POST",
                "/v1/scheduled-messages",
                token: token,
                body: body
            )
            #expect(made.status == 201)
        }
        server.kill()
        _ = await server.exit()
        for _ in 0..<4 {
            server = try await ServerProcess.start(on: folder, ["--now", "2031-03-02T12:00:00Z"])
            server.kill()
            _ = await server.exit()
        }
        server = try await ServerProcess.start(on: folder, ["--now", "2031-03-02T12:00:00Z"])
        (token, chat) = try await Self.login(server)
        coach.server = server.url
        let rest = RESTClient(baseURL: server.url)
        try await until("all are sent") {
            let list = try await rest.request("GET", "/v1/scheduled-messages", token: token)
            let items = try #require(list.json["scheduledMessages"] as? [[String: Any]])
            #expect(items.count == count)
            return items.allSatisfy { $0["state"] as? String == "sent" }
        }
        let history = try await rest.request("GET", "/v1/chats/\(chat)/messages?limit=200", token: token)
        let texts = try #require(history.json["messages"] as? [[String: Any]]).compactMap { $0["text"] as? String }
        #expect(texts.sorted() == (["first"] + (0..<count).map { "m\($0)" }).sorted())
        _ = await server.stop()
    }

    private static func login(_ server: ServerProcess) async throws -> (token: String, chat: String) {
        let body = #"{"email":"alex@example.com","password":"secret-1"}"#
        let answer = try await RESTClient(baseURL: server.url).request("POST", "/v1/auth/login", body: body)
        let token = try #require(answer.json["accessToken"] as? String)
        let chats = try await RESTClient(baseURL: server.url).request("GET", "/v1/chats", token: token)
        let chat = try #require((chats.json["chats"] as? [[String: Any]])?.first?["id"] as? String)
        return (token, chat)
    }

    private static func document(_ json: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }
}
