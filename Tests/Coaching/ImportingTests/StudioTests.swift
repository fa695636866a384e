import Accounts
import Domain
import Importing
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

/// The real file, which the demo and everybody's first hour begin with.
@Suite struct StudioTests {
    @Test func everythingIsThere() async throws {
        try await ImportFixture.with { world in
            let report = try await world.importer.run(Fixture.studio)
            #expect(
                report.counts.map(\.count.added) == [15, 14, 2, 17, 821, 0, 38, 0, 1],
                "users, relations, prospects, chats, messages, events, settings"
            )
            #expect(report.counts.allSatisfy { $0.count.existing == 0 })
            #expect(report.notes == [])
            let rows = try await world.rows()
            #expect(rows["messages"] == 821)
            #expect(rows["embedding_queue"] == 0, "found like any other message: the memory takes them in by itself")
            #expect(rows["calendar_events"] == 38)
            #expect(rows["members"] == 47, "14 pairs, groups of 7, 7 and 5")
            #expect(world.index.calls == 1)
        }
    }

    @Test func aSecondTimeAddsNothing() async throws {
        try await ImportFixture.with { world in
            let first = try await world.importer.run(Fixture.studio)
            let rows = try await world.rows()
            world.clock.advance(milliseconds: 86_400_000)
            let second = try await world.importer.run(Fixture.studio)
            #expect(second.addsNothing)
            #expect(second.counts.map(\.count.existing) == first.counts.map(\.count.added))
            #expect(try await world.rows() == rows)
        }
    }

    @Test func aDryRunLeavesNothing() async throws {
        try await ImportFixture.with { world in
            let before = try await world.rows()
            let dry = try await world.importer.run(Fixture.studio, options: ImportOptions(isDryRun: true))
            #expect(dry.dryRun && dry.messages.added == 821)
            #expect(try await world.rows() == before)
            #expect(world.index.calls == 0)
            var real = try await world.importer.run(Fixture.studio)
            real.dryRun = true
            #expect(real == dry, "the same counts as the import that follows")
        }
    }

    @Test func peopleCanLogInWithTheirPasswords() async throws {
        try await ImportFixture.with { world in
            _ = try await world.importer.run(Fixture.studio)
            let credentials = try await world.messaging.accounts.login(
                email: "sara@example.com",
                password: Secret("spotter-demo")
            )
            #expect(credentials.user.displayName == "Sara Lindqvist")
            #expect(credentials.user.timezone == "Europe/Stockholm")
        }
    }

    @Test func messagesKeepTheirTimesAndChatsTheirOrder() async throws {
        try await ImportFixture.with { world in
            _ = try await world.importer.run(Fixture.studio)
            let first = try await world.database.read { connection in
                try connection.first(
                    "SELECT created_at, seq, via FROM messages WHERE client_id = 'm01001'"
                ) { (at: try $0.timestamp(0), seq: try $0.int(1), via: try $0.text(2)) }
            }
            #expect(first?.at == time("2026-01-02T09:14:07Z"))
            #expect(first?.seq == 1)
            #expect(first?.via == "user")
            let isInOrder = try await world.database.read { connection in
                try !connection.exists(
                    """
                    SELECT 1 FROM messages a JOIN messages b ON b.chat_id = a.chat_id AND b.seq = a.seq + 1
                    WHERE b.created_at < a.created_at
                    """
                )
            }
            #expect(isInOrder)
            let stray = try await world.database.read { connection in
                try connection.first(
                    """
                    SELECT count(*) FROM chats c
                    WHERE c.active_at <> (SELECT max(created_at) FROM messages WHERE chat_id = c.id)
                       OR c.seq <> (SELECT count(*) FROM messages WHERE chat_id = c.id)
                       OR c.created_at <> (SELECT min(created_at) FROM messages WHERE chat_id = c.id)
                    """
                ) { try $0.int(0) }
            }
            #expect(stray == 0, "activity, position and age of each chat follow from its messages")
        }
    }

    @Test func theTrainerAdministersTheGroups() async throws {
        try await ImportFixture.with { world in
            _ = try await world.importer.run(Fixture.studio)
            let admins = try await world.database.read { connection in
                try connection.query(
                    "SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.role = 'admin'"
                ) { try $0.text(0) }
            }
            #expect(admins == ["alex@example.com", "alex@example.com", "alex@example.com"])
        }
    }

    @Test func sendingGoesOnWhereTheImportEnded() async throws {
        try await ImportFixture.with { world in
            _ = try await world.importer.run(Fixture.studio)
            let alex = try #require(try await world.user("alex@example.com"))
            let chat = try #require(try await world.chats(of: "alex@example.com").first)
            let sent = try await world.messaging.messages.send(
                .init(
                    chatId: chat.id,
                    sender: Actor(userId: alex.id, role: .trainer),
                    clientMessageId: "live-1",
                    text: "and now live"
                )
            )
            #expect(sent.message.seq == chat.seq + 1)
        }
    }
}
