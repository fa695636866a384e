import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Two people meet, by commands alone.
@Suite(.longTimeLimit, .serialized)
struct MeetingTests {
    @Test func coachAndClientsMeet() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder, ["--registration", "open"])
        func person(_ name: String) throws -> CommandPerson {
            try CommandPerson(name, in: folder, server: server.url)
        }
        let (coach, bea, tom) = (try person("coach"), try person("bea"), try person("tom"))

        // By a code.
        try await coach.register("--email", "alex@example.com", "--name", "Alex Coach", "--role", "trainer")
        #expect(try await coach.spotter("contacts").output.contains("No clients yet"))
        let invited = try await coach.spotter("invite", "--json").output
        let code = try #require(try Self.field("code", of: "invitation", in: invited) as? String)
        try await bea.register("--email", "bea@example.com", "--name", "Bea Chen", "--invite", code)
        #expect(try await coach.spotter("contacts").output == "Bea Chen <bea@example.com>")
        try await coach.spotter("send", "bea", "Hello")
        #expect(try await bea.spotter("chats").output.contains("Hello"))

        // By a request.
        try await tom.register("--email", "tom@example.com", "--name", "Tom", "--role", "client")
        try await coach.spotter("contacts", "--add", "tom@example.com")
        #expect(try await coach.spotter("contacts").output.contains("asked, no answer yet: tom@example.com"))
        // What needs a language model is said, and shows in the exit status.
        let unable = try await coach.spotter("ask", "Write a poem about squats", expecting: 1)
        #expect(unable.output.contains("without a language model"))
        try await guesses(coach)
        #expect(try await tom.spotter("contacts").output.contains("Alex Coach asks to be your trainer"))
        let unknown = try await tom.spotter("contacts", "--accept", "zoe", expecting: 1)
        #expect(unknown.errors.contains("'zoe'"))
        try await tom.spotter("contacts", "--accept", "alex")
        #expect(try await tom.spotter("contacts").output == "Alex Coach <alex@example.com>")

        try await groups(coach, bea)
        try await prospects(coach)
        try await tom.spotter("contacts", "--remove", "alex")
        #expect(try await tom.spotter("contacts").output.contains("No trainer yet"))
        _ = await server.stop()
    }

    /// `--yes` does what was said, and shows what had to be guessed.
    private func guesses(_ coach: CommandPerson) async throws {
        let guessed = try await coach.spotter("ask", "--yes", "Remind me tomorrow at 8 to order chalk", expecting: 1)
        #expect(guessed.output.contains("could be, too") && !guessed.output.contains("✓ done"))
        #expect(guessed.errors.contains("spotter confirm"))
        #expect(try await !coach.spotter("reminders").output.contains("Order chalk"))
        let said = try await coach.spotter("ask", "--yes", "Remind me tomorrow at 8am to order bands")
        #expect(said.output.contains("✓ done"))
        #expect(try await coach.spotter("reminders").output.contains("Order bands"))
    }

    private func prospects(_ coach: CommandPerson) async throws {
        #expect(try await coach.spotter("prospect", "list").output.contains("`spotter prospect new NAME`"))
        try await coach.spotter("prospect", "new", "Nina Petrov", "--timezone", "Europe/Sofia")
        #expect(try await coach.spotter("prospect", "list").output.hasSuffix("Nina Petrov  Europe/Sofia"))
        try await coach.spotter("prospect", "remove", "pet", expecting: 1)
        try await coach.spotter("prospect", "remove", "nina")
        #expect(try await !coach.spotter("prospect", "list").output.contains("Nina"))
    }

    private func groups(_ coach: CommandPerson, _ bea: CommandPerson) async throws {
        let made = try await coach.spotter("group", "new", "Run Club", "bea", "tom").output
        #expect(made == "Made Run Club: Alex Coach, Bea Chen, Tom.")
        try await coach.spotter("group", "rename", "run", "Sunday Run")
        #expect(try await coach.spotter("group", "remove", "sunday", "tom").output == "Tom is no longer in Sunday Run.")
        #expect(try await coach.spotter("group", "add", "sunday", "tom").output.contains("Tom"))
        // A part of a name is a guess, which is confirmed: here nobody can be asked.
        let guessed = try await coach.spotter("send", "be", "Hello", expecting: 1)
        #expect(guessed.errors.contains("'Bea Chen'") && guessed.errors.contains("--yes"))
        try await coach.spotter("send", "be", "Hello", "--yes")
        try await coach.spotter("group", "remove", "sund", "tom", expecting: 1)
        try await coach.spotter("contacts", "--remove", "be", expecting: 1)
        let refused = try await bea.spotter("group", "rename", "sunday", "Mine", expecting: 1)
        #expect(refused.errors.contains("admin"))
        // Nobody can be asked here.
        let unasked = try await bea.spotter("group", "leave", "sunday", expecting: 64)
        #expect(unasked.errors.contains("--yes"))
        #expect(try await bea.spotter("group", "leave", "sunday", "--yes").output == "You left Sunday Run.")
        #expect(try await !bea.spotter("chats").output.contains("Sunday Run"))
    }

    private static func field(_ name: String, of object: String, in json: String) throws -> Any? {
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return (document?[object] as? [String: Any])?[name]
    }
}
