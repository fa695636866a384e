import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// Random histories, told late, fetched in between at any moment: in the end the replica equals a fresh fetch.
@Suite struct ReplicaPropertyTests {
    @Test(arguments: 0..<500 as Range<UInt64>) func equalsAFreshFetch(seed: UInt64) throws {
        var run = ReplicaRun(seed: seed)
        for _ in 0..<120 { try run.step() }
        try run.settle()
        let record = try #require(run.store.record(of: run.server.chat))
        #expect(difference(record.chat.withCurrentStatus, run.server.fresh) == nil)
        #expect(record.position == run.server.seq)
        #expect(!record.isStale)
        let fresh = run.server.page(before: nil, limit: 1000).messages
        // What's known is right and whole; what isn't is marked as a gap.
        let known = fresh.filter { record.known.contains($0.seq) }
        let kept = (run.store.messages[run.server.chat] ?? []).map { record.chat.withStatus($0) }
        #expect(kept.map(brief) == known.map(brief))
        let timeline = Timeline(record, messages: kept, before: record.position + 1, limit: 1000, outbox: [])
        let isWhole = known == fresh && record.known.cover(after: 0, through: record.position)
        #expect(isWhole == !timeline.rows.contains { if case .gap = $0 { true } else { false } })
        #expect(isWhole == !timeline.hasEarlier || known.count < fresh.count)
    }
}

private func brief(_ message: Message) -> String {
    let reactions = message.reactions.map { "\($0.emoji)\($0.userIds.count)" }.joined()
    return "\(message.seq) \(message.text) \(message.status) \(message.quote?.text ?? "-") \(reactions)"
        + " \(message.editCount) \(message.mentions.count) \(message.deletedAt == nil)"
}

/// The first thing in which two chats differ, in words that fit on a line.
private func difference(_ a: Chat, _ b: Chat) -> String? {
    guard a != b else { return nil }
    func parts(_ chat: Chat) -> [String] {
        [
            "seq \(chat.seq)", "name \(chat.name)", "read \(chat.readSeq)", "unread \(chat.unread)",
            "mentions \(chat.unreadMentions)", "pins \(chat.pins)", "draft \(chat.draft?.text ?? "-")",
            "pinned \(chat.isPinned)", "last \(chat.lastMessage.map(brief) ?? "-")",
            chat.members.map { "\($0.displayName) \($0.role) \($0.deliveredSeq) \($0.readSeq)" }
                .joined(separator: ", "),
        ]
    }
    return zip(parts(a), parts(b)).first { $0 != $1 }.map { "\($0) instead of \($1)" } ?? "something else"
}

/// A server, what it has told that hasn't arrived, and a replica with its fetches under way.
private struct ReplicaRun {
    var server = ModelServer()
    let store = MemoryStore()
    var replica: Replica<MemoryStore> { Replica(me: server.me, store: store) }
    private var random: SeededRandom
    private var undelivered: [ServerEvent] = []
    private var eventBuffer = EventBuffer()
    private var refetching: EventBuffer.Bookmark?
    private var fetches: [Fetch] = []

