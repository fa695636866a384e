import Domain

extension SQLiteDatabase {
    /// Reads the whole file, one table after another, and looks for damage (`PRAGMA quick_check`): pages that can't be
    /// read, lost ones, rows out of order. What an index says isn't compared with its table.
    ///
    /// It has a connection and a thread of its own, of the lowest priority, and rests between tables, so that others
    /// hardly notice.
    ///
    /// - Parameters:
    ///   - rest: the pause after a table, as a multiple of the time it took.
    ///   - progress: called before each table with the number of those that are done, and of all.
    /// - Returns: what is wrong, one line each; empty for a sound file. Damage stops writes.
    public func checkQuickly(
        rest: Double = 3,
        progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> [String] {
        let check = QuickCheck(path: path, rest: rest, progress: progress)
        let faults = try await withTaskCancellationHandler {
            try await check.run()
        } onCancel: {
            check.cancel()
        }
        if let first = faults.first { health.declareDamaged(first) }
        return faults
    }
}
