import Storage
import Synchronization

/// Finds the message that a sender has already sent to a chat under a client's id, so that none is stored twice.
///
/// Clients choose these ids, many at random: an index in their order would change a page of the file for each message.
/// So new messages are kept in memory, and written to the index in large sorted batches, whose pages change once for
/// many. After a restart the messages that aren't in it yet are read from their rows.
///
/// The index holds hashes. Whatever is found by one is compared with the message itself: a collision never merges two.
///
/// All calls but `init` come from the writer's thread, inside a transaction.
final class SentMessageIndex: Sendable {
    private struct State: Sendable {
        var key: SipHash.Key?
        var recent = RecentMessages()
        var batch: Batch?
        /// How many were added since the last step of writing.
        var added = 0
    }

    /// What is being written.
    private struct Batch: Sendable {
        let messages: RecentMessages
        let sorted: [RecentMessages.Entry]
        var lastNumber: Int64 { messages.lastNumber }
    }

    private let state = Mutex(State())
    private let batchSize: ClosedRange<Int>

    /// - Parameter batchSize: how many messages are written at once: more in a larger database, whose index has more
    ///   pages to change.
    init(batchSize: ClosedRange<Int> = 65_536...262_144) { self.batchSize = batchSize }

    // MARK: Sending

    /// The number of the message with this identity; `nil` if there is none.
    func find(
        _ id: ClientMessageKey,
        of sender: Int64,
        in chat: Int64,
        on connection: any SQLConnection
    ) throws -> Int64? {
        let key = try load(on: connection)
        let hash = id.hash(in: chat, with: key)
        let recent = state.withLock { state in
            state.recent.numbers(of: sender, hash) + (state.batch?.messages.numbers(of: sender, hash) ?? [])
        }
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
    func add(_ row: MessageIdentity, on connection: any SQLConnection) throws {
        let key = try load(on: connection)
        let entry = RecentMessages.Entry(
            sender: row.sender,
            hash: row.client.hash(in: row.chat, with: key),
            num: row.num
        )
        state.withLock { state in
            state.recent.add(entry)
            state.added += 1
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
        try MessageIdentity.forEach(after: progress.indexed, on: connection) { row in
            let hash = row.client.hash(in: row.chat, with: progress.key)
            recent.add(RecentMessages.Entry(sender: row.sender, hash: hash, num: row.num))
        }
        state.withLock { state in
            state.key = progress.key
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
        guard let batch = beginBatch() else { return false }
        let added = state.withLock { state in
            defer { state.added = 0 }
            return state.added
        }
        var progress = try SentMessageProgress.read(on: connection)
        if progress.target != batch.lastNumber { progress.begin(batch.lastNumber) }
        // What is stored counts, not what was done: the last step may have been undone.
        let start = min(Int(clamping: progress.written), batch.sorted.count)
        let end = min(start + max(limit, 2 * added), batch.sorted.count)
        for entry in batch.sorted[start..<end] {
            try connection.execute(
                "INSERT INTO sent_messages (sender, hash, num) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                entry.sender,
                entry.hash,
                entry.num
            )
        }
        progress.written = Int64(end)
        if progress.indexed >= batch.lastNumber {
            // The step that wrote the last part is on its way to the disk with this one's transaction.
            state.withLock { $0.batch = nil }
            return false
        }
        if end == batch.sorted.count { progress.indexed = batch.lastNumber }
        try progress.write(on: connection)
        return true
    }

    private func beginBatch() -> Batch? {
        state.withLock { state in
            if let batch = state.batch { return batch }
            let size = Int(clamping: state.recent.lastNumber / 16)
            let limit = min(max(size, batchSize.lowerBound), batchSize.upperBound)
            guard state.key != nil, state.recent.count >= limit else { return nil }
            let batch = Batch(messages: state.recent, sorted: state.recent.sorted())
            state.recent = RecentMessages()
            state.batch = batch
            return batch
        }
    }
}
