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
    let run: @Sendable (any SQLConnection) throws -> Void

    public init(_ name: String, run: @escaping @Sendable (any SQLConnection) throws -> Void) {
        self.name = name
        self.release = nil
        self.run = run
    }

    /// - Parameter release: the number of the schema that held this change before migrations had names.
    public init(_ name: String, release: Int64? = nil, statements: [String]) {
        self.name = name
        self.release = release
        run = { connection in for statement in statements { try connection.execute(statement) } }
    }
}
