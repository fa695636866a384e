import Domain
import Foundation
import TestSupport
import Testing

@testable import Messaging

/// What each keeps of a chat for themselves.
@Suite struct SettingsTests {
    @Test func settingsAreOnesOwn() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let keeping = world.services.keeping
            let (mine, theirs) = (
                try await Listener.attach(trainer, in: world), try await Listener.attach(client, in: world)
            )
            let muted = try await keeping.change(.init(mutedUntil: .latest), of: chat, by: trainer.actor)
            #expect(muted.mutedUntil?.description == "9999-12-31T23:59:59.999Z" && !muted.isPinned)
            _ = try await keeping.change(.init(isPinned: true), of: chat, by: trainer.actor)
            let seen = try await world.services.chats.chat(chat, for: trainer.actor)
            #expect(seen.mutedUntil == .latest && seen.isPinned && seen.seq == 0)
            let other = try await world.services.chats.chat(chat, for: client.actor)
            #expect(other.mutedUntil == nil && !other.isPinned)
            _ = try await keeping.change(.init(mutedUntil: .some(nil)), of: chat, by: trainer.actor)
            try await world.settled()
            let frames = mine.payloads.compactMap { try? JSONDecoder().decode(ChatSettings.self, from: Data($0.utf8)) }
            #expect(frames.map(\.mutedUntil) == [.latest, .latest, nil])
            #expect(frames.map(\.isPinned) == [false, true, true])
            #expect(theirs.payloads == [])
        }
    }

    @Test func draftsFollowTheirUser() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let drafts = world.services.drafts
            let message = try await world.send("how was it?", "1", to: chat, by: client).message
            let (mine, theirs) = (
                try await Listener.attach(trainer, in: world), try await Listener.attach(client, in: world)
            )
            _ = try await drafts.put("older", replyTo: nil, in: chat, by: trainer.actor)
            world.clock.advance(milliseconds: 1000)
            _ = try await drafts.put("newer", replyTo: message.id, in: chat, by: trainer.actor)
            let expected = ChatDraft(
                text: "newer",
                replyTo: message.id,
                updatedAt: World.start.adding(milliseconds: 1000)
            )
            #expect(try await world.services.chats.chat(chat, for: trainer.actor).draft == expected)
            #expect(try await world.services.chats.list(for: client.actor).map(\.draft) == [nil])
            #expect(try await drafts.list(for: trainer.actor) == [DraftChange(chatId: chat, draft: expected)])
            #expect(try await drafts.list(for: client.actor) == [])
            _ = try await drafts.put("", replyTo: nil, in: chat, by: trainer.actor)
            #expect(try await drafts.list(for: trainer.actor) == [])
            try await world.settled()
            let frames = mine.payloads.compactMap { try? JSONDecoder().decode(DraftChange.self, from: Data($0.utf8)) }
            #expect(frames.map { $0.draft?.text } == ["older", "newer", nil])
            #expect(theirs.payloads == [])
        }
    }

    @Test func strangersKeepNothing() async throws {
        try await World.run { world in
            let (chat, trainer, _) = try await world.pair()
            let (_, _, elsewhere) = try await world.otherChat(of: trainer)
            let stranger = try await world.user("stranger", .client)
            let services = world.services
            let attempts: [() async throws -> Void] = [
                { _ = try await services.keeping.change(.init(isPinned: true), of: chat, by: stranger.actor) },
                { _ = try await services.drafts.put("x", replyTo: nil, in: chat, by: stranger.actor) },
                { try await services.drafts.clear(chat, by: stranger.actor) },
            ]
            for attempt in attempts { #expect(await spotterError { try await attempt() } == .notAMember) }
            #expect(
                await spotterError {
                    _ = try await services.drafts.put("x", replyTo: elsewhere.id, in: chat, by: trainer.actor)
                }?.code == .invalidRequest
            )
        }
    }
}
