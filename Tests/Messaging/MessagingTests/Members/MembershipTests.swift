import Contacts
import ContactsTestKit
import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Messaging

/// Invariant 6: now, not then.
@Suite struct MembershipTests {
    @Test(arguments: [true, false])
    func whoeverIsOutIsOutAtOnce(leaves: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 3)
            let (trainer, gone) = (members[0], members[1])
            let first = try await fixture.send("bananas before", "1", to: chat, by: trainer).message
            try await fixture.send("mine", "2", to: chat, by: gone)
            let mine = try await fixture.services.chats.history(of: chat, for: gone.actor).messages[1]
            let device = try await RecordingConnection.attach(gone, in: fixture)
            try await fixture.services.chats.remove(gone.id, from: chat, by: leaves ? gone.actor : trainer.actor)
            try await fixture.send("bananas after", "3", to: chat, by: trainer)
            _ = try await fixture.services.messages.edit(first.id, in: chat, to: "bananas edited", by: trainer.actor)
            _ = try await fixture.services.receipts.advance(.read, to: 2, in: chat, by: trainer.actor)
            try await fixture.settled()

            #expect(device.events.map(\.type) == [.memberChanged], "the last that they hear of it")
            #expect(device.events.first?.member?.change == (leaves ? .left : .removed))
            #expect(device.payloads.count == 1)
            let services = fixture.services
            let attempts: [(String, () async throws -> Void)] = [
                ("chat", { _ = try await services.chats.chat(chat, for: gone.actor) }),
                ("history", { _ = try await services.chats.history(of: chat, for: gone.actor) }),
                ("message", { _ = try await services.chats.message(first.id, in: chat, for: gone.actor) }),
                ("presence", { _ = try await fixture.live.presence.presence(in: chat, for: gone.actor) }),
                ("send", { try await fixture.send("hi", "9", to: chat, by: gone) }),
                ("repeat", { try await fixture.send("mine", "2", to: chat, by: gone) }),
                ("read", { _ = try await services.receipts.advance(.read, to: 1, in: chat, by: gone.actor) }),
                ("leave", { try await services.chats.remove(gone.id, from: chat, by: gone.actor) }),
                ("remove", { try await services.chats.remove(trainer.id, from: chat, by: gone.actor) }),
                ("add", { _ = try await services.chats.add([gone.id], to: chat, by: gone.actor) }),
            ]
            for (name, attempt) in attempts {
                #expect(await spotterError { try await attempt() } == .notAMember, "\(name)")
            }
            #expect(
                await spotterError {
                    _ = try await services.messages.edit(mine.id, in: chat, to: "changed", by: gone.actor)
                } == .notAMember
            )
            #expect(await spotterError { try await services.messages.delete(mine.id, in: chat, by: gone.actor) } != nil)
            #expect(try await services.chats.list(for: gone.actor).isEmpty)
            let gaps = try await services.sync.gaps(since: [chat: 2], for: gone.actor)
            #expect(gaps.count == 1 && gaps[0].gone && gaps[0].events.isEmpty && gaps[0].seq == 0)
            #expect(try await fixture.find("bananas", for: gone).isEmpty)
        }
    }

    @Test func onlyAdminsOfGroupsManage() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let chats = fixture.services.chats
            let late = try await fixture.user("late", .client)
            _ = try await fixture.services.contacts.addClient(late, by: members[0].actor)
            #expect(
                await spotterError { _ = try await chats.add([late.id], to: chat, by: members[1].actor) }?.code
                    == .forbidden
            )
            #expect(
                await spotterError { try await chats.remove(members[2].id, from: chat, by: members[1].actor) }?.code
                    == .forbidden
            )
            let joined = try await chats.add([late.id, late.id], to: chat, by: members[0].actor)
            #expect(joined.members.count == 4 && joined.seq == 1)
            try await fixture.send("welcome", "1", to: chat, by: late)
            let direct = try await chats.open(.direct(with: late.id), by: members[0].actor).chat
            #expect(
                await spotterError { _ = try await chats.add([members[1].id], to: direct.id, by: members[0].actor) }?
                    .code == .forbidden
            )
        }
    }

    @Test func aDirectChatThatWasLeftIsNotReused() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            try await fixture.services.chats.remove(client.id, from: chat, by: client.actor)
            let next = try await fixture.services.chats.open(.direct(with: client.id), by: trainer.actor)
            #expect(next.isNew && next.chat.id != chat)
            try await fixture.send("hello again", "1", to: next.chat.id, by: client)
        }
    }
}
