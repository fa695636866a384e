import Domain
import Messaging
import MessagingTestKit
import Storage
import Synchronization
import Testing

@testable import Live

extension PresenceFixture {
    /// Starts typing. Returns the error if that failed.
    @discardableResult
    func startTyping(in chat: ChatID, by user: User, on connection: ConnectionID) async throws -> SpotterError? {
        let failure = Mutex<SpotterError?>(nil)
        fixture.live.typing.start(in: chat, by: user, on: connection, expiresInMs: 5000) { error in
            failure.withLock { $0 = error as? SpotterError }
        }
        try await settle()
        return failure.withLock { $0 }
    }
}

@Suite struct TypingTests {
    @Test func goesToTheOtherMembersOnly() async throws {
        try await PresenceFixture.run { setup in
            let (chat, members) = try await setup.fixture.group(clients: 3)
            var devices: [Device] = []
            for member in members { devices.append(try await setup.device(of: member.id)) }
            let second = try await setup.device(of: members[1].id)
            try await setup.startTyping(in: chat, by: members[1], on: devices[1].id)
            try await setup.settle()
            #expect(devices.map(\.typing.count) == [1, 0, 1, 1])
            #expect(second.typing.isEmpty, "nor one's other devices")
            #expect(devices[0].typing.first?.displayName == members[1].displayName)
            setup.fixture.live.typing.stop(in: chat, by: members[1], on: devices[1].id)
            setup.fixture.live.typing.stop(in: chat, by: members[1], on: devices[1].id)
            try await setup.settle()
            #expect(devices[0].typing.map(\.isTyping) == [true, false], "once")
        }
    }

    @Test func endsWhenTheLastDeviceStops() async throws {
        try await PresenceFixture.run { setup in
            let (chat, trainer, client) = try await setup.fixture.pair()
            let watcher = try await setup.device(of: trainer.id)
            let (phone, desk) = (try await setup.device(of: client.id), try await setup.device(of: client.id))
            let typing = setup.fixture.live.typing
            try await setup.startTyping(in: chat, by: client, on: phone.id)
            try await setup.startTyping(in: chat, by: client, on: desk.id)
            typing.stop(in: chat, by: client, on: phone.id)
            try await setup.settle()
            #expect(watcher.typing.map(\.isTyping) == [true, true])
            typing.stop(in: chat, by: client, on: desk.id)
            try await setup.settle()
            #expect(watcher.typing.map(\.isTyping) == [true, true, false])
        }
    }

    /// A removed member's typing ends, and they receive no more.
    @Test func endsWithTheMembership() async throws {
        try await PresenceFixture.run { setup in
            let (chat, members) = try await setup.fixture.group(clients: 3)
            let watcher = try await setup.device(of: members[0].id)
            let gone = try await setup.device(of: members[1].id)
            let typing = setup.fixture.live.typing
            try await setup.startTyping(in: chat, by: members[1], on: gone.id)
            try await setup.startTyping(in: chat, by: members[2], on: watcher.id)
            try await setup.fixture.services.chats.remove(members[1].id, from: chat, by: members[0].actor)
            try await setup.settle()
            #expect(watcher.typing.filter { $0.userId == members[1].id }.map(\.isTyping) == [true, false])
            let refusal = try await setup.startTyping(in: chat, by: members[1], on: gone.id)
            #expect(refusal == .notAMember)
            let heard = gone.typing.count
            typing.stop(in: chat, by: members[2], on: watcher.id)
            try await setup.startTyping(in: chat, by: members[2], on: watcher.id)
            try await setup.settle()
            #expect(gone.typing.count == heard)
        }
    }

    @Test(arguments: [true, false])
    func staysBetweenPeopleWithoutABlock(blocksTheTypist: Bool) async throws {
        try await PresenceFixture.run { setup in
            let (chat, members) = try await setup.fixture.group(clients: 3)
            let (typist, other) = (members[1], members[2])
            try await setup.block(blocksTheTypist ? other.id : typist.id, blocksTheTypist ? typist.id : other.id)
            let blocked = try await setup.device(of: other.id)
            let watcher = try await setup.device(of: members[0].id)
            try await setup.startTyping(in: chat, by: typist, on: watcher.id)
            try await setup.settle()
            #expect(blocked.typing.isEmpty)
            #expect(watcher.typing.count == 1)
        }
    }

    @Test func largeGroupsAreSpared() async throws {
        try await PresenceFixture.run { setup in
            let (chat, members) = try await setup.fixture.group(clients: 2)
            let watcher = try await setup.device(of: members[0].id)
            let strangers = try await setup.addMembers(TypingTracker.maxChatSize - 2, to: chat)
            #expect(strangers.count + 3 == TypingTracker.maxChatSize + 1)
            try await setup.startTyping(in: chat, by: members[1], on: watcher.id)
            try await setup.settle()
            #expect(watcher.typing.isEmpty)
        }
    }
}
