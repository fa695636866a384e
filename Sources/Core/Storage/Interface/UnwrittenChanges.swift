import Synchronization

/// Writes changes that must not be lost when the database refuses them, as on a full disk: those are kept, and written
/// later, each once.
///
/// They are kept in memory, so what can't be written before the process ends is lost.
package final class UnwrittenChanges: Sendable {
    package typealias Change = @Sendable (any SQLConnection) throws -> Void

    private let database: any Database
    private let kept = Mutex<[Change]>([])

    package init(_ database: any Database) { self.database = database }

    /// Writes a change, or keeps it for the next ``writeKept()``.
    /// - Throws: why it could not be written.
    package func write(_ change: @escaping Change) async throws {
        do {
            try await database.write(change)
        } catch {
            kept.withLock { $0.append(change) }
            throw error
        }
    }

    /// Writes what was kept. What fails again is kept again.
    package func writeKept() async {
        let changes = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        for change in changes { try? await write(change) }
    }
}
