import Storage
import Synchronization

/// Finds the message that a sender has already sent to a chat under a client's id, so that none is stored twice.
///
/// Clients choose these ids, many at random: an index in their order would change a page of the file for each message.
/// So new messages are kept in memory, and written to the index in large sorted batches, whose pages change once for
/// many. After a restart the messages that aren't in it yet are read from their rows.
///
/// Nearly all messages are new. A filter in memory rules them out without a lookup. After a restart it is filled bit by bit,
/// and until then messages are looked up.
///
/// The index holds hashes. Whatever is found by one is compared with the message itself: a collision never merges two.
///
/// If several servers share the database, each keeps all of their messages in memory, and one of them writes a batch, whole,
/// in one transaction: `transactionDidBegin`.
///
/// All calls but `init` come from the writer's thread, inside a transaction.
final class SentMessageIndex: Sendable {
    struct State: Sendable {
        var key: SipHash.Key?
        /// All messages up to this number that aren't in the table are in memory.
        var seen: Int64 = 0
        /// The last message of this transaction.
        var addedLast: Int64 = 0
        var recent = RecentMessages()
        var batch: Batch?
        var filter = HashFilter()
        /// The last entry of the table that is in the filter; `nil` once all are.
        var filtered: RecentMessages.Entry? = .first
        /// How many were added since the last step of writing.
        var added = 0
    }

    /// What is being written.
    struct Batch: Sendable {
        let messages: RecentMessages
        let sorted: [RecentMessages.Entry]
        var lastNumber: Int64 { messages.lastNumber }
    }

    let state = Mutex(State())
    private let batchSize: ClosedRange<Int>
    private let isShared: Bool

    /// - Parameters:
    ///   - batchSize: how many messages are written at once: more in a larger database, whose index has more pages to
    ///     change. If other servers wait for it, it has to be done within some 20 ms.
    ///   - isShared: whether other servers store messages, too.
    init(batchSize: ClosedRange<Int>? = nil, isShared: Bool = false) {
        self.batchSize = batchSize ?? (isShared ? 4096...4096 : 65_536...262_144)
        self.isShared = isShared
    }

    // MARK: Sending

    /// The hash by which a message is found.
    func hash(of id: ClientMessageKey, in chat: Int64, on connection: any SQLConnection) throws -> Int64 {
        id.hash(in: chat, with: try load(on: connection))
    }

    /// The number of the message with this identity; `nil` if there is none.
    func find(
        _ id: ClientMessageKey,
        _ hash: Int64,
        of sender: Int64,
        in chat: Int64,
        on connection: any SQLConnection
    ) throws -> Int64? {
        let recent = state.withLock { state -> [Int64]? in
            guard state.filtered != nil || state.filter.mayContain(hash) else { return nil }
            return state.recent.numbers(of: sender, hash) + (state.batch?.messages.numbers(of: sender, hash) ?? [])
        }
        guard let recent else { return nil }
        for num in recent {
            let isIt = try connection.exists(
                "SELECT 1 FROM message_rows WHERE num = $1 AND chat = $2 AND sender = $3 AND client_id = $4",
                num,
                chat,
                sender,
                id
            )
            if isIt { return num }
        }
        return try connection.first(
            """
            SELECT r.num FROM sent_messages i JOIN message_rows r ON r.num = i.num
            WHERE i.sender = $1 AND i.hash = $2 AND r.chat = $3 AND r.sender = $1 AND r.client_id = $4
            """,
            sender,
            hash,
            chat,
            id
        ) { try $0.int(0) }
    }

    /// Adds a message that was just stored.
    func add(_ row: MessageIdentity, _ hash: Int64) {
        let entry = RecentMessages.Entry(sender: row.sender, hash: hash, num: row.num)
        state.withLock { state in
            state.recent.add(entry)
            state.filter.insert(entry.hash)
            state.added += 1
            state.addedLast = max(state.addedLast, entry.num)
        }
    }

    /// Removes messages whose rows are being removed.
    func remove(_ rows: [MessageIdentity], on connection: any SQLConnection) throws {
        let key = try load(on: connection)
        for row in rows {
            // An entry in memory finds no row any more.
            try connection.execute(
                "DELETE FROM sent_messages WHERE sender = $1 AND hash = $2 AND num = $3",
                row.sender,
                row.client.hash(in: row.chat, with: key),
                row.num
            )
        }
    }

