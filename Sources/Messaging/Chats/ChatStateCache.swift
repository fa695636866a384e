package import Domain
package import Storage
import Synchronization

/// Chats in memory, so that a send is authorised and numbered without reading.
///
/// Filled and changed only inside the writer's transactions, which run one at a time, and emptied whenever a write is
/// rolled back. Between two transactions it therefore equals what is on disk or about to be committed.
public final class ChatStateCache: Sendable {
    private let state = Mutex(State())
    private let capacity: Int

    private struct State: Sendable {
        var chats: [ChatID: ChatState] = [:]
        /// Chat positions advanced in this group, not yet written. They're written once, at the group's end.
        var unwritten: [ChatID: Position] = [:]
        /// The number of the last message; `nil` until it's read.
        var lastNumber: Int64?
        var visibilityVersion = 0
    }

    private struct Position: Sendable {
        var seq: Int64
        var activeAt: Timestamp
    }

    /// - Parameter capacity: chats that are kept; one more empties the cache.
    public init(capacity: Int = 100_000) { self.capacity = capacity }

    // MARK: Chats

    /// The chat's state, inside a transaction of the writer; `nil` if there is no such chat.
    package func load(_ id: ChatID, on connection: any SQLConnection) throws -> ChatState? {
        if let chat = state.withLock({ $0.chats[id] }) { return chat }
        try writePositions(on: connection)
        guard let chat = try ChatState.read(id, on: connection) else { return nil }
        state.withLock { state in
            if state.chats.count >= capacity { state.chats.removeAll() }
            state.chats[id] = chat
        }
        return chat
    }

    /// Forgets a chat whose members, roles or blocks are changing, inside a transaction of the writer.
    func forget(_ id: ChatID) {
        state.withLock { state in
            state.chats[id] = nil
            state.visibilityVersion += 1
        }
    }

    /// Forgets all chats, for a change of a user that shows in all of theirs.
    func forgetAll() {
        state.withLock { state in
            state.chats.removeAll()
            state.visibilityVersion += 1
        }
    }

    /// Forgets everything that follows from writes that were undone.
    func didRollBack() {
        state.withLock { $0.unwritten.removeAll() }
        forgetAll()
    }

    // MARK: Visibility

    /// Grows whenever members, blocks or what people share may have changed: what was derived from them under another
    /// version no longer holds.
    package var visibilityVersion: Int { state.withLock { $0.visibilityVersion } }

    package func expireVisibility() { state.withLock { $0.visibilityVersion += 1 } }

    // MARK: Positions

    /// The next message's number, inside a transaction of the writer. SQLite's own choice would give the number of a
    /// removed message to a new one, and whoever follows messages by number would miss it.
    func nextNumber(on connection: any SQLConnection) throws -> Int64 {
        func take() -> Int64? {
            state.withLock { state in
                state.lastNumber = state.lastNumber.map { $0 &+ 1 }
                return state.lastNumber
            }
        }
        if let number = take() { return number }
        let last = try MessageFeed.lastNumber(on: connection)
        state.withLock { $0.lastNumber = last }
        return take() ?? last &+ 1
    }

    /// A message took the chat's next position. Its row is written by `writePositions`.
    func advance(_ id: ChatID, to seq: Int64, activeAt: Timestamp) {
        state.withLock { state in
            state.chats[id]?.seq = seq
            state.unwritten[id] = Position(seq: seq, activeAt: activeAt)
        }
    }

    /// Another change took the chat's next position, and has written its row.
    func advance(_ id: ChatID, to seq: Int64) { state.withLock { $0.chats[id]?.seq = seq } }

    /// Writes the positions that chats took in this group. Called before the commit, and before anything in the writer
    /// that reads them.
    func writePositions(on connection: any SQLConnection) throws {
        let unwritten = state.withLock { state in
            defer { state.unwritten.removeAll(keepingCapacity: true) }
            return state.unwritten
        }
        for (chat, position) in unwritten {
            try connection.execute(
                "UPDATE chats SET seq = max(seq, $1), active_at = $2 WHERE id = $3",
                position.seq,
                position.activeAt,
                chat
            )
        }
    }
}
