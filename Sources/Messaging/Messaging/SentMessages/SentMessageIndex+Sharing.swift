import Storage
import Synchronization

/// Messages that other servers store.
extension SentMessageIndex {
    /// Call this at the beginning of a transaction: what others have stored is found from then on.
    func transactionDidBegin(after othersWrites: OthersWrites, on connection: any SQLConnection) throws {
        let seen = state.withLock { state -> Int64? in
            // What this server has stored since was committed, or `didRollBack` was called.
            if case .nothing = othersWrites { state.seen = max(state.seen, state.addedLast) }
            state.addedLast = 0
            // Before the first message is looked for, all are read.
            guard state.key != nil else { return nil }
            if case .nothing = othersWrites { return nil }
            return state.seen
        }
        guard let seen, let key = state.withLock({ $0.key }) else { return }
        var last = seen
        try MessageIdentity.forEach(after: seen, on: connection) { row in
            last = max(last, row.num)
            let entry = RecentMessages.Entry(
                sender: row.sender,
                hash: row.client.hash(in: row.chat, with: key),
                num: row.num
            )
            state.withLock { state in
                // Its own since the last time are among them.
                guard !state.recent.numbers(of: entry.sender, entry.hash).contains(entry.num) else { return }
                state.recent.add(entry)
                state.filter.insert(entry.hash)
            }
        }
        state.withLock { [last] in $0.seen = last }
    }

    /// What this transaction has stored isn't there any more. Its number may be another message's.
    func didRollBack() { state.withLock { $0.addedLast = 0 } }

    /// Writes all that waits, if that is enough, and forgets what is in the table.
    ///
    /// - Returns: whether it has done anything.
    func writeWholeBatch(on connection: any SQLConnection) throws -> Bool {
        guard isBatchDue else { return false }
        var progress = try SentMessageProgress.read(on: connection)
        // What is stored counts: a step may have been undone, and another server may have done it.
        state.withLock { $0.recent = $0.recent.after(progress.indexed) }
        guard isBatchDue else { return true }
        let (entries, last) = state.withLock { ($0.recent.sorted(), $0.recent.lastNumber) }
        try write(entries[...], on: connection)
        progress.indexed = last
        try progress.write(on: connection)
        return true
    }
}
