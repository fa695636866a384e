/// Says in a database that rows are being copied into it, so that nobody takes a part for the whole. Gone when the copy is
/// complete.
package enum CopyMark {
    private static let table = "storage_copy"

    /// The source of the copy that isn't complete; `nil` if there is none.
    package static func source(on connection: any SQLConnection) throws -> String? {
        guard try connection.hasTable(table) else { return nil }
        return try connection.first("SELECT source FROM storage_copy WHERE name = ''") { try $0.text(0) }
    }

    /// - Parameter source: names it for ever.
    package static func begin(source: String, on connection: any SQLConnection) throws {
        try connection.execute("CREATE TABLE storage_copy (name TEXT PRIMARY KEY, source TEXT NOT NULL)")
        try connection.execute("INSERT INTO storage_copy (name, source) VALUES ('', $1)", source)
    }

    /// Call this in the transaction that makes the copy a database of its own.
    package static func end(on connection: any SQLConnection) throws {
        try connection.execute("DROP TABLE storage_copy")
    }
}
