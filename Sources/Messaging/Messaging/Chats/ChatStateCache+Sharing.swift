import Domain
import Storage

/// What a server has to read again because others have written, and what it tells them.
extension ChatStateCache {
    /// Call this at the beginning of a transaction, with the chats that it's about.
    func transactionDidBegin(
        on chats: [ChatID],
        after othersWrites: OthersWrites,
        on connection: any SQLConnection
    ) throws {
        othersHaveWritten(othersWrites)
        try prefetch(chats, on: connection)
    }

    /// Reads chats that aren't in memory or whose positions may have changed, each kind in one statement.
    private func prefetch(_ ids: [ChatID], on connection: any SQLConnection) throws {
        let (outpaced, unknown) = missing(among: ids)
        try catchUp(outpaced, on: connection)
        if !unknown.isEmpty { add(try ChatState.read(unknown, on: connection)) }
    }

    /// Reads the positions of chats of which everything else is known.
    func catchUp(_ ids: [ChatID], on connection: any SQLConnection) throws {
        guard !ids.isEmpty else { return }
        let positions = try connection.query("SELECT id, seq, message_count FROM chats WHERE id IN", in: ids) {
            (id: try $0.id(0, ChatID.self), seq: try $0.int(1), messageCount: try $0.int(2))
        }
        for position in positions { catchUp(position.id, to: position.seq, messageCount: position.messageCount) }
    }

    /// Tells other servers, in the transaction, that what they remember isn't true any more.
    func announceChanges(on connection: any SQLConnection) { if takeForgotten() { connection.expireMemory() } }
}
