import Domain
import SpotterAPI

/// Applies the server's events to the stored state, so that the result equals a new fetch.
///
/// Deterministic: the same events applied to the same store give the same result. If an event isn't sufficient, the
/// outcome tells what to fetch; nothing is guessed.
struct Replica<Store: ReplicaStore> {
    let me: UserID
    let store: Store

    /// The result of applying events.
    struct Outcome: Equatable {
        /// Chats whose contents have changed.
        var changed: Set<ChatID> = []
        /// Chats whose own data must be fetched again; their history is valid.
        var stale: Set<ChatID> = []
        /// Chats whose data and history must be fetched again: unknown ones, or ones with a gap.
        var refetch: Set<ChatID> = []
        /// All chats must be fetched again.
        var refetchAll = false

        mutating func add(_ other: Outcome) {
            changed.formUnion(other.changed)
            stale.formUnion(other.stale)
            refetch.formUnion(other.refetch)
            refetchAll = refetchAll || other.refetchAll
        }
    }

    /// Applies an event from the socket. Durable events must come once and in order.
    func apply(_ event: ServerEvent) throws -> Outcome {
        switch event {
        case .chat(let change): return try apply(change)
        case .other(_, let chat?, let seq?, _): return try applyUnknown(seq: seq, in: chat)
        case .resync(let chat?, _): return Outcome(refetch: [chat])
        case .resync(nil, _): return Outcome(refetchAll: true)
        case .gone(let chat): return try removeChat(chat)
        default: return try applyLatest(event)
        }
    }

    /// Applies the events that arrived while `chat` was fetched to the fetched state. They may be older than that
    /// state: events with complete values are applied again, while events that change counts are only applied if they
    /// are newer.
    /// - Parameter seq: durable events up to here are certainly included in the fetched state.
    func replay(_ events: [ServerEvent], in chat: ChatID, after seq: Int64) throws -> Outcome {
        var outcome = Outcome()
        for event in events {
            switch event {
            case .chat(let change):
                guard change.chatId == chat, change.seq > seq else { break }
                guard try store.record(of: chat) != nil else { return outcome }
                outcome.add(try apply(change, isReplay: true))
            case .other(_, chat, let place?, _): outcome.add(try applyUnknown(seq: place, in: chat))
            case .gone(chat): outcome.add(try removeChat(chat))
            case .resync(chat, let place):
                // The skipped events may have happened after the fetch.
                guard let place, let record = try store.record(of: chat), record.position >= place else {
                    outcome.refetch.insert(chat)
                    break
                }
            case .other, .gone, .resync: break
            default: outcome.add(try applyLatest(event, only: chat))
            }
        }
        return outcome
    }

    func removeChat(_ chat: ChatID) throws -> Outcome {
        guard try store.record(of: chat) != nil else { return Outcome() }
        try store.remove(chat)
        return Outcome(changed: [chat])
    }

    // MARK: Durable events

    private func apply(_ event: ChatEvent, isReplay: Bool = false) throws -> Outcome {
        if let member = event.member, member.userId == me, member.change == .removed || member.change == .left {
            return try removeChat(event.chatId)
        }
        guard var record = try store.record(of: event.chatId) else { return Outcome(refetch: [event.chatId]) }
        let isNew = event.seq > record.position
        guard isNew || isReplay else { return Outcome(changed: [event.chatId]) }  // another process has applied it
        guard try advance(&record, to: event.seq) else { return Outcome(refetch: [event.chatId]) }
        // In a replay, the store may already include the event.
        let before = isNew ? try event.message.flatMap { try store.message($0.id, in: $0.chatId) } : nil
        if let member = event.member, member.change == .removed || member.change == .left {
            record.formerNames[member.userId] = member.displayName
        }
        try storeMessage(event.message, in: record)
        if event.seq > record.chat.seq {
            switch record.chat.apply(event, before: before, me: me) {
            case .complete: break
            case .incomplete: record.isStale = true
            }
        }
        try store.save(record)
        return Outcome(changed: [event.chatId], stale: record.isStale ? [event.chatId] : [])
    }

    /// Advances the position to the event. Returns `false` if it isn't the next one.
    private func advance(_ record: inout CachedChat, to seq: Int64) throws -> Bool {
        guard seq > record.position else { return true }
        guard seq == record.position &+ 1 else { return false }
        record.position = seq
        record.known.insert(seq...seq)
        return true
    }

    /// Stores the message and updates its quote in replies. Messages outside the known history aren't stored.
    private func storeMessage(_ message: Message?, in record: CachedChat) throws {
        guard let message, record.known.contains(message.seq) else { return try updateQuotes(of: message, in: record) }
        try store.put(message)
        try updateQuotes(of: message, in: record)
    }

    private func updateQuotes(of message: Message?, in record: CachedChat) throws {
        guard let message else { return }
        for var reply in try store.replies(to: message.id, in: record.chat.id) {
            let quote = Quote(of: message)
            guard reply.quote != quote else { continue }
            reply.quote = quote
            try store.put(reply)
        }
    }

    /// A durable event of an unknown kind: only a fetch can reveal what it changed.
    private func applyUnknown(seq: Int64, in chat: ChatID) throws -> Outcome {
        guard let record = try store.record(of: chat), seq > record.position else { return Outcome() }
        return Outcome(refetch: [chat])
    }
}
