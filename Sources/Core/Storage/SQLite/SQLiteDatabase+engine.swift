import Foundation

extension SQLiteDatabase: DatabaseEngine {
    public var isDamaged: Bool { health.isDamaged }

    public var fileBytes: DatabaseFileBytes? {
        Self.size(of: path).map { DatabaseFileBytes(database: $0, log: Self.size(of: "\(path)-wal") ?? 0) }
    }

    static func size(of path: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value
    }

    public func lookForDamage(
        progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void
    ) async throws -> [String]? {
        try await checkQuickly(progress: progress)
    }

    /// SQLite numbers rows after the highest by itself.
    public func numbersWereStored() {}
}
