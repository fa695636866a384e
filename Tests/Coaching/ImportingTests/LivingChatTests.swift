import Domain
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Importing

/// Imports into chats that have messages: what is imported stands where its time puts it, and nothing else changes.
@Suite struct LivingChatTests {
    @Test func oldMessagesComeBeforeTodays() async throws {
        try await ImportFixture.with { world in
            let play = try await Play(seed: 1, world)
            let today = try await play.send("today", by: play.sara)
            let before = try await world.chats(of: "alex@example.com").first
            #expect(before?.unread == 1)
            _ = try await world.run(
                Lines.file([
                    Play.chat, Play.line("m1", at: "2026-01-12T08:00:00Z"), Play.line("m2", at: "2026-01-13T08:00:00Z"),
                ])
            )
            let after = try #require(try await world.chats(of: "alex@example.com").first)
            #expect(after.lastMessage?.id == today)
            #expect(after.unread == 1 && after.unreadMentions == 0)
            #expect(try await play.texts() == ["m1", "m2", "today"])
            let messages = try await play.history(for: play.alex)
            #expect(messages.map(\.imported) == [true, true, nil])
            #expect(messages.map(\.status) == [.read, .read, .sent])
            #expect(messages.map(\.seq) == Array((after.seq - 2)...after.seq), "gapless")
            #expect(await MessagingCheck(database: world.database).positions().isEmpty)
        }
    }

    /// Even what was said elsewhere a moment ago, after a message that is unread here.
    @Test func nobodyIsNotifiedOfWhatIsImported() async throws {
        try await ImportFixture.with { world in
            let play = try await Play(seed: 1, world)
            let today = try await play.send("today", by: play.sara)
            world.clock.advance(milliseconds: 60_000)
            _ = try await world.run(Lines.file([Play.chat, Play.line("now", at: "\(world.clock.now())")]))
            #expect(try await play.texts() == ["today", "now"])
            let now = world.clock.now()
            let notified = try await world.database.read { connection in
                try connection.query(
                    "SELECT m.id FROM \(UnreadMessages.tables) WHERE \(UnreadMessages.condition(at: "$1"))",
                    now
                ) { try $0.id(0, MessageID.self) }
            }
            #expect(notified == [today, today], "Alex and Tom, of what was said here")
            for user in [play.alex, play.tom] {
                let badge = try await world.database.read { try UnreadMessages.badge(of: user.id, at: now, on: $0) }
                #expect(badge == 1)
            }
        }
    }

    @Test func whoKnewTheChatIsToldToLoadItAnew() async throws {
        try await ImportFixture.with { world in
            let play = try await Play(seed: 1, world)
            for n in 0..<3 { _ = try await play.send("m\(n)", by: play.sara) }
            _ = try await world.run(Lines.file([Play.chat, Play.line("old", at: "2026-01-12T08:00:00Z")]))
            for position in Int64(0)...3 {
                let gap = try await world.messaging.sync.gaps(since: [play.chatId: position], for: play.alex.actor)
                    .first
                #expect(gap?.resync == true && gap?.unread == 3)
            }
        }
    }

    /// A receipt that was on its way counts former positions: it marks nothing that wasn't shown.
    @Test func aFormerPositionMarksNothing() async throws {
        try await ImportFixture.with { world in
            let play = try await Play(seed: 1, world)
            for n in 0..<3 { _ = try await play.send("m\(n)", by: play.sara) }
            _ = try await world.run(Lines.file([Play.chat, Play.line("old", at: "2026-01-12T08:00:00Z")]))
            let position = try await world.messaging.receipts.advance(
                .read,
                to: 3,
                in: play.chatId,
                by: play.alex.actor
            )
            #expect(position.unread == 3)
        }
    }

    @Test func aRestoredChatTakesAnImport() async throws {
        try await ImportFixture.with { world in
            let play = try await Play(seed: 1, world)
            for n in 0..<3 { _ = try await play.send("m\(n)", by: play.sara) }
            try await world.database.write { try RestoredPositions.moveAhead(on: $0) }
            _ = try await play.messagesRead(by: play.alex)
            let check = MessagingCheck(database: world.database)
            for round in 0..<2 {
                let line = Play.line("old\(round)", at: "2026-01-12T08:00:00Z")
                _ = try await world.run(Lines.file([Play.chat, line]))
                #expect(await check.positions().isEmpty)
                try await world.database.write { try RestoredPositions.moveAhead(on: $0) }
                #expect(await check.positions().isEmpty)
            }
            #expect(try await play.texts() == ["old0", "old1", "m0", "m1", "m2"])
            #expect(try await world.chats(of: "alex@example.com").first?.unread == 0)
            #expect(try await world.chats(of: "tom@example.com").first?.unread == 3)
        }
    }

    @Test func anEmptyChatIsFilledFromItsFirstPosition() async throws {
        try await ImportFixture.with { world in
            let play = try await Play(seed: 1, world)
            _ = try await world.run(Lines.file([Play.chat, Play.line("old", at: "2026-01-12T08:00:00Z")]))
            let chat = try #require(try await world.chats(of: "alex@example.com").first)
            #expect(chat.seq == 1 && chat.readSeq == 1 && chat.unread == 0)
            #expect(try await play.history(for: play.tom).map(\.status) == [.read])
        }
    }

