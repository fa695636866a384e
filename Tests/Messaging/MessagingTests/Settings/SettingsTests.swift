import Domain
import Foundation
import Live
import MessagingTestKit
import TestSupport
import Testing

@testable import Messaging

/// A member's own settings and drafts.
@Suite struct SettingsTests {
    @Test func settingsAreOnesOwn() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let keeping = fixture.services.preferences
            let (mine, theirs) = (
                try await RecordingConnection.attach(trainer, in: fixture),
                try await RecordingConnection.attach(client, in: fixture)
            )
            let muted = try await keeping.change(.init(mutedUntil: .latest), of: chat, by: trainer.actor)
            #expect(muted.mutedUntil?.description == "9999-12-31T23:59:59.999Z" && !muted.isPinned)
            _ = try await keeping.change(.init(isPinned: true), of: chat, by: trainer.actor)
            let seen = try await fixture.services.chats.chat(chat, for: trainer.actor)
            #expect(seen.mutedUntil == .latest && seen.isPinned && seen.seq == 0)
            let other = try await fixture.services.chats.chat(chat, for: client.actor)
            #expect(other.mutedUntil == nil && !other.isPinned)
            _ = try await keeping.change(.init(mutedUntil: .some(nil)), of: chat, by: trainer.actor)
            try await fixture.settled()
            let frames = mine.payloads.compactMap { try? JSONDecoder().decode(ChatSettings.self, from: Data($0.utf8)) }
            #expect(frames.map(\.mutedUntil) == [.latest, .latest, nil])
            #expect(frames.map(\.isPinned) == [false, true, true])
            #expect(theirs.payloads == [])
        }
    }

    @Test func draftsFollowTheirUser() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let drafts = fixture.services.drafts
            let message = try await fixture.send("how was it?", "1", to: chat, by: client).message
            let (mine, theirs) = (
                try await RecordingConnection.attach(trainer, in: fixture),
                try await RecordingConnection.attach(client, in: fixture)
            )
            _ = try await drafts.put("older", replyTo: nil, in: chat, by: trainer.actor)
            fixture.clock.advance(milliseconds: 1000)
            _ = try await drafts.put("newer", replyTo: message.id, in: chat, by: trainer.actor)
            let expected = ChatDraft(
                text: "newer",
                replyTo: message.id,
                updatedAt: MessagingFixture.start.adding(milliseconds: 1000)
            )
            #expect(try await fixture.services.chats.chat(chat, for: trainer.actor).draft == expected)
            #expect(try await fixture.services.chats.list(for: client.actor).map(\.draft) == [nil])
            #expect(try await drafts.list(for: trainer.actor) == [DraftChange(chatId: chat, draft: expected)])
            #expect(try await drafts.list(for: client.actor) == [])
            _ = try await drafts.put("", replyTo: nil, in: chat, by: trainer.actor)
            #expect(try await drafts.list(for: trainer.actor) == [])
            try await fixture.settled()
            let frames = mine.payloads.compactMap { try? JSONDecoder().decode(DraftChange.self, from: Data($0.utf8)) }
            #expect(frames.map { $0.draft?.text } == ["older", "newer", nil])
            #expect(theirs.payloads == [])
        }
    }

    @Test func strangersKeepNothing() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, _) = try await fixture.pair()
            let (_, _, elsewhere) = try await fixture.otherChat(of: trainer)
            let stranger = try await fixture.user("stranger", .client)
            let services = fixture.services
            let attempts: [() async throws -> Void] = [
                { _ = try await services.preferences.change(.init(isPinned: true), of: chat, by: stranger.actor) },
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