    private struct Fetch {
        enum Kind { case chat(Chat), refetch(Chat, MessagePage), page(MessagePage, end: Int64) }
        let kind: Kind
        let asked: Int64
        let bookmark: EventBuffer.Bookmark
    }

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        store.save(CachedChat(server.fresh))
    }

    mutating func step() throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: if let event = happen() { undelivered.append(event) }
        case 5..<8: try deliver(Int.random(in: 1...4, using: &random))
        case 8: ask()
        default: try answer()
        }
    }

    mutating func settle() throws {
        while !undelivered.isEmpty || !fetches.isEmpty {
            try deliver(undelivered.count)
            while !fetches.isEmpty { try answer() }
        }
    }

    private mutating func happen() -> ServerEvent? {
        let index = server.messages.isEmpty ? 0 : Int.random(in: 0..<server.messages.count, using: &random)
        let mentions = Bool.random(using: &random) ? [server.me] : []
        let person = Int.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<5:
            let reply = Bool.random(using: &random) && !server.messages.isEmpty ? server.messages[index].id : nil
            return server.send(by: Fixture.id(UInt64(person + 1)), mentions: mentions, replyTo: reply)
        case 5: return server.change(index, .messageEdited, mentions: mentions)
        case 6: return server.change(index, .messageDeleted)
        case 7: return server.change(index, .reactionChanged)
        case 8: return server.update(name: Bool.random(using: &random) ? "Name \(server.seq)" : nil, pin: index)
        case 9: return server.setRole(Bool.random(using: &random) ? .admin : .member, of: person)
        case 10: return server.toggleGuest()
        case 11: return server.setDraft(Bool.random(using: &random) ? "draft \(server.seq)" : nil)
        case 12: return server.set(isPinned: Bool.random(using: &random))
        case 13: return server.rename(person, to: ["Ann", "Zoë", "Bob"].randomElement(using: &random) ?? "Ann")
        default:
            let target = Int64.random(in: 0...server.seq, using: &random)
            return server.read(by: person, upTo: target, isRead: Bool.random(using: &random))
        }
    }

    /// Now and then the server says "resync", or forgets to tell.
    private mutating func deliver(_ count: Int) throws {
        for _ in 0..<count where !undelivered.isEmpty {
            var batch = [undelivered.removeFirst()]
            if Int.random(in: 0..<40, using: &random) == 0 {
                batch = [.resync(chatId: server.chat, seq: server.seq)]
                // A fetch from here on knows all of them. What has no place in the order is still told.
                undelivered.removeAll { if case .chat = $0 { true } else { false } }
            }
            let place = eventBuffer.append(batch)
            var outcome = Replica<MemoryStore>.Outcome()
            for event in batch { outcome.add(try replica.apply(event)) }
            note(outcome, from: place)
            eventBuffer.trim()
        }
    }

    private mutating func note(_ outcome: Replica<MemoryStore>.Outcome, from place: Int? = nil) {
        if !outcome.refetch.isEmpty, refetching == nil {
            let bookmark = eventBuffer.open(at: place)
            refetching = bookmark
            let chat = server.fresh
            while Int.random(in: 0..<3, using: &random) > 0, let event = happen() { undelivered.append(event) }
            let page = server.page(before: nil, limit: 5)
            fetches.append(Fetch(kind: .refetch(chat, page), asked: 0, bookmark: bookmark))
        } else if !outcome.stale.isEmpty {
            fetches.append(Fetch(kind: .chat(server.fresh), asked: position, bookmark: eventBuffer.open()))
        }
    }

    private var position: Int64 { store.record(of: server.chat)?.position ?? 0 }

    private mutating func ask() {
        let bookmark = eventBuffer.open()
        let asked = position
        let gap = store.record(of: server.chat)?.known.ranges.last?.lowerBound
        let kind: Fetch.Kind =
            if Bool.random(using: &random) {
                .chat(server.fresh)
            } else if let gap, gap > 1 {
                .page(server.page(before: gap, limit: 3), end: gap - 1)
            } else {
                .page(server.page(before: nil, limit: 3), end: asked)
            }
        fetches.append(Fetch(kind: kind, asked: asked, bookmark: bookmark))
    }

    /// Answers overtake each other.
    private mutating func answer() throws {
        guard let index = fetches.indices.randomElement(using: &random) else { return }
        let fetch = fetches.remove(at: index)
        let events = eventBuffer.close(fetch.bookmark)
        switch fetch.kind {
        case .refetch(let chat, let page):
            refetching = nil
            note(try replica.reset(chat, with: page, then: events))
        case .chat(let chat):
            guard refetching == nil else { return }
            note(try replica.merge(chat, asked: fetch.asked, then: events))
        case .page(let page, let end):
            guard refetching == nil else { return }
            note(try replica.add(page, of: server.chat, through: end, asked: fetch.asked, then: events))
        }
    }
}
