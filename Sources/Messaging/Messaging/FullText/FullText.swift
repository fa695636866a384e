import Domain
public import Storage

/// Full-text search in messages, by the engine's own index (`FullTextEngine`).
public enum FullText {
    /// Indexes the next messages that aren't indexed yet.
    ///
    /// - Returns: whether there may be more.
    static func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        try connection.fullText.update(.messages, on: connection)
        guard let part = try MessageFeed.fullText.next(limit, on: connection) else { return false }
        try connection.fullText.add(after: part.start, upTo: part.end, in: .messages, on: connection)
        try MessageFeed.fullText.advance(to: part.end, on: connection)
        return part.hasMore
    }

    /// Call this in a transaction after it has changed texts of messages, so that they are found by their new words.
    static func textDidChange(on connection: any SQLConnection) throws {
        try connection.fullText.update(.messages, on: connection)
    }

    /// Compares the index with the texts of all messages, which must all be indexed.
    ///
    /// - Throws: the engine's error for damage if they differ.
    static func requireIntegrity(on connection: any SQLConnection) throws {
        try connection.fullText.requireIntegrity(of: .messages, on: connection)
    }

    /// Whether any messages are waiting to be indexed.
    static func hasBacklog(on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM message_rows WHERE num > (SELECT num FROM index_progress WHERE name = 'fulltext') LIMIT 1"
        ) || connection.fullText.isOutdated(.messages, on: connection)
    }

    /// The text of one message, with the matching words between two marks.
    ///
    /// - Returns: `nil` if no word matches.
    public static func marked(
        _ query: String,
        in num: Int64,
        marks: (begin: String, end: String),
        on connection: any SQLConnection
    ) throws -> String? {
        let words = FullTextWords.words(of: query)
        for words in [words, words.flatMap(FullTextWords.pieces)] {
            let marked = try connection.fullText.marked(words, in: num, of: .messages, marks: marks, on: connection)
            if let marked { return marked }
        }
        return nil
    }

    // MARK: Erasure

    static let erasure = "fulltext erasure"

    enum Erasure: Int64 {
        case complete = 0
        case requested, merging
    }

    /// Call this in a transaction that erases texts of messages: their words have to leave the index's tables, soon.
    static func textWillBeErased(on connection: any SQLConnection) throws {
        connection.markErasure()
        try setErasure(.requested, on: connection)
    }

    /// A step of compacting the index, if texts were erased since that was last done.
    ///
    /// - Returns: whether there may be more.
    static func removeErasedWords(on connection: any SQLConnection) throws -> Bool {
        let number = try connection.first("SELECT num FROM index_progress WHERE name = '\(erasure)'") { try $0.int(0) }
        guard let progress = number.flatMap(Erasure.init), progress != .complete else { return false }
        let hasMore = try compact(isFirst: progress == .requested, on: connection)
        try setErasure(hasMore ? .merging : .complete, on: connection)
        return hasMore
    }

    private static func setErasure(_ progress: Erasure, on connection: any SQLConnection) throws {
        try connection.execute("UPDATE index_progress SET num = $1 WHERE name = '\(erasure)'", progress.rawValue)
    }

    fileprivate static func compact(isFirst: Bool, on connection: any SQLConnection) throws -> Bool {
        try connection.fullText.compact(.messages, isFirst: isFirst, on: connection)
    }
}

extension FullTextTable {
    /// What is written in messages and what was heard in them.
    static let messages = FullTextTable(
        index: "messages_fts",
        table: "message_rows",
        columns: ["text", "spoken"],
        text: Transcript.words(in:)
    )
}

extension Database {
    /// Indexes messages stored before this call, so that a search finds them. Limited to 8 × 512 messages, because the
    /// backlog may be large, as after an import.
    package func catchUpFullText() async throws {
        for _ in 0..<8 where try await read({ try FullText.hasBacklog(on: $0) }) {
            _ = try await write { try FullText.advance(by: 512, on: $0) }
        }
    }

    /// Indexes all messages that aren't indexed yet, as after a copy without its index.
    ///
    /// - Parameter progress: called with the number of indexed messages after each step.
    package func indexAllTexts(progress: (Int) throws -> Void) async throws {
        let step = 512
        var done = 0
        while try await read({ try FullText.hasBacklog(on: $0) }) {
            _ = try await write { try FullText.advance(by: step, on: $0) }
            done += step
            try progress(done)
        }
    }

    /// Removes the words of deleted texts from the tables of the full-text index, in steps of a few milliseconds.
    package func compactFullText() async throws {
        var isFirst = true
        while try await write({ [isFirst] in try FullText.compact(isFirst: isFirst, on: $0) }) { isFirst = false }
    }
}

/// Keeps the full-text index up to date while the writer is idle.
package struct FullTextIndexing: DeferredWork {
    package init() {}

    package func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        try FullText.advance(by: limit, on: connection)
    }

    package func removeTraces(on connection: any SQLConnection) throws -> Bool {
        try FullText.removeErasedWords(on: connection)
    }
}
