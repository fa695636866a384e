import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging

/// Invariant 5: state built from events equals state fetched again, for any operations by any members.
@Suite struct LiveEqualsFreshTests {
    @Test(arguments: 1...12)
    func anyOperationsLeaveLiveEqualToFetched(seed: UInt64) async throws {
        try await MessagingFixture.run { fixture in
            var play = try await Play(seed: seed, fixture)
            var halfway: [UserID: ClientView] = [:]
            let pause = Int.random(in: 5..<110, using: &play.random)
            for step in 0..<120 {
                if step == pause {
                    for member in try await play.present() {
                        halfway[member.id] = try await .fresh(play.chat, for: member.actor, in: fixture)
                    }
                }
                try await play.step(step)
            }
            try await fixture.settled()
            let present = Set(try await play.present().map(\.id))
            for (member, device) in zip(play.members, play.devices) {
                try await check(member, device, halfway[member.id], play, isPresent: present.contains(member.id))
            }
        }
    }

    private func check(
        _ member: User,
        _ device: RecordingConnection,
        _ halfway: ClientView?,
        _ play: Play,
        isPresent: Bool
    ) async throws {
        let fixture = play.fixture
        var live = play.start
        var isIn = true
        var hasBeenOut = false
        for event in device.events {
            let mine = event.member.flatMap { $0.userId == member.id ? $0.change : nil }
            if !isIn {
                #expect(mine == .added, "nothing is heard between removal and return")
            } else {
                #expect(event.seq == live.seq + 1, "gapless")
            }
            live.apply(event)
            switch mine {
            case .added: isIn = true
            case .removed, .left:
                isIn = false
                hasBeenOut = true
            default: break
            }
        }
        #expect(isIn == isPresent)
        guard isPresent else {
            #expect(
                await spotterError { _ = try await fixture.services.chats.chat(play.chat, for: member.actor) }
                    == .notAMember
            )
            return
        }
        let fresh = try await ClientView.fresh(play.chat, for: member.actor, in: fixture)
        if !hasBeenOut { #expect(live == fresh, "live, seed \(play.seed)") }
        for var view in [play.start, halfway].compactMap({ $0 }) {
            let gaps = try await fixture.services.sync.gaps(since: [play.chat: view.seq], for: member.actor)
            let gap = try #require(gaps.first { $0.chatId == play.chat })
            for event in gap.events {
                #expect(event.seq == view.seq + 1)
                view.apply(event)
            }
            #expect(view == fresh, "replayed, seed \(play.seed)")
        }
        try await checkHead(member, fresh, in: play)
    }

    /// The chat list follows from the history.
    private func checkHead(_ member: User, _ fresh: ClientView, in play: Play) async throws {
        let chat = try #require(try await play.fixture.services.chats.list(for: member.actor).first)
        #expect(chat.lastMessage?.withoutStatus == fresh.lastMessage)
        let unread = fresh.unread(of: member.id, after: chat.readSeq)
        #expect(chat.unread == unread.count)
        #expect(await MessagingCheck(database: play.fixture.database).positions().isEmpty)
        #expect(chat.unreadMentions == unread.count { $0.mentions.contains(member.id) })
        #expect(chat == (try await play.fixture.services.chats.chat(play.chat, for: member.actor)))
        for pin in chat.pins { #expect(fresh.messages[pin]?.deletedAt == nil && fresh.messages[pin] != nil) }
    }
}

/// Random operations of several members in one group, including ones that are refused.
private struct Play {
    let fixture: MessagingFixture
    let seed: UInt64
    var random: SeededRandom
    let chat: ChatID
    let members: [User]
    let devices: [RecordingConnection]
    let start: ClientView

    init(seed: UInt64, _ fixture: MessagingFixture) async throws {
        self.seed = seed
        self.fixture = fixture
        random = SeededRandom(seed: seed)
        (chat, members) = try await fixture.group(clients: 4)
        var devices: [RecordingConnection] = []
        for member in members { devices.append(try await RecordingConnection.attach(member, in: fixture)) }
        self.devices = devices
        start = try await .fresh(chat, for: members[0].actor, in: fixture)
    }

    func present() async throws -> [User] {
        let chat = chat
        let ids = try await fixture.database.read { try Members.of(chat, on: $0) }
        return members.filter { ids.contains($0.id) }
    }

    mutating func step(_ number: Int) async throws {
        guard let who = members.randomElement(using: &random), let other = members.randomElement(using: &random)
        else { return }
        let services = fixture.services
        let known = try await messages()
        fixture.clock.advance(milliseconds: 10)
        let choice = Int.random(in: 0..<24, using: &random)
        guard let message = known.randomElement(using: &random), choice > 6 else {
            let isReply = Bool.random(using: &random)
            let text = "text \(number) @\(other.displayName) @nobody"
            let target = isReply ? known.randomElement(using: &random) : nil
            _ = try? await fixture.send(text, "\(number)", to: chat, by: who, replyTo: target)
            return
        }
        switch choice {
        case 7...9:
            let text = Bool.random(using: &random) ? "edit \(number) @\(other.displayName)" : "edit \(number)"
            for sender in members {
                _ = try? await services.messages.edit(message, in: chat, to: text, by: sender.actor)
            }
        case 10:
            for sender in members { try? await services.messages.delete(message, in: chat, by: sender.actor) }
        case 11...15:
            let emoji = ["👍", "❤️", "🎉"].randomElement(using: &random) ?? "👍"
            let change = [Reactions.Change.give, .takeBack, .toggle].randomElement(using: &random) ?? .give
            _ = try? await services.reactions.change(change, emoji, on: message, in: chat, by: who.actor)
        case 16, 17:
            let isPinned = Bool.random(using: &random)
            try? await services.chats.setPinned(isPinned, message, in: chat, by: who.actor)
        case 18: try? await services.chats.remove(other.id, from: chat, by: who.actor)
        case 19:
            guard other.id != members[0].id else { return }
            try? await services.chats.remove(other.id, from: chat, by: other.actor)
        case 20, 21:
            for admin in members { _ = try? await services.chats.add([other.id], to: chat, by: admin.actor) }
        case 22:
            let role = Bool.random(using: &random) ? MemberRole.admin : .member
            _ = try? await services.chats.setRole(role, of: other.id, in: chat, by: who.actor)
        default:
            _ = try? await services.chats.change(.init(name: "Name \(number)"), of: chat, by: who.actor)
            _ = try? await services.receipts.advance(.read, to: Int64(number / 2), in: chat, by: other.actor)
        }
    }

    private func messages() async throws -> [MessageID] {
        let chat = chat
        return try await fixture.database.read {
            try $0.query("SELECT id FROM messages WHERE chat_id = $1 ORDER BY seq", chat) { try $0.id(0) }
        }
    }
}
