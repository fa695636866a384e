import Domain
import SpotterAPI
import TestSupport

@testable import SpotterClient

/// One call of the replica: an event, or the answer to a fetch with the events that came meanwhile.
enum ReplicaCall {
    case apply(ServerEvent)
    case reset(Chat, MessagePage, [ServerEvent])
    case merge(Chat, asked: Int64, [ServerEvent])
    case add(MessagePage, through: Int64, asked: Int64, [ServerEvent])
}

/// A server, what it has told that hasn't arrived, and a replica with its fetches under way.
struct ReplicaRun {
    var server = ModelServer()
    let store = MemoryStore()
    var replica: Replica<MemoryStore> { Replica(me: server.me, store: store) }
    private var random: SeededRandom
    private var undelivered: [ServerEvent] = []
    private var eventBuffer = EventBuffer()
    private var refetching: EventBuffer.Bookmark?
    private var fetches: [Fetch] = []

    /// What the replica was told, for `ReplicaCases`.
    private(set) var calls: [ReplicaCall] = []

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
            for event in batch {
                calls.append(.apply(event))
                outcome.add(try replica.apply(event))
            }
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
            calls.append(.reset(chat, page, events))
            note(try replica.reset(chat, with: page, then: events))
        case .chat(let chat):
            guard refetching == nil else { return }
            calls.append(.merge(chat, asked: fetch.asked, events))
            note(try replica.merge(chat, asked: fetch.asked, then: events))
        case .page(let page, let end):
            guard refetching == nil else { return }
            calls.append(.add(page, through: end, asked: fetch.asked, events))
            note(try replica.add(page, of: server.chat, through: end, asked: fetch.asked, then: events))
        }
    }
}
