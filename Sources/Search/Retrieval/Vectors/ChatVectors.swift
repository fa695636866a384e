import Domain
import Logging
import Storage
import Synchronization
import VectorSearch

/// One model's vectors in memory, per chat. A chat is loaded when it is searched, and evicted when memory is short.
///
/// The database contains all vectors. Memory follows the completions of database writes, in commit order. Changes that
/// commit while a chat is being loaded are buffered and applied to the loaded vectors. Each change names its message,
/// so applying one twice has no effect.
final class ChatVectors: Sendable {
    enum Change: Sendable {
        /// - Parameter num: the highest number of the message's rows.
        case set(MessageID, [[Float]], num: Int64)
        case remove(MessageID)
        case removeAll
    }

    struct Resident: Sendable {
        /// The highest number of its rows.
        var stamp: Int64
        var bytes: Int
        /// How many rows the database has of it, as far as this server knows; kept where other servers write as well.
        var rows: Int
        /// When that was compared with the database.
        var comparedAt: ContinuousClock.Instant?
        /// The number of searches that use it now. It isn't evicted meanwhile.
        var pins: Int
        var lastUse: UInt64
        /// The number of changes since the chat's file was written.
        var unsaved: Int
        /// Whether a newer file has the floats that are in memory. Once no search uses the chat it's forgotten, and the
        /// next search maps the file.
        var isReplaced = false
    }

    enum Slot: Sendable {
        case loading([Change], waiters: [CheckedContinuation<Void, Never>])
        case resident(Resident)
    }

    struct State: Sendable {
        var slots: [ChatID: Slot] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    let index: PartitionedIndex
    let table: VectorTable
    let database: any Database
    let files: VectorFiles?
    /// The target size in bytes. A single search may need more while it runs.
    let limit: Int
    /// For so long a chat's memory isn't compared with what other servers store.
    let followInterval: Duration
    let logger: Logger
    let state = Mutex(State())

    init(
        table: VectorTable,
        database: any Database,
        files: VectorFiles?,
        limit: Int,
        followInterval: Duration,
        logger: Logger
    ) {
        self.table = table
        self.database = database
        self.files = files
        self.limit = limit
        self.followInterval = followInterval
        self.logger = logger
        index = PartitionedIndex(dimension: table.dimension)
    }

    /// Bytes of vectors in memory now.
    var bytes: Int { state.withLock { $0.bytes } }

    // MARK: Changes

    /// Call this in the completion of the write that made the change durable.
    func apply(_ change: Change, to chat: ChatID) {
        state.withLock { state in
            switch state.slots[chat] {
            case .loading(let changes, let waiters):
                state.slots[chat] = .loading(changes + [change], waiters: waiters)
            case .resident(var resident):
                commit(change, to: chat, &resident)
                let bytes = index.bytes(of: PartitionKey(chat))
                state.bytes += bytes - resident.bytes
                resident.bytes = bytes
                state.slots[chat] = .resident(resident)
            case nil:
                break
            }
            // Deleted vectors must leave the disk too: the whole file is deleted and written again later.
            switch change {
            case .set: break
            case .remove, .removeAll: files?.remove(chat)
            }
        }
    }

    private func commit(_ change: Change, to chat: ChatID, _ resident: inout Resident) {
        resident.rows += growth(by: change, in: chat)
        switch change {
        case .set(let message, let vectors, let num):
            do {
                try index.set(vectors, for: EntryKey(message), in: PartitionKey(chat))
            } catch {
                logger.error("a vector could not be indexed: \(error)")
            }
            resident.stamp = max(resident.stamp, num)
            resident.unsaved += 1
        case .remove(let message):
            index.remove(EntryKey(message), from: PartitionKey(chat))
            resident.unsaved = Self.alwaysSaved
        case .removeAll:
            index.removePartition(PartitionKey(chat))
            resident.rows = 0
            resident.unsaved = Self.alwaysSaved
        }
    }

    // MARK: Files

    /// Smaller chats are read from the database just as fast, and their floats take little memory.
    static let minRows = 64
    private static let alwaysSaved = Int.max / 2

    /// Writes the files of chats with many changes since the last time, or of all changed chats.
    func save(everything: Bool) {
        guard let files else { return }
        state.withLock { state in
            for (chat, slot) in state.slots {
                guard case .resident(var resident) = slot, resident.unsaved > 0 else { continue }
                let rows = index.count(in: PartitionKey(chat))
                guard rows >= Self.minRows, everything || resident.unsaved >= max(64, rows / 8),
                    let snapshot = index.snapshot(PartitionKey(chat))
                else { continue }
                files.write(snapshot, of: chat, stamp: resident.stamp) { [weak self] in self?.fileWasWritten(of: chat) }
                resident.unsaved = 0
                state.slots[chat] = .resident(resident)
            }
        }
    }

    private func fileWasWritten(of chat: ChatID) {
        state.withLock { state in
            guard case .resident(var resident) = state.slots[chat] else { return }
            resident.isReplaced = true
            state.slots[chat] = .resident(resident)
            forgetIfReplaced(chat, &state)
        }
    }

    func forgetIfReplaced(_ chat: ChatID, _ state: inout State) {
        guard case .resident(let resident) = state.slots[chat], resident.isReplaced, resident.pins == 0 else { return }
        state.slots[chat] = nil
        state.bytes -= resident.bytes
        index.removePartition(PartitionKey(chat))
    }

    /// Deletes files that differ from the database: damaged ones, those with deleted messages, and those that are newer
    /// than a restored database.
    func sweep(lastNumber: Int64) async throws {
        guard let files else { return }
        let heads = files.heads()
        let stale = try await database.read { [table] connection in
            try heads.filter { chat, head in
                guard let head, let stamp = Int64(exactly: head.stamp), stamp <= lastNumber else { return true }
                return try table.count(in: chat, upTo: stamp, on: connection) != head.rows
            }
        }
        for (chat, _) in stale { files.remove(chat) }
        if !stale.isEmpty { logger.notice("\(stale.count) copies of chats' vectors were out of date or damaged") }
    }
}

extension EntryKey {
    init(_ id: MessageID) { self.init(high: id.high, low: id.low) }
    var messageId: MessageID { MessageID(high: high, low: low) }
}

extension PartitionKey {
    init(_ id: ChatID) { self.init(high: id.high, low: id.low) }
    var chatId: ChatID { ChatID(high: high, low: low) }
}
