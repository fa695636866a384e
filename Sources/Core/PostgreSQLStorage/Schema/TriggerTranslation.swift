import Foundation

/// A trigger in SQLite's words, `CREATE TRIGGER name AFTER UPDATE ON table [WHEN …] BEGIN statements END`, as a function and
/// a trigger that calls it. It refuses the change (`SELECT raise(ABORT, '…')`), or runs statements that both engines
/// understand.
struct TriggerTranslation {
    private let name: Substring
    /// From `BEFORE` or `AFTER` on.
    private let event: Substring
    private let condition: Substring?
    private let body: Substring

    /// - Returns: `nil` if the statement doesn't make a trigger.
    init?(_ sql: String) {
        let start = "CREATE TRIGGER "
        guard sql.hasPrefix(start) else { return nil }
        let words = sql.dropFirst(start.count)
        guard let space = words.firstIndex(where: \.isWhitespace), let begin = words.firstRange(of: "BEGIN"),
            let end = words.range(of: "END", options: .backwards)
        else { return nil }
        name = words[..<space]
        body = words[begin.upperBound..<end.lowerBound]
        let head = words[space..<begin.lowerBound]
        let when = head.firstRange(of: "WHEN ")
        event = head[..<(when?.lowerBound ?? head.endIndex)]
        condition = when.map { head[$0.upperBound...] }
    }

    var statements: [String] {
        [
            """
            CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            \(refusal.map { "RAISE EXCEPTION '\($0)';" } ?? "\(body) RETURN NULL;")
            END $$
            """,
            """
            CREATE TRIGGER \(name) \(event) FOR EACH ROW \(condition.map { "WHEN (\(Self.translate($0)))" } ?? "")
            EXECUTE FUNCTION \(name)()
            """,
        ]
    }

    /// What a trigger that refuses changes says.
    private var refusal: Substring? {
        guard let start = body.firstRange(of: "raise(ABORT, '"), let end = body.firstRange(of: "')") else { return nil }
        return body[start.upperBound..<end.lowerBound]
    }

    private static func translate(_ condition: Substring) -> String {
        condition.trimmingCharacters(in: .whitespacesAndNewlines)
            .replacing(" IS NOT NULL", with: " IS DISTINCT FROM NULL")
            .replacing(" IS NOT ", with: " IS DISTINCT FROM ")
    }
}
