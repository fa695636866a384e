import Domain
import Foundation
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging

@Suite struct InboxTests {
    private static func chats(_ fixture: MessagingFixture, _ user: User) async throws -> [ChatID] {
        try await fixture.services.inbox.items(for: user.actor).map(\.chatId)
    }

    @Test func whoWaitsLongestComesFirst() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            var chats: [ChatID] = []
            for client in clients {
                chats.append(
                    try await fixture.services.chats.open(.direct(with: client.id), by: trainer.actor).chat.id
                )
            }
            #expect(try await Self.chats(fixture, trainer) == [])
            for index in [2, 0, 1] {
                fixture.clock.advance(milliseconds: 60_000)
                try await fixture.send("hello", "1", to: chats[index], by: clients[index])
            }
            fixture.clock.advance(milliseconds: 60_000)
            try await fixture.send("still there?", "2", to: chats[2], by: clients[2])
            let items = try await fixture.services.inbox.items(for: trainer.actor)
            #expect(items.map(\.chatId) == [chats[2], chats[0], chats[1]])
            // Since the first one that wasn't answered, with the last one.
            #expect(items.first?.waitingSince == MessagingFixture.start.adding(minutes: 1))
            #expect(items.first?.lastMessage.text == "still there?")
            #expect(try await Self.chats(fixture, clients[0]) == [])
            // An answer takes it out; another question starts the time anew.
            try await fixture.send("yes", "3", to: chats[2], by: trainer)
            #expect(try await Self.chats(fixture, trainer) == [chats[0], chats[1]])
            #expect(try await Self.chats(fixture, clients[2]) == [chats[2]])
            fixture.clock.advance(milliseconds: 60_000)
            try await fixture.send("fine", "4", to: chats[2], by: clients[2])
            #expect(try await Self.chats(fixture, trainer) == [chats[0], chats[1], chats[2]])
            // A question that was taken back doesn't wait.
            let last = try #require(try await fixture.services.inbox.items(for: trainer.actor).last?.lastMessage)
            try await fixture.services.messages.delete(last.id, in: chats[2], by: clients[2].actor)
            #expect(try await Self.chats(fixture, trainer) == [chats[0], chats[1]])
            // Who has left or is blocked can't be answered.
            try await fixture.services.chats.remove(clients[0].id, from: chats[0], by: clients[0].actor)
            try await fixture.services.blocks.block(clients[1].id, by: trainer.actor)
            #expect(try await Self.chats(fixture, trainer) == [])
        }
    }

    @Test func groupsWaitOnlyForWhomTheyMention() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            try await fixture.send("hello all", "1", to: chat, by: members[1])
            #expect(try await Self.chats(fixture, members[0]) == [])
            fixture.clock.advance(milliseconds: 60_000)
            try await fixture.send("@trainer what about me?", "2", to: chat, by: members[1])
            try await fixture.send("and me", "3", to: chat, by: members[2])
            let item = try #require(try await fixture.services.inbox.items(for: members[0].actor).first)
            #expect(item.waitingSince == MessagingFixture.start.adding(minutes: 1))
            #expect(item.lastMessage.text == "and me")
            #expect(try await Self.chats(fixture, members[2]) == [])
            try await fixture.send("both", "4", to: chat, by: members[0])
            #expect(try await Self.chats(fixture, members[0]) == [])
        }
    }

    @Test func snoozedAndDone() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let inbox = fixture.services.inbox
            let (mine, theirs) = (
                try await RecordingConnection.attach(trainer, in: fixture),
                try await RecordingConnection.attach(client, in: fixture)
            )
            func waits() async throws -> Bool { try await !inbox.items(for: trainer.actor).isEmpty }
            try await fixture.send("hello", "1", to: chat, by: client)
            let end = MessagingFixture.start.adding(minutes: 60)
            let state = try await inbox.snooze(chat, until: end, by: trainer.actor)
            #expect(state.snoozedUntil == end)
            #expect(try await !waits())
            #expect(try await inbox.items(for: trainer.actor, includesSnoozed: true).map(\.snoozedUntil) == [end])
            fixture.clock.set(end)
            #expect(try await waits())
            // A new message ends it, and so does the user.
            _ = try await inbox.snooze(chat, until: end.adding(minutes: 60), by: trainer.actor)
            #expect(try await !waits())
            try await fixture.send("it's urgent", "2", to: chat, by: client)
            #expect(try await waits())
            _ = try await inbox.snooze(chat, until: end.adding(minutes: 60), by: trainer.actor)
            _ = try await inbox.snooze(chat, until: nil, by: trainer.actor)
            #expect(try await waits())
            let done = try await inbox.done(chat, by: trainer.actor)
            #expect(done.doneSeq == 2 && done.snoozedUntil == nil)
            #expect(try await !waits())
            #expect(try await inbox.reopen(chat, by: trainer.actor).doneSeq == 0)
            #expect(try await inbox.items(for: trainer.actor).map(\.waitingSince) == [MessagingFixture.start])
            _ = try await inbox.done(chat, by: trainer.actor)
            try await fixture.send("and now", "3", to: chat, by: client)
            #expect(try await waits())
            let reopened = try await fixture.reopened()
            #expect(try await reopened.services.inbox.items(for: trainer.actor).count == 1)
            let frames = mine.payloads.filter { $0.contains("inbox.changed") }
            #expect(frames.count == 7 && !theirs.payloads.contains { $0.contains("inbox.changed") })
            let other = try await reopened.user("other", .trainer)
            await #expect(throws: SpotterError.notAMember) {
                _ = try await reopened.services.inbox.done(chat, by: other.actor)
            }
            await #expect(throws: SpotterError.notAMember) {
                _ = try await reopened.services.inbox.reopen(chat, by: other.actor)
            }
            await #expect(throws: SpotterError.notAMember) {
                _ = try await reopened.services.inbox.snooze(chat, until: .latest, by: other.actor)
            }
        }
    }

    /// Messages that many write in one group of commits are told apart.
    @Test func positionsOfConcurrentSendersAreKept() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 3)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for round in 0..<20 {
                    for (index, member) in members.enumerated() {
                        group.addTask { try await fixture.send("m", "\(round)-\(index)", to: chat, by: member) }
                    }
                }
                try await group.waitForAll()
            }
            let wrong = try await fixture.count(
                """
                SELECT count(*) FROM members m WHERE m.last_sent_seq <> (
                    SELECT max(x.seq) FROM messages x WHERE x.chat_id = m.chat_id AND x.sender_id = m.user_id)
                """
            )
            #expect(wrong == 0)
        }
    }

    /// What was said elsewhere was answered there; it neither waits nor answers what waits here. Only a chat that came as
    /// a whole waits for an answer to its last words.
    @Test(arguments: [0, 1, 2])
    func importedHistoryMakesNobodyWait(live: Int) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let start = MessagingFixture.start
            // One message is answered; a second one waits.
            if live > 0 {
                try await fixture.send("hello", "1", to: chat, by: client)
                try await fixture.send("hi", "2", to: chat, by: trainer)
            }
            fixture.clock.advance(milliseconds: 60_000)
            if live > 1 { try await fixture.send("and now?", "3", to: chat, by: client) }
            let lines = [
                (text: "asked long ago", by: client, at: start.adding(minutes: -50)),
                (text: "said long ago", by: trainer, at: start.adding(minutes: -40)),
                (text: "asked again", by: client, at: start.adding(minutes: -30)),
                (text: "the last word", by: live > 1 ? trainer : client, at: start.adding(minutes: 30)),
            ]
            try await fixture.importHistory(lines, to: chat)
            #expect(try await Self.chats(fixture, trainer) == (live == 1 ? [] : [chat]))
            #expect(try await Self.chats(fixture, client) == (live == 1 ? [chat] : []))
            if live == 0 {
                let item = try await fixture.services.inbox.items(for: trainer.actor).first
                #expect(item?.waitingSince == start.adding(minutes: -30))
            }
            if live > 1 {
                let item = try await fixture.services.inbox.items(for: trainer.actor).first
                #expect(item?.waitingSince == start.adding(minutes: 1))
                _ = try await fixture.services.inbox.done(chat, by: trainer.actor)
                try await fixture.importHistory([("older still", client, start.adding(minutes: -90))], to: chat)
                #expect(try await Self.chats(fixture, trainer) == [])
            }
            try await fixture.send("a new one", "4", to: chat, by: client)
            #expect(try await Self.chats(fixture, trainer) == [chat])
        }
    }

    @Test func importedHistoryDoesNotWakeASnoozedChat() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let start = MessagingFixture.start
            try await fixture.send("hello", "1", to: chat, by: client)
            let end = start.adding(minutes: 60)
            _ = try await fixture.services.inbox.snooze(chat, until: end, by: trainer.actor)
            try await fixture.importHistory(
                [("old", client, start.adding(minutes: -9)), ("later", client, start.adding(minutes: 9))],
                to: chat
            )
            #expect(try await Self.chats(fixture, trainer) == [])
            fixture.clock.set(end)
            #expect(try await Self.chats(fixture, trainer) == [chat])
        }
    }

    @Test func importedMentionsWaitForNobody() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let start = MessagingFixture.start
            try await fixture.send("hello", "1", to: chat, by: members[1])
            try await fixture.importHistory(
                [("@trainer back then", members[1], start.adding(minutes: -9)), ("@trainer?", members[2], start)],
                to: chat
            )
            #expect(try await Self.chats(fixture, members[0]) == [])
            try await fixture.send("@trainer now", "2", to: chat, by: members[1])
            #expect(try await Self.chats(fixture, members[0]) == [chat])
        }
    }
}
