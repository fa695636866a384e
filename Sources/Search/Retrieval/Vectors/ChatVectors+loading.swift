import Domain
import Logging
import Storage
import Synchronization
import VectorSearch

extension ChatVectors {
    /// A chat's vectors as read from disk.
    private struct Read: Sendable {
        let chat: ChatID
        var partition: LoadedPartition
        var stamp: Int64
        /// The number of the database's rows; -1 if a change came meanwhile, so that it is compared again.
        var rows: Int
        /// The number of rows that the chat's file doesn't contain.
        var unsaved: Int
        /// Messages whose stored bytes are damaged.
        var damaged: [MessageID]
    }

    /// Runs `body` while the chats' vectors are in memory and can't be evicted.
    /// - Returns: one value per group of chats that fit into memory together. There is nearly always only one group.
    func withVectors<Value>(
        of chats: [ChatID],
        _ body: (PartitionedIndex, [PartitionKey]) throws -> Value
    ) async throws -> [Value] {
        try await catchUp(chats)
        var values: [Value] = []
        for group in try await groups(of: chats) {
            try await pin(group)
            defer { unpin(group) }
            values.append(try body(index, group.map { PartitionKey($0) }))
        }
        return values
    }

    /// Groups of chats whose vectors fit into memory together. Chats in memory come first.
    private func groups(of chats: [ChatID]) async throws -> [[ChatID]] {
        let chats = Array(Set(chats))
        let (present, missing) = state.withLock { state in
            var (present, missing): ([ChatID], [ChatID]) = ([], [])
            for chat in chats { if state.slots[chat] == nil { missing.append(chat) } else { present.append(chat) } }
            return (present, missing)
        }
        guard !missing.isEmpty else { return [chats] }
        let rows = try await database.read { [table] connection in
            try missing.map { try table.count(in: $0, on: connection) }
        }
        var groups: [[ChatID]] = [present]
        var bytes = state.withLock { state in
            present.reduce(0) { total, chat in
                if case .resident(let resident) = state.slots[chat] { total + resident.bytes } else { total }
            }
        }
        for (chat, rows) in zip(missing, rows) {
            let size = rows * rowBytes(of: chat)
            if bytes + size > limit, groups.last?.isEmpty == false {
                groups.append([])
                bytes = 0
            }
            groups[groups.count - 1].append(chat)
            bytes += size
        }
        return groups.filter { !$0.isEmpty }
    }

    /// A row's codes, its key and its metadata, and its floats unless they are in a file.
    private func rowBytes(of chat: ChatID) -> Int {
        table.dimension * (files?.contains(chat) == true ? 1 : 5) + 80
    }

    private func pin(_ chats: [ChatID]) async throws {
        var rest = chats
        var pinned: [ChatID] = []
        do {
            while !rest.isEmpty {
                let (absent, busy) = take(&rest, &pinned)
                if !absent.isEmpty {
                    try await load(absent)
                    pinned += absent
                } else if let busy {
                    await wait(for: busy)
                }
                try Task.checkCancellation()
            }
        } catch {
            unpin(pinned)
            throw error
        }
    }

    /// Pins the chats that are in memory.
    /// - Returns: the chats that this caller has to load, and one that another caller is loading.
    private func take(_ rest: inout [ChatID], _ pinned: inout [ChatID]) -> (absent: [ChatID], busy: ChatID?) {
        state.withLock { state in
            var (absent, busy): ([ChatID], [ChatID]) = ([], [])
            state.uses += 1
            for chat in rest {
                switch state.slots[chat] {
                case .resident(var resident):
                    resident.pins += 1
                    resident.lastUse = state.uses
                    state.slots[chat] = .resident(resident)
                    pinned.append(chat)
                case .loading:
                    busy.append(chat)
                case nil:
                    state.slots[chat] = .loading([], waiters: [])
                    absent.append(chat)
                }
            }
            rest = busy
            return (absent, busy.first)
        }
    }

    private func wait(for chat: ChatID) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard case .loading(let changes, let waiters) = state.slots[chat] else { return true }
                state.slots[chat] = .loading(changes, waiters: waiters + [continuation])
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private func unpin(_ chats: [ChatID]) {
        state.withLock { state in
            for chat in chats {
                guard case .resident(var resident) = state.slots[chat] else { continue }
                resident.pins -= 1
                state.slots[chat] = .resident(resident)
                forgetIfReplaced(chat, &state)
            }
            if state.bytes > limit { evict(&state) }
        }
    }

    /// Evicts the least recently searched chats.
    private func evict(_ state: inout State) {
        let candidates = state.slots.compactMap { chat, slot -> (chat: ChatID, resident: Resident)? in
            guard case .resident(let resident) = slot, resident.pins == 0 else { return nil }
            return (chat, resident)
        }
        for (chat, resident) in candidates.sorted(by: { $0.resident.lastUse < $1.resident.lastUse }) {
            guard state.bytes > limit else { return }
            state.slots[chat] = nil
            state.bytes -= resident.bytes
            index.removePartition(PartitionKey(chat))
        }
    }

    // MARK: Loading

