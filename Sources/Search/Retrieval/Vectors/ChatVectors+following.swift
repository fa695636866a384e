import Domain
import Storage
import Synchronization
import VectorSearch

/// What other servers over the same database have embedded, edited and deleted.
///
/// A model's numbers only grow, and the rows up to a number only decrease: so the highest number and the count of a chat's rows
/// tell whether its memory is still true. Both come from the index alone.
extension ChatVectors {
    private struct Known: Sendable {
        let chat: ChatID
        let stamp: Int64
        let rows: Int
    }

    private enum News: Sendable {
        case none
        /// Rows of messages that have had none, and the highest number.
        case more([MessageID: [[Float]]], stamp: Int64)
        case unlike
    }

    /// Brings the memory of chats up to date with the database. Does nothing on a server without others.
    func catchUp(_ chats: [ChatID]) async throws {
        guard database.isShared else { return }
        let due = takeDue(chats)
        guard !due.isEmpty else { return }
        let table = table
        let news = try await database.read { connection in
            let extents = try table.extents(of: due.map(\.chat), on: connection)
            return try due.map { known -> News in
                guard let extent = extents[known.chat] else { return known.rows == 0 ? .none : .unlike }
                if extent == .init(last: known.stamp, rows: known.rows) { return .none }
                guard extent.last > known.stamp else { return .unlike }
                var fresh: [MessageID: [[Float]]] = [:]
                var count = 0
                try table.forEach(in: known.chat, after: known.stamp, on: connection) { row in
                    count += 1
                    if let vector = row.vector { fresh[row.message, default: []].append(vector) }
                }
                return extent.rows == known.rows + count ? .more(fresh, stamp: extent.last) : .unlike
            }
        }
        for (known, news) in zip(due, news) {
            switch news {
            case .none: break
            case .more(let fresh, let stamp):
                for (message, vectors) in fresh { apply(.set(message, vectors, num: stamp), to: known.chat) }
            case .unlike: forget(known)
            }
        }
    }

    /// The chats in memory that weren't compared for a while.
    private func takeDue(_ chats: [ChatID]) -> [Known] {
        let now = ContinuousClock.now
        return state.withLock { state in
            chats.compactMap { chat in
                guard case .resident(var resident) = state.slots[chat],
                    resident.comparedAt.map({ now - $0 >= followInterval }) ?? true
                else { return nil }
                resident.comparedAt = now
                state.slots[chat] = .resident(resident)
                return Known(chat: chat, stamp: resident.stamp, rows: resident.rows)
            }
        }
    }

    /// Rows are gone: the next search reads what is left. Searches under way end with what they have.
    private func forget(_ known: Known) {
        files?.remove(known.chat)
        state.withLock { state in
            guard case .resident(var resident) = state.slots[known.chat], resident.stamp == known.stamp,
                resident.rows == known.rows
            else { return }
            resident.isReplaced = true
            state.slots[known.chat] = .resident(resident)
            forgetIfReplaced(known.chat, &state)
        }
    }

    /// How many rows the database has more after a change, by what is in memory.
    func growth(by change: Change, in chat: ChatID) -> Int {
        guard database.isShared else { return 0 }
        func rows(_ message: MessageID) -> Int {
            index.vectors(for: EntryKey(message), in: PartitionKey(chat)).count
        }
        return switch change {
        case .set(let message, let vectors, _): vectors.count - rows(message)
        case .remove(let message): -rows(message)
        case .removeAll: 0
        }
    }
}
