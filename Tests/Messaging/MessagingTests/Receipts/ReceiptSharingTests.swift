import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Messaging

/// How far members have read is shown only of those who share it, and only to those who do.
@Suite struct ReceiptSharingTests {
    @Test func whoDoesNotShareNeitherShowsNorSees() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let (trainer, open, closed) = (members[0], members[1], members[2])
            let services = fixture.services
            try await fixture.stopSharing(closed)
            let message = try await fixture.send("hi", "1", to: chat, by: trainer).message
            let mine = try await fixture.send("yo", "2", to: chat, by: closed).message
            var devices: [RecordingConnection] = []
            for member in members { devices.append(try await RecordingConnection.attach(member, in: fixture)) }
            for reader in members { _ = try await services.receipts.advance(.read, to: 2, in: chat, by: reader.actor) }
            try await fixture.settled()
            func seen(_ device: RecordingConnection, of user: User) -> [Int64] {
                device.receipts.filter { $0.userId == user.id }.map(\.readSeq)
            }
            #expect(devices.map { seen($0, of: open) } == [[2], [2], [0]])
            #expect(devices.map { seen($0, of: closed) } == [[0], [0], [2]], "their own devices know")

            func status(_ message: Message, for user: User) async throws -> MessageStatus {
                try await services.chats.message(message.id, in: chat, for: user.actor).status
            }
            #expect(try await status(message, for: trainer) == .delivered, "one of two doesn't show it")
            #expect(try await status(mine, for: open) == .read)
            #expect(try await status(mine, for: closed) == .delivered, "both directions")
            let edited = try await services.messages.edit(mine.id, in: chat, to: "yo!", by: closed.actor)
            #expect(edited.status == .delivered)
            try await fixture.settled()
            #expect(devices.map { $0.events.last?.message?.status } == [.read, .read, .delivered])
            let replayed = try await services.sync.gaps(since: [chat: 2], for: closed.actor)[0].events
            #expect(replayed.map { $0.message?.status } == [.delivered])

            func read(by viewer: User) async throws -> [UserID: Int64] {
                let chat = try await services.chats.chat(chat, for: viewer.actor)
                return Dictionary(uniqueKeysWithValues: chat.members.map { ($0.userId, $0.readSeq) })
            }
            #expect(try await read(by: open) == [trainer.id: 2, open.id: 2, closed.id: 0])
            #expect(try await read(by: closed) == [trainer.id: 0, open.id: 0, closed.id: 2])
            let times = try await services.receipts.times(of: message.id, in: chat, for: trainer.actor)
            #expect(times.map { $0.readAt != nil } == [true, false] && times.allSatisfy { $0.deliveredAt != nil })
            let hidden = try await services.receipts.times(of: mine.id, in: chat, for: closed.actor)
            #expect(hidden.count == 2 && hidden.allSatisfy { $0.readAt == nil && $0.deliveredAt != nil })
        }
    }
}

extension MessagingFixture {
    func stopSharing(_ user: User) async throws {
        try await database.write { connection in
            _ = try connection.execute("UPDATE users SET shares_read = 0 WHERE id = $1", user.id)
            services.chats.states.forgetAll()
        }
    }
}