    /// Any operations and imports, in any order: order, unread messages, cursors and what refers to messages hold.
    @Test(arguments: UInt64(1)...24)
    func nothingElseChanges(seed: UInt64) async throws {
        try await ImportFixture.with { world in
            var play = try await Play(seed: seed, world)
            for round in 0..<4 {
                for _ in 0..<Int.random(in: 0..<12, using: &play.random) { try await play.step() }
                let before = try await play.picture()
                let lines = (0..<Int.random(in: 1..<8, using: &play.random)).map { play.randomLine("r\(round)-\($0)") }
                let report = try await world.run(Lines.file([Play.chat] + lines))
                #expect(report.messages.added == lines.count)
                let after = try await play.picture()
                #expect(after == before, "seed \(seed), round \(round)")
                let times = try await play.history(for: play.alex).map(\.createdAt)
                #expect(times == times.sorted(), "seed \(seed), round \(round)")
                #expect(await MessagingCheck(database: world.database).positions().isEmpty, "seed \(seed)")
                #expect(try await world.run(Lines.file([Play.chat] + lines)).addsNothing)
            }
        }
    }
}

/// A group of three, and what they do in it.
private struct Play {
    static let chat =
        #"{"type":"chat","ref":"g1","kind":"group","name":"Run Club","members":["alex@example.com","sara@example.com","tom@example.com"]}"#

    static func line(_ ref: String, at time: String, from sender: String = "sara", text: String? = nil) -> String {
        Lines.message(ref, text ?? ref, at: time, from: "\(sender)@example.com", in: "g1")
    }

    let world: ImportFixture
    let chatId: ChatID
    let alex, sara, tom: User
    var random: SeededRandom
    private var live: [(id: MessageID, sender: User)] = []

    init(seed: UInt64, _ world: ImportFixture) async throws {
        self.world = world
        random = SeededRandom(seed: seed)
        _ = try await world.run(Lines.file([Lines.alex, Lines.sara, Lines.tom, Lines.related, Self.chat]))
        alex = try #require(try await world.user("alex@example.com"))
        sara = try #require(try await world.user("sara@example.com"))
        tom = try #require(try await world.user("tom@example.com"))
        chatId = try #require(try await world.chats(of: "alex@example.com").first?.id)
    }

    func send(_ text: String, by user: User, replyTo: MessageID? = nil) async throws -> MessageID {
        world.clock.advance(milliseconds: 60_000)
        return try await world.messaging.messages.send(
            .init(chatId: chatId, sender: user.actor, clientMessageId: text, text: text, replyTo: replyTo)
        ).message.id
    }

    mutating func step() async throws {
        let user = try #require([alex, sara, tom].randomElement(using: &random))
        let services = world.messaging
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
            let words = ["hello", "@Alex look", "@Tom and @Sara"].randomElement(using: &random) ?? ""
            let reply = Bool.random(using: &random) ? live.randomElement(using: &random)?.id : nil
            live.append((try await send("\(words) \(live.count)", by: user, replyTo: reply), user))
        case 5, 6:
            let seq = try await services.chats.chat(chatId, for: user.actor).seq
            let least = max(0, seq - 10)
            let kind: Receipts.Kind = Bool.random(using: &random) ? .read : .delivered
            let to = Int64.random(in: least...seq, using: &random)
            _ = try await services.receipts.advance(kind, to: to, in: chatId, by: user.actor)
        case 7:
            guard let one = live.randomElement(using: &random) else { return }
            _ = try? await services.reactions.change(.give, "👍", on: one.id, in: chatId, by: user.actor)
        case 8:
            guard let one = live.randomElement(using: &random) else { return }
            _ = try? await services.chats.setPinned(true, one.id, in: chatId, by: alex.actor)
        default:
            guard let one = live.randomElement(using: &random) else { return }
            try? await services.messages.delete(one.id, in: chatId, by: one.sender.actor)
        }
    }

    mutating func randomLine(_ ref: String) -> String {
        let start = Timestamp(rfc3339: "2026-03-11T13:00:00Z") ?? .earliest
        let length = max(60_000, world.clock.now().milliseconds - start.milliseconds)
        let at = start.adding(milliseconds: Int64.random(in: 0..<length, using: &random))
        let sender = ["alex", "sara", "tom"].randomElement(using: &random) ?? "sara"
        return Self.line(ref, at: "\(at)", from: sender, text: "@Alex \(ref)")
    }

    func messagesRead(by user: User) async throws -> [ChatReadPosition] {
        try await world.messaging.receipts.readAll(by: user.actor)
    }

    func texts() async throws -> [String] { try await history(for: alex).map(\.text) }

    func history(for user: User) async throws -> [Message] {
        try await world.messaging.chats.history(of: chatId, limit: 200, for: user.actor).messages
    }

    /// What an import must not change, as each member sees it.
    struct Picture: Equatable {
        struct Item: Equatable {
            let id: MessageID
            let text: String
            let status: MessageStatus
            let reactions: [Reaction]
            let quote: Quote?
            let isRead: Bool
        }

        var unread: [Int] = []
        var mentions: [Int] = []
        var pins: [MessageID] = []
        var messages: [[Item]] = []
        var receipts: [[MessageReceipt]] = []
        var last: MessageID?
    }

    func picture() async throws -> Picture {
        var picture = Picture()
        for user in [alex, sara, tom] {
            let chat = try await world.messaging.chats.chat(chatId, for: user.actor)
            picture.unread.append(chat.unread)
            picture.mentions.append(chat.unreadMentions)
            picture.pins = chat.pins
            let messages = try await history(for: user).filter { $0.imported == nil }
            picture.last = messages.last?.id
            picture.messages.append(
                messages.map {
                    .init(
                        id: $0.id,
                        text: $0.text,
                        status: $0.status,
                        reactions: $0.reactions,
                        quote: $0.quote,
                        isRead: $0.seq <= chat.readSeq
                    )
                }
            )
            for message in messages {
                picture.receipts.append(
                    try await world.messaging.receipts.times(of: message.id, in: chatId, for: user.actor)
                )
            }
        }
        return picture
    }
}

extension User {
    fileprivate var actor: Actor { Actor(userId: id, role: role) }
}
