import Domain
import SpotterAPI
import Storage
import Testing

@testable import Messaging

@Suite struct ReceiptTimesTests {
    @Test func eachRecipientHasTheirTimes() async throws {
        try await World.run { world in
            let (chat, members) = try await world.group(clients: 2)
            let (trainer, one, two) = (members[0], members[1], members[2])
            let receipts = world.services.receipts
            var messages: [Message] = []
            for number in 1...3 {
                messages.append(try await world.send("\(number)", "\(number)", to: chat, by: trainer).message)
            }
            func at(_ seconds: Int64) -> Timestamp { World.start.adding(seconds: seconds) }
            world.clock.advance(milliseconds: 1000)
            _ = try await receipts.advance(.delivered, to: 2, in: chat, by: one.actor)
            world.clock.advance(milliseconds: 1000)
            _ = try await receipts.advance(.read, to: 1, in: chat, by: one.actor)
            world.clock.advance(milliseconds: 1000)
            _ = try await receipts.advance(.read, to: 3, in: chat, by: one.actor)
            _ = try await receipts.advance(.delivered, to: 1, in: chat, by: one.actor)
            let found = try await messages.asyncMap { try await receipts.times(of: $0.id, in: chat, for: two.actor) }
            #expect(found.allSatisfy { $0.map(\.userId) == [one.id, two.id] }, "the sender isn't among them")
            #expect(found.map { $0[0].deliveredAt } == [at(1), at(1), at(3)])
            #expect(found.map { $0[0].readAt } == [at(2), at(3), at(3)])
            #expect(found.allSatisfy { $0[1].deliveredAt == nil && $0[1].readAt == nil })
            let stranger = try await world.user("stranger", .client)
            #expect(
                await spotterError { _ = try await receipts.times(of: messages[0].id, in: chat, for: stranger.actor) }
                    == .notAMember
            )
        }
    }

    @Test func allIsReadAtOnce() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let (other, otherClient, _) = try await world.otherChat(of: trainer)
            for number in 1...3 { try await world.send("\(number)", "\(number)", to: chat, by: client) }
            try await world.send("re", "2", to: other, by: otherClient)
            let device = try await Listener.attach(client, in: world)
            let read = try await world.services.receipts.readAll(by: trainer.actor)
            #expect(Set(read.map(\.chatId)) == [chat, other] && read.allSatisfy { $0.unread == 0 })
            #expect(read.first { $0.chatId == chat }?.readSeq == 3)
            let chats = try await world.services.chats.list(for: trainer.actor)
            #expect(chats.allSatisfy { $0.unread == 0 && $0.readSeq == $0.seq })
            #expect(try await world.services.chats.chat(other, for: otherClient.actor).unread == 1, "theirs stay")
            _ = try await world.services.receipts.readAll(by: trainer.actor)
            try await world.settled()
            #expect(device.receipts.map(\.readSeq) == [3])
        }
    }

    /// However many moves come while the writer is busy: one job, one row, one frame; the furthest counts.
    @Test func movesComeTogether() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            for number in 1...50 { try await world.send("\(number)", "\(number)", to: chat, by: trainer) }
            let device = try await Listener.attach(trainer, in: world)
            let receipts = world.services.receipts
            let (busy, release) = (AsyncStream<Void>.makeStream(), Gate())
            world.database.enqueue { _ in
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
                // Nothing has been written yet; what waits goes together.
                receipts.advance(.delivered, to: 99, in: chat, by: client.actor) { _ in }
                release.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await world.settled()
            #expect(positions.map(\.readSeq) == [30] && positions.map(\.unread) == [20])
            #expect(device.receipts.last?.deliveredSeq == 50 && device.receipts.last?.readSeq == 30)
            #expect(device.receipts.count <= 2)
            #expect(try await world.count("SELECT count(*) FROM receipt_marks") <= 3)
        }
    }

    @Test func refusedMovesAreReportedAlone() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let stranger = try await world.user("stranger", .client)
            try await world.send("1", "1", to: chat, by: trainer)
            let receipts = world.services.receipts
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
