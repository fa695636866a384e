import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging

@Suite struct ReceiptTimesTests {
    @Test func eachRecipientHasTheirTimes() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let (trainer, one, two) = (members[0], members[1], members[2])
            let receipts = fixture.services.receipts
            var messages: [Message] = []
            for number in 1...3 {
                messages.append(try await fixture.send("\(number)", "\(number)", to: chat, by: trainer).message)
            }
            func at(_ seconds: Int64) -> Timestamp { MessagingFixture.start.adding(seconds: seconds) }
            fixture.clock.advance(milliseconds: 1000)
            _ = try await receipts.advance(.delivered, to: 2, in: chat, by: one.actor)
            fixture.clock.advance(milliseconds: 1000)
            _ = try await receipts.advance(.read, to: 1, in: chat, by: one.actor)
            fixture.clock.advance(milliseconds: 1000)
            _ = try await receipts.advance(.read, to: 3, in: chat, by: one.actor)
            _ = try await receipts.advance(.delivered, to: 1, in: chat, by: one.actor)
            let found = try await messages.asyncMap { try await receipts.times(of: $0.id, in: chat, for: two.actor) }
            #expect(found.allSatisfy { $0.map(\.userId) == [one.id, two.id] }, "the sender isn't among them")
            #expect(found.map { $0[0].deliveredAt } == [at(1), at(1), at(3)])
            #expect(found.map { $0[0].readAt } == [at(2), at(3), at(3)])
            #expect(found.allSatisfy { $0[1].deliveredAt == nil && $0[1].readAt == nil })
            let stranger = try await fixture.user("stranger", .client)
            #expect(
                await spotterError { _ = try await receipts.times(of: messages[0].id, in: chat, for: stranger.actor) }
                    == .notAMember
            )
        }
    }

    @Test func allIsReadAtOnce() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let (other, otherClient, _) = try await fixture.otherChat(of: trainer)
            for number in 1...3 { try await fixture.send("\(number)", "\(number)", to: chat, by: client) }
            try await fixture.send("re", "2", to: other, by: otherClient)
            let device = try await RecordingConnection.attach(client, in: fixture)
            let read = try await fixture.services.receipts.readAll(by: trainer.actor)
            #expect(Set(read.map(\.chatId)) == [chat, other] && read.allSatisfy { $0.unread == 0 })
            #expect(read.first { $0.chatId == chat }?.readSeq == 3)
            let chats = try await fixture.services.chats.list(for: trainer.actor)
            #expect(chats.allSatisfy { $0.unread == 0 && $0.readSeq == $0.seq })
            #expect(try await fixture.services.chats.chat(other, for: otherClient.actor).unread == 1, "theirs stay")
            _ = try await fixture.services.receipts.readAll(by: trainer.actor)
            try await fixture.settled()
            #expect(device.receipts.map(\.readSeq) == [3])
        }
    }

    /// Any number of moves that arrive while the writer is busy make one transaction, one row and one frame, of the furthest.
    @Test func movesComeTogether() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...50 { try await fixture.send("\(number)", "\(number)", to: chat, by: trainer) }
            let device = try await RecordingConnection.attach(trainer, in: fixture)
            let receipts = fixture.services.receipts
            let (busy, release) = (AsyncStream<Void>.makeStream(), Gate())
            fixture.database.enqueue { _ in
                busy.continuation.yield()
                release.wait()
            } completion: { _ in
            }
            _ = await busy.stream.first { true }
            let positions = try await withThrowingTaskGroup(of: ReadPosition.self) { group in
                for seq in 1...50 {
                    receipts.advance(.delivered, to: Int64(seq), in: chat, by: client.actor) { _ in }
                }
                receipts.advance(.read, to: 30, in: chat, by: client.actor) { _ in }
                receipts.advance(.read, to: 20, in: chat, by: client.actor) { _ in }
                group.addTask { try await receipts.advance(.read, to: 10, in: chat, by: client.actor) }
                // Nothing has been written yet: all waiting moves go together.
                receipts.advance(.delivered, to: 99, in: chat, by: client.actor) { _ in }
                release.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await fixture.settled()
            #expect(positions.map(\.readSeq) == [30] && positions.map(\.unread) == [20])
            #expect(device.receipts.last?.deliveredSeq == 50 && device.receipts.last?.readSeq == 30)
            #expect(device.receipts.count <= 2)
            #expect(try await fixture.count("SELECT count(*) FROM receipt_marks") <= 3)
        }
    }

    @Test func refusedMovesAreReportedAlone() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .client)
            try await fixture.send("1", "1", to: chat, by: trainer)
            let receipts = fixture.services.receipts
            async let refused = spotterError {
                _ = try await receipts.advance(.read, to: 1, in: chat, by: stranger.actor)
            }
            async let moved = receipts.advance(.read, to: .max, in: chat, by: client.actor)
            #expect(await refused == .notAMember)
            #expect(try await moved.readSeq == 1)
        }
    }
}

extension Sequence {
    func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