    /// Reads, once, the messages that aren't in the table.
    private func load(on connection: any SQLConnection) throws -> SipHash.Key {
        if let key = state.withLock({ $0.key }) { return key }
        let progress = try SentMessageProgress.read(on: connection)
        var recent = RecentMessages()
        var filter = HashFilter()
        try MessageIdentity.forEach(after: progress.indexed, on: connection) { row in
            let hash = row.client.hash(in: row.chat, with: progress.key)
            recent.add(RecentMessages.Entry(sender: row.sender, hash: hash, num: row.num))
            filter.insert(hash)
        }
        let isFiltered = try !connection.exists("SELECT 1 FROM sent_messages LIMIT 1")
        state.withLock { state in
            state.filter = filter
            if isFiltered { state.filtered = nil }
            state.key = progress.key
            state.seen = max(progress.indexed, recent.lastNumber)
            state.recent = recent
        }
        return progress.key
    }
}

extension SentMessageIndex: DeferredWork {
    /// Writes the next part of a batch, and begins one if enough messages wait.
    ///
    /// Under load it writes twice as many as were added since the last step, so that a batch ends before the next one
    /// is due.
    func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        let isFilling = try fillFilter(by: 64 * limit, on: connection)
        if isShared { return try writeWholeBatch(on: connection) || isFilling }
        guard let batch = beginBatch() else { return isFilling }
        let added = state.withLock { state in
            defer { state.added = 0 }
            return state.added
        }
        var progress = try SentMessageProgress.read(on: connection)
        if progress.target != batch.lastNumber { progress.begin(batch.lastNumber) }
        // What is stored counts, not what was done: the last step may have been undone.
        let start = min(Int(clamping: progress.written), batch.sorted.count)
        let end = min(start + max(limit, 2 * added), batch.sorted.count)
        try write(batch.sorted[start..<end], on: connection)
        progress.written = Int64(end)
        if progress.indexed >= batch.lastNumber {
            // The step that wrote the last part commits with this transaction.
            state.withLock { $0.batch = nil }
            return isFilling
        }
        if end == batch.sorted.count { progress.indexed = batch.lastNumber }
        try progress.write(on: connection)
        return true
    }

    private static let insertOne = insertion(of: 1)
    private static let insertMany = insertion(of: 64)

    private static func insertion(of count: Int) -> String {
        let rows = (0..<count).map { "($\(3 * $0 + 1), $\(3 * $0 + 2), $\(3 * $0 + 3))" }.joined(separator: ", ")
        return "INSERT INTO sent_messages (sender, hash, num) VALUES \(rows) ON CONFLICT DO NOTHING"
    }

    /// Many rows in each statement, because a statement costs as much as a row.
    func write(_ entries: ArraySlice<RecentMessages.Entry>, on connection: any SQLConnection) throws {
        var rest = entries
        while !rest.isEmpty {
            let count = rest.count >= 64 ? 64 : 1
            try connection.executeLater(
                count == 64 ? Self.insertMany : Self.insertOne,
                rest.prefix(count).flatMap { [$0.sender, $0.hash, $0.num] }
            )
            rest = rest.dropFirst(count)
        }
    }

    /// Puts the table's next entries into the filter. Those that are written meanwhile are in it already.
    ///
    /// - Returns: whether there may be more.
    private func fillFilter(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        let (isLoaded, last) = state.withLock { ($0.key != nil, $0.filtered) }
        guard isLoaded, let last else { return false }
        let entries = try connection.query(
            """
            SELECT sender, hash, num FROM sent_messages WHERE (sender, hash, num) > ($1, $2, $3)
            ORDER BY sender, hash, num LIMIT $4
            """,
            last.sender,
            last.hash,
            last.num,
            limit
        ) { RecentMessages.Entry(sender: try $0.int(0), hash: try $0.int(1), num: try $0.int(2)) }
        state.withLock { state in
            for entry in entries { state.filter.insert(entry.hash) }
            state.filtered = entries.last
        }
        return !entries.isEmpty
    }

    private func batchLimit(at lastNumber: Int64) -> Int {
        min(max(Int(clamping: lastNumber / 16), batchSize.lowerBound), batchSize.upperBound)
    }

    /// Whether enough messages wait to be written.
    var isBatchDue: Bool { state.withLock { $0.key != nil && $0.recent.count >= batchLimit(at: $0.recent.lastNumber) } }

    private func beginBatch() -> Batch? {
        state.withLock { state in
            if let batch = state.batch { return batch }
            let limit = batchLimit(at: state.recent.lastNumber)
            guard state.key != nil, state.recent.count >= limit else { return nil }
            let batch = Batch(messages: state.recent, sorted: state.recent.sorted())
            state.recent = RecentMessages(capacity: limit)
            // A batch's first step is no larger than the next ones.
            state.added = 0
            state.batch = batch
            return batch
        }
    }
}
