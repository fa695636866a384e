import Accounts
import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging

/// A read cursor passes the member's own messages that follow it directly, and nothing that nobody has shown them.
@Suite struct OwnMessagesTests {
    private func cursor(of user: User, in chat: ChatID, _ fixture: MessagingFixture) async throws -> (Int64, Int) {
        let chat = try await fixture.services.chats.chat(chat, for: user.actor)
        return (chat.readSeq, chat.unread)
    }

    @Test func whoHasReadEverythingHasReadTheirOwn() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...3 { try await fixture.send("\(number)", "\(number)", to: chat, by: trainer) }
            #expect(try await cursor(of: trainer, in: chat, fixture) == (3, 0))
            // Two of hers are unread for the client, whatever the client says in the meantime.
            _ = try await fixture.services.receipts.advance(.read, to: 1, in: chat, by: client.actor)
            try await fixture.send("4", "4", to: chat, by: client)
            #expect(try await cursor(of: client, in: chat, fixture) == (1, 2))
            // Reading hers reaches the own one behind them.
            let answer = try await fixture.services.receipts.advance(.read, to: 3, in: chat, by: client.actor)
            #expect(answer.readSeq == 4 && answer.unread == 0)
            #expect(try await cursor(of: trainer, in: chat, fixture) == (3, 1))
        }
    }

    /// The others aren't told that anything was read.
    @Test func sendingSaysNothingToOthers() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let device = try await RecordingConnection.attach(client, in: fixture)
            let first = try await fixture.send("1", "1", to: chat, by: client).message
            try await fixture.send("2", "2", to: chat, by: trainer)
            try await fixture.settled()
            #expect(device.receipts.isEmpty)
            let fresh = try await fixture.services.chats.chat(chat, for: client.actor)
            #expect(fresh.members.first { $0.userId == trainer.id }?.readSeq == 0)
            let shown = try await fixture.services.chats.message(first.id, in: chat, for: client.actor)
            #expect(shown.status == .sent)
        }
    }

    /// Changes that aren't messages, and deleted messages of one's own, don't stand in the way; deleted ones of others do,
    /// because a client that fetches the chat later couldn't know that they were unread.
    @Test func whatStandsInBetween() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let mine = try await fixture.send("1", "1", to: chat, by: trainer).message
            try await fixture.services.messages.delete(mine.id, in: chat, by: trainer.actor)
            try await fixture.send("3", "3", to: chat, by: trainer)
            #expect(try await cursor(of: trainer, in: chat, fixture) == (3, 0))
            let theirs = try await fixture.send("4", "4", to: chat, by: client).message
            try await fixture.services.messages.delete(theirs.id, in: chat, by: client.actor)
            try await fixture.send("6", "6", to: chat, by: trainer)
            #expect(try await cursor(of: trainer, in: chat, fixture) == (3, 0))
            #expect(await MessagingCheck(database: fixture.database).positions().isEmpty)
        }
    }

    /// However sends are grouped in transactions, the cursors are as if each had its own.
    @Test(arguments: 1...20) func groupsChangeNothing(seed: UInt64) async throws {
        try await MessagingFixture.run { fixture in
            var random = SeededRandom(seed: seed)
            let (chat, members) = try await fixture.group(clients: 2)
            var senders: [UserID] = []
            var read = [Int64](repeating: 0, count: members.count)
            for _ in 0..<15 {
                let group = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    Int.random(in: 0..<members.count, using: &random)
                }
                let first = senders.count
                let messages = fixture.services.messages
                try await fixture.database.write { connection in
                    for (index, who) in group.enumerated() {
                        let number = "\(first + index)"
                        _ = try messages.store(
                            .init(chatId: chat, sender: members[who].actor, clientMessageId: number, text: number),
                            on: connection
                        )
                    }
                }
                for who in group {
                    senders.append(members[who].id)
                    // Only messages in this chat: the n-th has the position n.
                    if read[who] == Int64(senders.count) - 1 { read[who] += 1 }
                }
                if Bool.random(using: &random) {
                    let who = Int.random(in: 0..<members.count, using: &random)
                    let seq = Int64.random(in: 0...Int64(senders.count), using: &random)
                    _ = try await fixture.services.receipts.advance(.read, to: seq, in: chat, by: members[who].actor)
                    read[who] = max(read[who], seq)
                    while senders.indices.contains(Int(read[who])), senders[Int(read[who])] == members[who].id {
                        read[who] += 1
                    }
                }
                for (member, seq) in zip(members, read) {
                    let unread = senders.dropFirst(Int(seq)).count { $0 != member.id }
                    #expect(try await cursor(of: member, in: chat, fixture) == (seq, unread))
                }
            }
            #expect(await MessagingCheck(database: fixture.database).positions().isEmpty)
        }
    }

    /// A database of an earlier version, whose cursors stayed where they were when their members sent.
    @Test(.enabled(if: TestDatabase.hasEarlierVersions)) func cursorsOfEarlierVersionsMove() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for (number, sender) in [client, trainer, trainer, client, trainer].enumerated() {
                try await fixture.send("\(number)", "\(number)", to: chat, by: sender)
            }
            try await fixture.database.write { connection in
                for (user, read, uncounted) in [(trainer, 1, 3), (client, 0, 2)] {
                    try connection.execute(
                        "UPDATE members SET read_seq = $1, read_ordinal = $1, uncounted = $2 WHERE user_id = $3",
                        read,
                        uncounted,
                        user.id
                    )
                }
            }
            #expect(await MessagingCheck(database: fixture.database).positions().count == 2)
            try await fixture.database.write { connection in
                for statement in UnreadCounters.passingOwnMessages { try connection.execute(statement) }
            }
            #expect(try await cursor(of: trainer, in: chat, fixture) == (3, 1))
            #expect(try await cursor(of: client, in: chat, fixture) == (1, 3))
            #expect(await MessagingCheck(database: fixture.database).positions().isEmpty)
        }
    }
}
