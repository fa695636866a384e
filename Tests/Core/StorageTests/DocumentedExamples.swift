import Domain
import Storage

// The examples in the documentation of Storage, compiled. `DocumentedExampleTests` holds the two to each other.

enum NotesSchema {
    static let migrations = [
        Migration("notes: notes", statements: ["CREATE TABLE notes (id BLOB PRIMARY KEY, text TEXT NOT NULL)"])
    ]
}

private func dataFolder() throws {
    let folder = try DataFolder(path: "spotter-data")
    print(folder.databasePath)  // spotter-data/spotter.db
}

private func connection(_ connection: any SQLConnection, _ owner: UserID) throws {
    let names = try connection.query("SELECT name FROM notes WHERE owner_id = $1", owner) { try $0.text(0) }
    print(names)
}

private func insert(_ id: MessageID, _ text: String, _ connection: any SQLConnection) throws {
    try connection.insert("INSERT INTO notes (id, text)", [id, text], "ON CONFLICT (id) DO NOTHING")
}

private func check(_ engine: any DatabaseEngine, _ migrations: [Migration]) async {
    let faults = await engine.checkCompletely() + engine.checkSchema(migrations)
    for fault in faults { print(fault) }
}

private func report(_ found: SchemaDifferences) { for line in found.lines { print(line) } }

extension FullTextTable {
    fileprivate static let messages = FullTextTable(
        index: "message_words",
        table: "messages",
        columns: ["text"],
        text: { "\($0).text" }
    )
}

private func rank(_ query: FullTextQuery, on connection: any SQLConnection) throws {
    var rankings: [Int64: Double] = [:]
    try connection.fullText.search(query, in: .messages, on: connection) { rankings[$0] = $1 }
    print(rankings)
}

private func terms() {
    let words = IndexedTerm.terms(of: "CPU使用率").map(\.text)  // cpu 使 用 率
    print(words)
}
