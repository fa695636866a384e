/// Expressions that engines write differently, in words that all of them understand.
package enum SQLExpression {
    /// The largest of some expressions, none of which is NULL: SQLite's `max(a, b)`, PostgreSQL's `greatest(a, b)`.
    package static func largest(_ expressions: String...) -> String {
        var rest = expressions[...]
        var cases = ""
        while let first = rest.popFirst(), !rest.isEmpty {
            cases += " WHEN \(rest.map { "\(first) >= \($0)" }.joined(separator: " AND ")) THEN \(first)"
        }
        return "CASE\(cases) ELSE \(expressions.last ?? "NULL") END"
    }
}
