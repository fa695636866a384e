import GRDB
import GRDBSQLite

/// Calls a closure while a long statement runs, and ends the statement if that throws.
final class Interruption {
    private let body: () throws -> Void
    private var error: (any Error)?

    private init(_ body: @escaping () throws -> Void) { self.body = body }

    static func during<Value>(
        _ database: GRDB.Database,
        _ body: @escaping () throws -> Void,
        run: () throws -> Value
    ) throws -> Value {
        let interruption = Interruption(body)
        // About every millisecond.
        sqlite3_progress_handler(
            database.sqliteConnection,
            10_000,
            { context in
                guard let context else { return 0 }
                let interruption = Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue()
                do {
                    try interruption.body()
                    return 0
                } catch {
                    interruption.error = error
                    return 1
                }
            },
            Unmanaged.passUnretained(interruption).toOpaque()
        )
        defer {
            sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
            withExtendedLifetime(interruption) {}
        }
        do {
            return try run()
        } catch {
            throw interruption.error ?? error
        }
    }
}
