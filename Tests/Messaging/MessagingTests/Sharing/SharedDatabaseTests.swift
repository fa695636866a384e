import Accounts
import Contacts
import Domain
import MessagingTestKit
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import Messaging

/// Two servers that share a database of PostgreSQL: what one of them has written holds for the other from then on.
@Suite(.standardTimeLimit) struct SharedDatabaseTests {
    /// Every client's id by one server alone, and some by both.
    @Test func sendsOfBothHaveOneGaplessOrder() async throws {
        try await MessagingFixture.runShared { one, other in
            let (group, members) = try await one.group(clients: 3)
            let sender = members[0]
            var chats = [group]
            for client in members.dropFirst() {
                chats.append(try await other.services.chats.open(.direct(with: client.id), by: sender.actor).chat.id)
            }
            let sent = try await withThrowingTaskGroup(of: (ChatID, Messages.Sent).self) { tasks in
                for (number, fixture) in [one, other].enumerated() {
                    for message in 0..<120 {
                        let chat = chats[message % chats.count]
                        let id = message % 3 == 0 ? "both \(message)" : "\(number) \(message)"
                        tasks.addTask { (chat, try await fixture.send("x", id, to: chat, by: sender)) }
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(sent.count == 240)
            #expect(sent.count { $0.1.isRepeat } == 40)
            for chat in chats {
                let seqs = Set(sent.filter { $0.0 == chat }.map(\.1.message.seq)).sorted()
                #expect(seqs == Array(1...Int64(seqs.count)), "\(chat)")
                let stored = try await one.database.read { connection in
                    try connection.query(
                        "SELECT seq, ordinal, num FROM messages WHERE chat_id = $1 ORDER BY seq",
                        chat
                    ) { (seq: try $0.int(0), ordinal: try $0.int(1), num: try $0.int(2)) }
                }
                #expect(stored.map(\.seq) == seqs && stored.map(\.ordinal) == seqs)
                #expect(stored.map(\.num) == stored.map(\.num).sorted())
                let head = "SELECT count(*) FROM chats WHERE id = $1 AND seq = $2 AND message_count = $2"
                #expect(try await other.count(head, chat, Int64(seqs.count)) == 1)
            }
            #expect(try await one.count("SELECT count(*) FROM message_rows") == 200)
        }
    }

    /// A reader that goes by the numbers of messages sees each of them, in whatever order they're committed.
    @Test func whoFollowsNumbersMissesNone() async throws {
        try await MessagingFixture.runShared { one, other in
            let (chat, trainer, client) = try await one.pair()
            async let first: Void = Self.send(100, "a", to: chat, by: trainer, on: one)
            async let second: Void = Self.send(100, "b", to: chat, by: client, on: other)
            var seen: [Int64] = []
            while seen.count < 200 {
                let last = seen.last ?? 0
                let next = try await other.database.read { connection in
                    try connection.query("SELECT num FROM message_rows WHERE num > $1 ORDER BY num", last) {
                        try $0.int(0)
                    }
                }
                // Nothing is ever added before what was seen.
                let before = try await one.count("SELECT count(*) FROM message_rows WHERE num <= $1", last)
                #expect(before == seen.count)
                seen += next
                guard before == seen.count - next.count else { break }
            }
            _ = try await (first, second)
            #expect(seen.count == 200 && seen == Set(seen).sorted())
        }
    }

    private static func send(
        _ count: Int,
        _ name: String,
        to chat: ChatID,
        by sender: User,
        on fixture: MessagingFixture
    ) async throws {
        for number in 0..<count { try await fixture.send("x", "\(name) \(number)", to: chat, by: sender) }
    }

    @Test func aRepeatToTheOtherServerIsFound() async throws {
        try await MessagingFixture.runShared { one, other in
            let (chat, trainer, _) = try await one.pair()
            for number in 0..<4 {
                let (first, second) = number % 2 == 0 ? (one, other) : (other, one)
                let sent = try await first.send("x", "id \(number)", to: chat, by: trainer)
                let again = try await second.send("y", "id \(number)", to: chat, by: trainer)
                #expect(!sent.isRepeat && again.isRepeat && again.message.id == sent.message.id)
            }
        }
    }

    @Test func membershipHoldsForBoth() async throws {
        try await MessagingFixture.runShared { one, other in
            let (chat, members) = try await one.group(clients: 2)
            let (trainer, client) = (members[0], members[1])
            try await one.send("here", "1", to: chat, by: client)
            try await other.services.chats.remove(client.id, from: chat, by: trainer.actor)
            await #expect(throws: SpotterError.notAMember) { try await one.send("out", "2", to: chat, by: client) }
            try await one.send("without", "3", to: chat, by: trainer)
            _ = try await one.services.chats.add([client.id], to: chat, by: trainer.actor)
            let sent = try await other.send("back", "4", to: chat, by: client)
            // A message, a removal, a message, an addition and this one.
            #expect(sent.message.seq == 5)
            _ = try await other.services.chats.setRole(.admin, of: client.id, in: chat, by: trainer.actor)
            _ = try await one.services.chats.setRole(.member, of: trainer.id, in: chat, by: client.actor)
        }
    }

    @Test func blocksHoldForBoth() async throws {
        try await MessagingFixture.runShared { one, other in
            let (chat, trainer, client) = try await one.pair()
            try await one.send("hello", "1", to: chat, by: trainer)
            try await other.services.blocks.block(trainer.id, by: client.actor)
            await #expect(throws: SpotterError.blocked) { try await one.send("there?", "2", to: chat, by: trainer) }
            try await other.services.blocks.unblock(trainer.id, by: client.actor)
            #expect(try await one.send("again", "3", to: chat, by: trainer).message.seq == 2)
        }
    }

    /// The number of a removed message isn't given again by a server that has never seen it.
    @Test func aNumberIsGivenOnce() async throws {
        try await MessagingFixture.runShared { one, other in
            let (group, members) = try await one.group(clients: 2)
            let trainer = members[0]
            let chat = try await one.services.chats.open(.direct(with: members[1].id), by: trainer.actor).chat.id
            try await other.send("stays", "1", to: chat, by: trainer)
            try await one.send("goes", "2", to: group, by: trainer)
            for member in members {
                try await one.services.chats.remove(member.id, from: group, by: member.actor)
            }
            let last = try await one.count("SELECT max(num) FROM message_rows")
            try await other.send("new", "3", to: chat, by: trainer)
            #expect(try await one.count("SELECT max(num) FROM message_rows") == last + 2)
        }
    }
}
