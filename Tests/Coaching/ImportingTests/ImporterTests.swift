import Accounts
import Domain
import Importing
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@Suite struct ImporterTests {
    @Test func aLineMayReferToWhatIsInTheDatabase() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([Lines.alex, Lines.sara, Lines.related]))
            let event =
                #"{"type":"event","trainer":"alex@example.com","ref":"e1","client":"sara@example.com","eventType":"call","startsAt":"2026-03-11T20:00:00Z","endsAt":"2026-03-11T20:30:00Z"}"#
            let report = try await world.run(Lines.file([Lines.chat, Lines.hello, event]))
            #expect(report.messages == .init(added: 1))
            #expect(report.events == .init(added: 1))
            let title = try await world.database.read { connection in
                try connection.first("SELECT title FROM calendar_events") { try $0.text(0) }
            }
            #expect(title == "Call with Sara", "made from the kind and the person where the file gives none")
        }
    }

    @Test func anImportMeetsTheChatsThatPeopleMade() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([Lines.alex, Lines.sara, Lines.related]))
            let alex = try #require(try await world.user("alex@example.com"))
            let sara = try #require(try await world.user("sara@example.com"))
            let actor = Actor(userId: sara.id, role: .client)
            let chat = try await world.messaging.chats.open(.direct(with: alex.id), by: actor).chat
            _ = try await world.messaging.messages.send(
                .init(chatId: chat.id, sender: actor, clientMessageId: "m1", text: "said live")
            )
            let report = try await world.run(Lines.file([Lines.chat, Lines.hello, Lines.message("m2", "older")]))
            #expect(report.chats == .init(existing: 1))
            #expect(report.messages == .init(added: 1, existing: 1))
            let list = try await world.chats(of: "sara@example.com")
            #expect(list.map(\.id) == [chat.id])
            let texts = try await world.database.read { connection in
                try connection.query("SELECT text FROM messages ORDER BY seq") { try $0.text(0) }
            }
            #expect(texts == ["older", "said live"], "what is there is never overwritten")
            let activity = try await world.database.read { connection in
                try connection.first("SELECT active_at FROM chats") { try $0.timestamp(0) }
            }
            #expect(activity == world.clock.now(), "the live message is the latest one")
        }
    }

    @Test func aChatsOrderIsThatOfTime() async throws {
        try await ImportFixture.with { world in
            let messages = [
                Lines.message("m1", "third", at: "2026-01-05T10:00:00Z"),
                Lines.message("m2", "first", at: "2026-01-05T09:00:00+05:00", from: "alex@example.com"),
                Lines.message("m3", "second, written before", at: "2026-01-05T09:00:00Z"),
                Lines.message("m4", "second, written after", at: "2026-01-05T09:00:00Z"),
            ]
            _ = try await world.run(Lines.file(Lines.studio + messages))
            let texts = try await world.database.read { connection in
                try connection.query("SELECT text FROM messages ORDER BY seq") { try $0.text(0) }
            }
            #expect(texts == ["first", "second, written before", "second, written after", "third"])
        }
    }

    @Test func onlyTheSamePeopleAndNameAreTheSameGroup() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file(Lines.studio))
            let sameWords = Lines.group.replacing("Run Club", with: "run club")
            #expect(try await world.run(Lines.file([sameWords])).chats == .init(existing: 1))
            let otherName = Lines.group.replacing("Run Club", with: "Walk Club")
            #expect(try await world.run(Lines.file([otherName])).chats == .init(added: 1))
        }
    }

    @Test func withoutAPasswordNobodyLogsInUntilOneIsSet() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([Lines.sara]))
            for guess in ["", "!", "password"] {
                await #expect(throws: SpotterError.self) {
                    _ = try await world.messaging.accounts.login(email: "sara@example.com", password: Secret(guess))
                }
            }
            _ = try await world.messaging.accounts.resetPassword(of: "sara@example.com", to: Secret("lighthouse"))
            let credentials = try await world.messaging.accounts.login(
                email: "sara@example.com",
                password: Secret("lighthouse")
            )
            #expect(credentials.user.timezone == "UTC")
        }
    }

    @Test func settingsReplaceThoseBefore() async throws {
        try await ImportFixture.with { world in
            let first =
                #"{"type":"settings","user":"alex@example.com","workingHours":{"mon-fri":"07:00-20:00","sun":null},"callMinutes":20}"#
            #expect(try await world.run(Lines.file([Lines.alex, first])).settings == .init(added: 1))
            #expect(try await world.run(Lines.file([first])).settings == .init(existing: 1))
            let second = first.replacing("20}", with: "45}")
            #expect(try await world.run(Lines.file([second])).settings == .init(added: 1))
            let alex = try #require(try await world.user("alex@example.com"))
            let settings = try await SchedulingPreferences(database: world.database)
                .settings(of: Actor(userId: alex.id, role: .trainer))
            #expect(
                settings
                    == SchedulingSettings(
                        workingHours: ["mon-fri": "07:00-20:00", "sun": nil],
                        callMinutes: 45,
                        trainingMinutes: 60
                    )
            )
        }
    }

    @Test func unknownFieldsAreLeftOutAndSaid() async throws {
        try await ImportFixture.with { world in
            let odd = Lines.sara.replacing(#""role""#, with: #""shoeSize":39,"nested":{"a":[[{}]]},"role""#)
            let report = try await world.run(Lines.file([odd]))
            #expect(report.users.added == 1)
            #expect(
                report.notes == [
                    "the field 'nested' of a user line is not known and was left out (1×)",
                    "the field 'shoeSize' of a user line is not known and was left out (1×)",
                ]
            )
        }
    }

    @Test(arguments: [500, 513, 100_000])
    func aFieldThatNestsDeepIsLeftOutOrRefused(depth: Int) async throws {
        try await ImportFixture.with { world in
            let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let line = Lines.sara.replacing(#""role""#, with: #""nested":\#(nested),"role""#)
            if depth < 512 {
                #expect(try await world.run(Lines.file([line])).users.added == 1)
            } else {
                let failure = try await world.failure(Lines.file([line]))
                #expect(failure?.reason == "this is not valid JSON; a line must be one JSON object")
            }
        }
    }

    @Test func theByteOrderMarkAndWindowsLineEndsAreFine() async throws {
        try await ImportFixture.with { world in
            let report = try await world.run("\u{FEFF}" + [Lines.alex, "", Lines.sara].joined(separator: "\r\n"))
            #expect(report.users.added == 2)
        }
    }

    @Test func passwordsOfThoseWhoHaveAnAccountAreNotHashedAgain() async throws {
        try await ImportFixture.with { world in
            let sara = Lines.sara.replacing(#""role""#, with: #""password":"lighthouse","role""#)
            let hashed = Counter()
            let progress: @Sendable (ImportProgress) -> Void = { if case .hashing = $0 { hashed.increment() } }
            let dry = ImportOptions(isDryRun: true)
            _ = try await world.importer.run(Array(sara.utf8), options: dry, progress: progress)
            #expect(hashed.value == 0, "nor for a dry run, which keeps no account")
            _ = try await world.importer.run(Array(sara.utf8), progress: progress)
            #expect(hashed.value == 1)
            _ = try await world.importer.run(Array(sara.utf8), progress: progress)
            #expect(hashed.value == 1)
        }
    }

    @Test func aRequestGetsTheReasonAsInvalidRequest() async throws {
        try await ImportFixture.with { world in
            let query = [(name: "dryRun", value: "true"), (name: "format", value: "jsonl")]
            let report = try await world.importer.run(query: query) { Array(Lines.sara.utf8) }
            #expect(report.dryRun && report.users.added == 1)
            await #expect(throws: SpotterError(.invalidRequest, "line 1: a line must be one JSON object")) {
                _ = try await world.importer.run(query: query) { Array("[]".utf8) }
            }
        }
    }
}