    /// Loads two chats at a time, since most of the work is computation. Afterwards either all of them are pinned or
    /// none.
    private func load(_ chats: [ChatID]) async throws {
        let middle = chats.count / 2
        var settled: [ChatID] = []
        var failure: (any Error)?
        await withTaskGroup(of: ([ChatID], (any Error)?).self) { group in
            for half in [chats[..<middle], chats[middle...]] where !half.isEmpty {
                group.addTask { await self.loadHere(Array(half)) }
            }
            for await (some, error) in group {
                settled += some
                failure = failure ?? error
            }
        }
        guard let failure else { return }
        unpin(settled)
        throw failure
    }

    /// - Returns: the chats that are in memory now, pinned.
    private func loadHere(_ chats: [ChatID]) async -> ([ChatID], (any Error)?) {
        let read: [Read]
        do {
            read = try await database.read { connection in try chats.map { try self.read($0, on: connection) } }
        } catch {
            abandon(chats)
            return ([], error)
        }
        settle(read)
        do {
            try await repair(read)
            return (chats, nil)
        } catch {
            return (chats, error)
        }
    }

    /// Reads the chat's file and the newer rows, or all rows from the database.
    private func read(_ chat: ChatID, on connection: any SQLConnection) throws -> Read {
        if let stored = try readFile(chat, on: connection) { return stored }
        let rows = try table.count(in: chat, on: connection)
        var loader = index.loader(for: PartitionKey(chat), rows: rows)
        var (stamp, damaged): (Int64, [MessageID]) = (0, [])
        try table.forEach(in: chat, after: 0, on: connection) { row in
            stamp = row.num
            guard let vector = row.vector else { return damaged.append(row.message) }
            try loader.append(EntryKey(row.message), vector)
        }
        return Read(
            chat: chat,
            partition: loader.finish(),
            stamp: stamp,
            rows: rows,
            unsaved: rows,
            damaged: damaged
        )
    }

    private func readFile(_ chat: ChatID, on connection: any SQLConnection) throws -> Read? {
        guard let files else { return nil }
        let stored: StoredPartition
        do {
            stored = try index.read(PartitionKey(chat), from: files.path(of: chat))
        } catch {
            if error != .missing {
                logger.warning("reading a chat's vectors from the database: \(error)")
                files.remove(chat)
            }
            return nil
        }
        guard let stamp = Int64(exactly: stored.stamp),
            try table.count(in: chat, upTo: stamp, on: connection) == stored.rows
        else { return nil }
        var read = Read(
            chat: chat,
            partition: stored.partition,
            stamp: stamp,
            rows: stored.rows,
            unsaved: 0,
            damaged: []
        )
        var fresh: [MessageID: [[Float]]] = [:]
        try table.forEach(in: chat, after: stamp, on: connection) { row in
            read.stamp = row.num
            read.rows += 1
            read.unsaved += 1
            if let vector = row.vector {
                fresh[row.message, default: []].append(vector)
            } else {
                read.damaged.append(row.message)
            }
        }
        for (message, vectors) in fresh { try read.partition.set(vectors, for: EntryKey(message)) }
        return read
    }

    /// Makes a loaded chat searchable, applies the changes made meanwhile, and pins it for the caller.
    private func settle(_ read: [Read]) {
        let waiters = state.withLock { state in
            var woken: [CheckedContinuation<Void, Never>] = []
            state.uses += 1
            var adopted: [LoadedPartition] = []
            for chat in read {
                guard case .loading(let changes, let waiters) = state.slots[chat.chat] else { continue }
                var chat = chat
                woken += waiters
                for change in changes { replay(change, on: &chat) }
                let isEmpty = chat.partition.count == 0
                let bytes = isEmpty ? 0 : chat.partition.bytes
                if !isEmpty { adopted.append(chat.partition) }
                state.bytes += bytes
                state.slots[chat.chat] = .resident(
                    Resident(
                        stamp: chat.stamp,
                        bytes: bytes,
                        rows: chat.rows,
                        pins: 1,
                        lastUse: state.uses,
                        unsaved: chat.unsaved
                    )
                )
            }
            index.replace(adopted)
            return woken
        }
        for waiter in waiters { waiter.resume() }
    }

    private func replay(_ change: Change, on chat: inout Read) {
        switch change {
        case .set(let message, let vectors, let num):
            do {
                try chat.partition.set(vectors, for: EntryKey(message))
            } catch {
                logger.error("a vector could not be indexed: \(error)")
            }
            chat.stamp = max(chat.stamp, num)
        case .remove(let message):
            chat.partition.remove(EntryKey(message))
        case .removeAll:
            chat.partition = index.loader(for: PartitionKey(chat.chat), rows: 1).finish()
        }
        chat.rows = -1
        chat.unsaved += 1
    }

    private func abandon(_ chats: [ChatID]) {
        let waiters = state.withLock { state in
            chats.flatMap { chat -> [CheckedContinuation<Void, Never>] in
                guard case .loading(_, let waiters) = state.slots[chat] else { return [] }
                state.slots[chat] = nil
                return waiters
            }
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Queues messages whose stored vectors are damaged, so that they are embedded again.
    private func repair(_ read: [Read]) async throws {
        let damaged = read.flatMap { chat in chat.damaged.map { (message: $0, chat: chat.chat) } }
        guard !damaged.isEmpty else { return }
        logger.error("\(damaged.count) stored vectors were damaged; they're made again")
        try await database.write { [table] connection in
            for (message, chat) in damaged {
                try table.delete(message, on: connection)
                try EmbeddingQueue(model: table.model).add(message, in: chat, on: connection)
            }
        }
    }
}
