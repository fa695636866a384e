import Domain
import Storage
import Synchronization
import Testing

@testable import Messaging

extension PresenceHouse {
    /// Somebody begins to write; how that failed, if it did.
    @discardableResult
    func startTyping(in chat: ChatID, by user: User, on connection: ConnectionID) async throws -> SpotterError? {
        let failure = Mutex<SpotterError?>(nil)
        world.services.typing.start(in: chat, by: user, on: connection, expiresInMs: 5000) { error in
            failure.withLock { $0 = error as? SpotterError }
        }
        try await settle()
        return failure.withLock { $0 }
    }
}

@Suite struct TypingTests {
    @Test func goesToTheOtherMembersOnly() async throws {
        try await PresenceHouse.run { house in
            let (chat, members) = try await house.world.group(clients: 3)
            var devices: [Device] = []
            for member in members { devices.append(try await house.device(of: member.id)) }
            let second = try await house.device(of: members[1].id)
            try await house.startTyping(in: chat, by: members[1], on: devices[1].id)
            try await house.settle()
            #expect(devices.map(\.typing.count) == [1, 0, 1, 1])
            #expect(second.typing.isEmpty, "nor one's other devices")
            #expect(devices[0].typing.first?.displayName == members[1].displayName)
            house.world.services.typing.stop(in: chat, by: members[1], on: devices[1].id)
            house.world.services.typing.stop(in: chat, by: members[1], on: devices[1].id)
            try await house.settle()
            #expect(devices[0].typing.map(\.isTyping) == [true, false], "once")
        }
    }

    @Test func endsWhenTheLastDeviceStops() async throws {
        try await PresenceHouse.run { house in
            let (chat, trainer, client) = try await house.world.pair()
            let watcher = try await house.device(of: trainer.id)
            let (phone, desk) = (try await house.device(of: client.id), try await house.device(of: client.id))
            let typing = house.world.services.typing
            try await house.startTyping(in: chat, by: client, on: phone.id)
            try await house.startTyping(in: chat, by: client, on: desk.id)
            typing.stop(in: chat, by: client, on: phone.id)
            try await house.settle()
            #expect(watcher.typing.map(\.isTyping) == [true, true])
            typing.stop(in: chat, by: client, on: desk.id)
            try await house.settle()
            #expect(watcher.typing.map(\.isTyping) == [true, true, false])
        }
    }

    /// Whoever is removed writes no more, and hears no more.
    @Test func endsWithTheMembership() async throws {
        try await PresenceHouse.run { house in
            let (chat, members) = try await house.world.group(clients: 3)
            let watcher = try await house.device(of: members[0].id)
            let gone = try await house.device(of: members[1].id)
            let typing = house.world.services.typing
            try await house.startTyping(in: chat, by: members[1], on: gone.id)
            try await house.startTyping(in: chat, by: members[2], on: watcher.id)
            try await house.world.services.chats.remove(members[1].id, from: chat, by: members[0].actor)
            try await house.settle()
            #expect(watcher.typing.filter { $0.userId == members[1].id }.map(\.isTyping) == [true, false])
            let refusal = try await house.startTyping(in: chat, by: members[1], on: gone.id)
            #expect(refusal == .notAMember)
            let heard = gone.typing.count
            typing.stop(in: chat, by: members[2], on: watcher.id)
            try await house.startTyping(in: chat, by: members[2], on: watcher.id)
            try await house.settle()
            #expect(gone.typing.count == heard)
        }
    }

    @Test(arguments: [true, false])
    func staysBetweenPeopleWithoutABlock(blocksTheTypist: Bool) async throws {
        try await PresenceHouse.run { house in
            let (chat, members) = try await house.world.group(clients: 3)
            let (typist, other) = (members[1], members[2])
            try await house.block(blocksTheTypist ? other.id : typist.id, blocksTheTypist ? typist.id : other.id)
            let blocked = try await house.device(of: other.id)
            let watcher = try await house.device(of: members[0].id)
            try await house.startTyping(in: chat, by: typist, on: watcher.id)
            try await house.settle()
            #expect(blocked.typing.isEmpty)
            #expect(watcher.typing.count == 1)
        }
    }

    @Test func largeGroupsAreSpared() async throws {
        try await PresenceHouse.run { house in
            let (chat, members) = try await house.world.group(clients: 2)
            let watcher = try await house.device(of: members[0].id)
            let strangers = try await house.addMembers(TypingBoard.largestChat - 2, to: chat)
            #expect(strangers.count + 3 == TypingBoard.largestChat + 1)
            try await house.startTyping(in: chat, by: members[1], on: watcher.id)
            try await house.settle()
            #expect(watcher.typing.isEmpty)
        }
    }
}
