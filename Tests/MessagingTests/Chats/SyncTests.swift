import Domain
import SpotterTestKit
import Testing

@testable import Messaging

/// Invariants 4 and 5: no silent gap, and live equals fresh.
@Suite struct SyncTests {
    @Test func givesExactlyWhatWasMissed() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            for number in 1...6 { try await world.send("\(number)", "\(number)", to: chat, by: trainer) }
            for seen in Int64(0)...6 {
                let gap = try await world.services.sync.gaps(since: [chat: seen], for: client.actor)[0]
                #expect(gap.events.map(\.seq) == Array(1...6).filter { $0 > seen } && !gap.resync && !gap.gone)
                #expect(gap.seq == 6 && gap.unread == 6)
            }
        }
    }

    @Test(arguments: [(-1, true), (Int64.min, true), (3, true), (Int64.max, true), (2, false)] as [(Int64, Bool)])
    func resyncsWhatWasNeverOurs(position: Int64, resync: Bool) async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            for number in 1...2 { try await world.send("\(number)", "\(number)", to: chat, by: trainer) }
            let gap = try await world.services.sync.gaps(since: [chat: position], for: client.actor)[0]
            #expect(gap.resync == resync && gap.events.isEmpty)
        }
    }

    @Test func resyncsWhatIsTooLong() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            try await withThrowingTaskGroup { group in
                for number in 0...Sync.longestGap {
                    group.addTask { try await world.send("x", "\(number)", to: chat, by: trainer) }
                }
                try await group.waitForAll()
            }
            let whole = try await world.services.sync.gaps(since: [:], for: client.actor)[0]
            #expect(whole.resync && whole.events.isEmpty && whole.seq == 1001)
            let longest = try await world.services.sync.gaps(since: [chat: 1], for: client.actor)[0]
            #expect(!longest.resync && longest.events.map(\.seq) == Array(2...1001))
        }
    }

    @Test func foreignAndMissingChatsAreGone() async throws {
        try await World.run { world in
            let (chat, _, _) = try await world.pair()
            let stranger = try await world.user("stranger", .client)
            let nowhere = ChatID(high: 1, low: 1)
            let gaps = try await world.services.sync.gaps(since: [chat: 0, nowhere: 5], for: stranger.actor)
            #expect(Set(gaps.map(\.chatId)) == [chat, nowhere])
            #expect(gaps.allSatisfy { $0.gone && $0.seq == 0 && $0.events.isEmpty && $0.unread == 0 })
        }
    }

    /// Random operations; one client listens, one resumes from a random point, one asks for everything: all agree with
    /// what is fetched anew.
    @Test(arguments: 1...5)
    func liveEqualsFresh(seed: UInt64) async throws {
        try await World.run { world in
            var random = SeededRandom(seed: seed)
            let (chat, members) = try await world.group(clients: 4)
            let (trainer, watcher) = (members[0], members[1])
            let device = try await Listener.attach(watcher, in: world)
            let start = ClientView(members: Set(members.map(\.id)), seq: 0)
            var halfway = start
            let pause = Int.random(in: 5..<55, using: &random)
            for step in 0..<60 {
                if step == pause { halfway = try await .fresh(chat, for: watcher.actor, in: world) }
                try await change(step, chat, members, &random, in: world)
            }
            try await world.settled()

            let fresh = try await ClientView.fresh(chat, for: watcher.actor, in: world)
            var live = start
            for event in device.events {
                #expect(event.seq == live.seq + 1)
                live.apply(event)
            }
            #expect(live == fresh)
            for var view in [start, halfway] {
                let gap = try await world.services.sync.gaps(since: [chat: view.seq], for: watcher.actor)[0]
                for event in gap.events { view.apply(event) }
                #expect(view == fresh)
            }
            #expect(try await world.services.sync.positions(of: trainer.actor) == [chat: fresh.seq])
        }
    }

    /// One random operation of somebody; refused ones are part of the game.
    private func change(
        _ step: Int,
        _ chat: ChatID,
        _ members: [User],
        _ random: inout SeededRandom,
        in world: World
    ) async throws {
        let services = world.services
        let who = members.randomElement(using: &random) ?? members[0]
        let all = try await services.chats.history(of: chat, limit: 200, for: members[0].actor).messages
        world.clock.advance(milliseconds: 10)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: _ = try? await world.send("text \(step)", "\(step)", to: chat, by: who)
        case 5, 6:
            guard let message = all.randomElement(using: &random) else { return }
            _ = try? await services.messages.edit(message.id, in: chat, to: "edit \(step)", by: who.actor)
        case 7:
            guard let message = all.randomElement(using: &random) else { return }
            try? await services.messages.delete(message.id, in: chat, by: who.actor)
        case 8:
            guard let out = members.dropFirst(2).randomElement(using: &random) else { return }
            try? await services.chats.remove(out.id, from: chat, by: members[0].actor)
        default:
            guard let back = members.dropFirst(2).randomElement(using: &random) else { return }
            _ = try? await services.chats.add([back.id], to: chat, by: members[0].actor)
        }
    }
}
