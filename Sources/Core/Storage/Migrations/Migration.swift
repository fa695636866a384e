/// One change of the schema, named for ever.
///
/// A module lists its migrations in order; once released, one never changes, the next change is another one. Names begin
/// with the module, since all modules share one list of those that have run.
///
/// ```swift
/// enum NotesSchema {
///     static let migrations = [
///         Migration("notes: notes", statements: ["CREATE TABLE notes (id BLOB PRIMARY KEY, text TEXT NOT NULL)"])
///     ]
/// }
/// ```
public struct Migration: Sendable {
    public let name: String
    /// The numbered schema that held this change before migrations had names; a database of that number has it already.
    let release: Int64?
    /// Does the next step. Returns whether there are more.
    private let step:
        @Sendable (any SQLConnection, _ progress: @escaping @Sendable (MigrationProgress) -> Void) throws -> Bool
    /// Whether each step has a transaction of its own.
    private let hasSteps: Bool
    /// What an engine runs instead, in its own words.
    private var variants: [SQLDialect: [String]] = [:]

    public init(_ name: String, run: @escaping @Sendable (any SQLConnection) throws -> Void) {
        self.init(name, release: nil, hasSteps: false) { connection, _ in
            try run(connection)
            return false
        }
    }

    /// A migration that takes long. Each step is a transaction of its own: when the server is stopped or killed in the
    /// middle, the next start goes on where it was.
    ///
    /// - Parameter step: does the next step, which it finds by what is stored. Returns whether there are more.
    public init(
        _ name: String,
        steps step:
            @escaping @Sendable (any SQLConnection, _ progress: @escaping @Sendable (MigrationProgress) -> Void) throws
            -> Bool
    ) {
        self.init(name, release: nil, hasSteps: true, step: step)
    }

    /// - Parameter release: the number of the schema that held this change before migrations had names.
    public init(_ name: String, release: Int64? = nil, statements: [String]) {
        self.init(name, release: release, hasSteps: false) { connection, _ in
            for statement in statements { try connection.execute(statement) }
            return false
        }
    }

    private init(
        _ name: String,
        release: Int64?,
        hasSteps: Bool,
        step:
            @escaping @Sendable (any SQLConnection, _ progress: @escaping @Sendable (MigrationProgress) -> Void) throws
            -> Bool
    ) {
        self.name = name
        self.release = release
        self.hasSteps = hasSteps
        self.step = step
    }
}

extension Migration {
    /// The same change in another engine's words. Needed only for what it can't translate itself: types of columns and
    /// triggers that refuse changes it can.
    ///
    /// Databases of that engine are younger than the migration, so that there is nothing to move.
    public func on(_ dialect: SQLDialect, statements: [String]) -> Migration {
        var copy = self
        copy.variants[dialect] = statements
        return copy
    }

    func hasSteps(in dialect: SQLDialect) -> Bool { hasSteps && variants[dialect] == nil }

    /// Does the next step.
    ///
    /// - Returns: whether there are more.
    func step(
        in dialect: SQLDialect,
        _ connection: any SQLConnection,
        _ progress: @escaping @Sendable (MigrationProgress) -> Void
    ) throws -> Bool {
        guard let statements = variants[dialect] else { return try step(connection, progress) }
        for statement in statements { try connection.execute(statement) }
        return false
    }
}

/// The language of an engine.
public enum SQLDialect: Sendable, Hashable {
    /// That of migrations, unless they say otherwise.
    case sqlite
    case postgreSQL
}

/// How far a long migration is.
public struct MigrationProgress: Sendable, Equatable {
    /// What is being done, such as "moving messages".
    public let task: String
    public let done: Int64
    public let total: Int64

    public init(task: String, done: Int64, total: Int64) {
        self.task = task
        self.done = done
        self.total = total
    }
}
