import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging

/// Invariants 2 and 3: once, and in one order.
@Suite struct SendingTests {
    @Test func repeatsNameTheFirst() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let device = try await RecordingConnection.attach(client, in: fixture)
            let all = try await withThrowingTaskGroup(of: Messages.Sent.self) { group in
                for number in 0..<50 {
                    group.addTask { try await fixture.send("text \(number)", "same", to: chat, by: trainer) }
                }
                return try await group.reduce(into: [Messages.Sent]()) { $0.append($1) }
            }
            try await fixture.settled()
            #expect(Set(all.map(\.message)).count == 1)
            #expect(all.filter { !$0.isRepeat }.count == 1)
            #expect(device.events.count == 1)
            // The same words from somebody else, or elsewhere, are another message.
            let theirs = try await fixture.send("text", "same", to: chat, by: client)
            #expect(!theirs.isRepeat && theirs.message.seq == 2)

            let fixture = try await fixture.reopened()
            let later = try await fixture.send("text again", "same", to: chat, by: trainer)
            #expect(later.isRepeat && later.message == all.first?.message)
            #expect(try await fixture.services.chats.chat(chat, for: trainer.actor).seq == 2)
        }
    }

    /// Message numbers never go back, so that a consumer of the feed misses none.
    @Test func aNumberIsNeverGivenTwice() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, _) = try await fixture.pair()
            for number in 1...3 { _ = try await fixture.send("text", "\(number)", to: chat, by: trainer) }
            try await fixture.database.catchUpFullText()
            let last = try await fixture.count("SELECT max(num) FROM messages")
            try await fixture.database.write { _ = try $0.execute("DELETE FROM message_rows WHERE num >= 2") }
            let reopened = try await fixture.reopened()
            _ = try await reopened.send("text", "later", to: chat, by: trainer)
            #expect(try await reopened.count("SELECT max(num) FROM messages") > last)
        }
    }

    @Test func aRepeatNeverOverwritesNewerState() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, _) = try await fixture.pair()
            let first = try await fixture.send("first", "1", to: chat, by: trainer).message
            let second = try await fixture.send("second", "2", to: chat, by: trainer).message
            _ = try await fixture.services.messages.edit(first.id, in: chat, to: "edited", by: trainer.actor)
            try await fixture.services.messages.delete(second.id, in: chat, by: trainer.actor)
            let again = try await fixture.send("first", "1", to: chat, by: trainer).message
            #expect(again.id == first.id && again.text == "edited" && again.editedAt != nil)
            let gone = try await fixture.send("second", "2", to: chat, by: trainer).message
            #expect(gone.id == second.id && gone.text == "" && gone.deletedAt != nil)
            let stored = try await fixture.services.chats.history(of: chat, for: trainer.actor).messages
            #expect(stored.map(\.text) == ["edited", ""])
        }
    }

    @Test func concurrentSendersShareOneGaplessOrder() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 3)
            var devices: [RecordingConnection] = []
            for member in members { devices.append(try await RecordingConnection.attach(member, in: fixture)) }
            let acked = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for member in members {
                    group.addTask {
                        var seqs: [Int64] = []
                        for number in 0..<40 {
                            let sent = try await fixture.send("\(number)", "\(number)", to: chat, by: member).message
                            seqs.append(sent.seq)
                            if number.isMultiple(of: 5) {
                                _ = try await fixture.services.messages.edit(
                                    sent.id,
                                    in: chat,
                                    to: "edited \(number)",
                                    by: member.actor
                                )
                            }
                        }
                        return seqs
                    }
                }
                return try await group.reduce(into: [[Int64]]()) { $0.append($1) }
            }
            try await fixture.settled()
            #expect(acked.allSatisfy { $0 == $0.sorted() }, "each sender's own order is kept")
            let total = Int64(members.count * (40 + 8))
            for device in devices { #expect(device.events.map(\.seq) == Array(1...total)) }
            let orders = Set(devices.map { $0.events.map(\.message?.id) })
            #expect(orders.count == 1)
            let gap = try await fixture.services.sync.gaps(since: [:], for: members[2].actor)[0]
            #expect(gap.events.map(\.seq) == Array(1...total))
            #expect(Set([gap.events.map(\.message?.id)]) == orders)
        }
    }

    /// A refused send takes no number from the others of its group.
    @Test func refusedSendsLeaveNoGap() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .client)
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<60 {
                    let sender = [trainer, client, stranger][number % 3]
                    group.addTask {
                        await spotterError { try await fixture.send("x", "\(number)", to: chat, by: sender) } == nil
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 }.count == 40)
            let history = try await fixture.services.chats.history(of: chat, limit: 200, for: client.actor)
            #expect(history.messages.map(\.seq) == Array(1...40))
        }
    }

    @Test(arguments: [
        ("", "1"), (" \n ", "1"), (String(repeating: "x", count: 10_001), "1"),
        ("e" + String(repeating: "\u{301}", count: 20_001), "1"), ("ok", ""),
        ("ok", String(repeating: "i", count: 129)), ("ok", "a\u{0}b"),
    ])
    func refusesTextsThatAreWrong(text: String, id: String) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, _) = try await fixture.pair()
            #expect(
                await spotterError { try await fixture.send(text, id, to: chat, by: trainer) }?.code == .invalidRequest
            )
        }
    }

    @Test func repliesStayInTheChat() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 2)
            var chats: [ChatID] = []
            for client in clients {
                chats.append(try await fixture.services.chats.open(.direct(with: client.id), by: trainer.actor).chat.id)
            }
            let here = try await fixture.send("here", "1", to: chats[0], by: trainer).message
            let elsewhere = try await fixture.send("elsewhere", "1", to: chats[1], by: trainer).message
            let reply = try await fixture.send("re", "2", to: chats[0], by: clients[0], replyTo: here.id)
            #expect(reply.message.replyTo == here.id)
            #expect(
                await spotterError {
                    try await fixture.send("re", "3", to: chats[0], by: trainer, replyTo: elsewhere.id)
                }?.code == .invalidRequest
            )
        }
    }

    /// The ack holds exactly the message that all others receive.
    @Test(arguments: 1...4)
    func textsArriveUnchanged(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let texts = (0..<40).map { _ in "x" + random.text() + "y" } + ["a\u{0}b"]
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let device = try await RecordingConnection.attach(client, in: fixture)
            var acked: [String] = []
            for (number, text) in texts.enumerated() {
                guard let sent = try? await fixture.send(text, "\(number)", to: chat, by: trainer) else { continue }
                #expect(sent.message.text.unicodeScalars.elementsEqual(text.unicodeScalars))
                acked.append(sent.message.text)
            }
            #expect(acked.count >= 40)
            try await fixture.settled()
            let stored = try await fixture.services.chats.history(of: chat, limit: 200, for: client.actor).messages
            let heard = device.events.compactMap(\.message?.text)
            #expect(stored.count == acked.count && heard.count == acked.count)
            for (index, text) in acked.enumerated() {
                #expect(stored[index].text == text && heard[index] == text)
            }
        }
    }
}
