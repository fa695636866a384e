import Domain
import Live
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Messaging

/// Invariant 7: cursors only go forward, and everything that is shown follows from them.
@Suite struct ReceiptTests {
    @Test func cursorsOnlyGoForward() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...5 { try await fixture.send("\(number)", "\(number)", to: chat, by: trainer) }
            let device = try await RecordingConnection.attach(trainer, in: fixture)
            let receipts = fixture.services.receipts
            let steps: [(Receipts.Kind, Int64)] = [
                (.delivered, 3), (.read, 2), (.read, 1), (.delivered, 2), (.read, 99), (.delivered, 4), (.read, 0),
            ]
            for (kind, seq) in steps { _ = try await receipts.advance(kind, to: seq, in: chat, by: client.actor) }
            try await fixture.settled()
            let seen = device.receipts
            #expect(seen.map(\.deliveredSeq) == [3, 3, 5])
            #expect(seen.map(\.readSeq) == [0, 2, 5])
            #expect(
                await spotterError { _ = try await receipts.advance(.read, to: -1, in: chat, by: client.actor) }?.code
                    == .invalidRequest
            )
            let highest = try await receipts.advance(.read, to: .max, in: chat, by: client.actor)
            #expect(highest.readSeq == 5 && highest.unread == 0)
        }
    }

    @Test func aGroupMessageIsReadWhenEverybodyHas() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let message = try await fixture.send("hi", "1", to: chat, by: members[0]).message
            func status() async throws -> MessageStatus {
                try await fixture.services.chats.message(message.id, in: chat, for: members[0].actor).status
            }
            let receipts = fixture.services.receipts
            #expect(try await status() == .sent)
            _ = try await receipts.advance(.read, to: 1, in: chat, by: members[1].actor)
            #expect(try await status() == .sent)
            _ = try await receipts.advance(.delivered, to: 1, in: chat, by: members[2].actor)
            #expect(try await status() == .delivered)
            _ = try await receipts.advance(.read, to: 1, in: chat, by: members[2].actor)
            #expect(try await status() == .read)
        }
    }

    /// Unread counts and status against a naive model, over random sequences.
    @Test(arguments: 1...6)
    func unreadIsAFunctionOfOrderAndCursor(seed: UInt64) async throws {
        try await MessagingFixture.run { fixture in
            var random = SeededRandom(seed: seed)
            let (chat, members) = try await fixture.group(clients: 2)
            var messages: [Message] = []
            var deleted: Set<MessageID> = []
            var read = [Int64](repeating: 0, count: members.count)
            var delivered = read
            /// A cursor passes the member's own messages that follow it directly.
            func passed(_ cursor: Int64, by member: User) -> Int64 {
                let next = messages.first { $0.seq > cursor && $0.senderId != member.id }?.seq ?? .max
                return messages.last { $0.seq > cursor && $0.seq < next }?.seq ?? cursor
            }
            for step in 0..<60 {
                let who = Int.random(in: 0..<members.count, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2:
                    messages.append(try await fixture.send("\(step)", "\(step)", to: chat, by: members[who]).message)
                    read[who] = passed(read[who], by: members[who])
                case 3:
                    guard let victim = messages.randomElement(using: &random), !deleted.contains(victim.id) else {
                        continue
                    }
                    let sender = try #require(members.first { $0.id == victim.senderId })
                    try await fixture.services.messages.delete(victim.id, in: chat, by: sender.actor)
                    deleted.insert(victim.id)
                default:
                    let last = Int64(messages.count + deleted.count)
                    let seq = Int64.random(in: 0...(last + 2), using: &random)
                    let isRead = Bool.random(using: &random)
                    let answer = try await fixture.services.receipts.advance(
                        isRead ? .read : .delivered,
                        to: seq,
                        in: chat,
                        by: members[who].actor
                    )
                    if isRead { read[who] = passed(max(read[who], min(seq, last)), by: members[who]) }
                    delivered[who] = max(delivered[who], min(seq, last), read[who])
                    #expect(answer.readSeq == read[who])
                }
                for (index, member) in members.enumerated() {
                    let unread = messages.count {
                        $0.senderId != member.id && $0.seq > read[index] && !deleted.contains($0.id)
                    }
                    let fresh = try await fixture.services.chats.chat(chat, for: member.actor)
                    #expect(fresh.unread == unread && fresh.readSeq == read[index])
                }
            }
            for message in try await fixture.services.chats.history(of: chat, limit: 200, for: members[0].actor)
                .messages
            {
                let others = members.indices.filter { members[$0].id != message.senderId }
                let expected: MessageStatus =
                    others.allSatisfy { read[$0] >= message.seq }
                    ? .read : others.allSatisfy { delivered[$0] >= message.seq } ? .delivered : .sent
                #expect(message.status == expected)
            }
            #expect(await MessagingCheck(database: fixture.database).positions().isEmpty)
        }
    }
}
