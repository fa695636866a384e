import Domain
import SpotterAPI

/// Applies what the server tells to what is known, so that the outcome equals a fetch made anew.
///
/// Pure but for its store: the same events over the same store give the same outcome. Where an event doesn't tell
/// enough, it says what is to be fetched instead of guessing.
struct Replica<Store: ReplicaStore> {
    let me: UserID
    let store: Store

    /// What came of an event.
    struct Outcome: Equatable {
        /// Chats that look different now.
        var changed: Set<ChatID> = []
        /// Chats whose own data are to be fetched again; their history is good.
        var stale: Set<ChatID> = []
        /// Chats of which nothing here can be trusted: new ones, or with a gap.
        var anew: Set<ChatID> = []
        /// The same of all chats.
        var everythingAnew = false

        mutating func add(_ other: Outcome) {
            changed.formUnion(other.changed)
            stale.formUnion(other.stale)
            anew.formUnion(other.anew)
            everythingAnew = everythingAnew || other.everythingAnew
        }
    }

    /// An event as it comes from the socket: each durable one once and in order.
    func apply(_ event: ServerEvent) throws -> Outcome {
        switch event {
        case .chat(let change): return try apply(change)
        case .other(_, let chat?, let seq?): return try step(over: seq, in: chat)
        case .resync(let chat?, _): return Outcome(anew: [chat])
        case .resync(nil, _): return Outcome(everythingAnew: true)
        case .gone(let chat): return try leave(chat)
        default: return try noteLatest(event)
        }
    }

    /// Events that came while `chat` was being fetched, over what was fetched. They may be older than it: those that
    /// carry whole values are repeated, those that count are only counted when they're newer.
    /// - Parameter seq: durable events up to here are surely in what was fetched.
    func replay(_ events: [ServerEvent], in chat: ChatID, after seq: Int64) throws -> Outcome {
        var outcome = Outcome()
        for event in events {
            switch event {
            case .chat(let change):
                guard change.chatId == chat, change.seq > seq else { break }
                guard try store.record(of: chat) != nil else { return outcome }
                outcome.add(try apply(change, isReplay: true))
            case .other(_, chat, let place?): outcome.add(try step(over: place, in: chat))
            case .gone(chat): outcome.add(try leave(chat))
            case .resync(chat, let place):
                // What it leaves out may have happened after the fetch.
                guard let place, let record = try store.record(of: chat), record.position >= place else {
                    outcome.anew.insert(chat)
                    break
                }
            case .other, .gone, .resync: break
            default: outcome.add(try noteLatest(event, only: chat))
            }
        }
        return outcome
    }

    func leave(_ chat: ChatID) throws -> Outcome {
        guard try store.record(of: chat) != nil else { return Outcome() }
        try store.remove(chat)
        return Outcome(changed: [chat])
    }

    // MARK: Durable events

    private func apply(_ event: ChatEvent, isReplay: Bool = false) throws -> Outcome {
        if let member = event.member, member.userId == me, member.change == .removed || member.change == .left {
            return try leave(event.chatId)
        }
        guard var record = try store.record(of: event.chatId) else { return Outcome(anew: [event.chatId]) }
        let isNew = event.seq > record.position
        guard isNew || isReplay else { return Outcome(changed: [event.chatId]) }  // another process has applied it
        guard try advance(&record, to: event.seq) else { return Outcome(anew: [event.chatId]) }
        // In a replay the store is already at the event, or after it.
        let before = isNew ? try event.message.flatMap { try store.message($0.id, in: $0.chatId) } : nil
        try keep(event.message, in: record)
        if event.seq > record.chat.seq {
            switch record.chat.fold(event, before: before, me: me) {
            case .complete: break
            case .incomplete: record.isStale = true
            }
        }
        try store.save(record)
        return Outcome(changed: [event.chatId], stale: record.isStale ? [event.chatId] : [])
    }

    /// Takes the place of an event in the order. `false` when it isn't the next one.
    private func advance(_ record: inout ChatRecord, to seq: Int64) throws -> Bool {
        guard seq > record.position else { return true }
        guard seq == record.position &+ 1 else { return false }
        record.position = seq
        record.known.insert(seq...seq)
        return true
    }

    /// A message as it's now, and its quote in the answers to it. What lies outside the known history stays out.
    private func keep(_ message: Message?, in record: ChatRecord) throws {
        guard let message, record.known.contains(message.seq) else { return try renewQuotes(of: message, in: record) }
        try store.put(message)
        try renewQuotes(of: message, in: record)
    }

    private func renewQuotes(of message: Message?, in record: ChatRecord) throws {
        guard let message else { return }
        for var reply in try store.replies(to: message.id, in: record.chat.id) {
            let quote = Quote(of: message)
            guard reply.quote != quote else { continue }
            reply.quote = quote
            try store.put(reply)
        }
    }

    /// A durable event of a kind that this version doesn't know: only a fetch can tell what it changed.
    private func step(over seq: Int64, in chat: ChatID) throws -> Outcome {
        guard let record = try store.record(of: chat), seq > record.position else { return Outcome() }
        return Outcome(anew: [chat])
    }
}
