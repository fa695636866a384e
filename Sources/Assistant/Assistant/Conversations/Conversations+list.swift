public import Domain
public import SpotterAPI
import Storage

extension Conversations {
    static let maxQueryLength = 200

    /// The actor's conversations: pinned ones first, then most recently used first.
    ///
    /// - Parameters:
    ///   - archived: those that are archived instead of those that aren't.
    ///   - query: words of the title or of the actor's own questions, whatever the case of ASCII letters.
    ///   - before: the last conversation of the previous page.
    ///   - limit: 1 to 200.
    /// - Throws: `invalid_request`; `not_found` for `before`.
    public func list(
        of actor: Actor,
        archived: Bool = false,
        query: String? = nil,
        before: ConversationID? = nil,
        limit: Int = 50
    ) async throws -> ConversationTree.Page {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        let words = query?.trimmed ?? ""
        guard words.count <= Self.maxQueryLength else {
            throw SpotterError.invalid("query holds at most \(Self.maxQueryLength) characters.")
        }
        return try await database.read { connection in
            let last = try before.map { try Self.head($0, of: actor, on: connection) }
            var arguments: [any SQLBindable] = [
                actor.userId, archived, last.map { $0.isPinned ? 1 : 0 } ?? 2, last?.updatedAt ?? .latest,
                last?.id ?? ConversationID(high: .max, low: .max), limit + 1,
            ]
            if !words.isEmpty { arguments.append("%\(Self.escapedPattern(words))%") }
            let found = try connection.query(
                words.isEmpty ? Self.page : Self.matchingPage,
                arguments,
                row: { try ConversationHead(row: $0) }
            )
            return ConversationTree.Page(conversations: Array(found.prefix(limit)), hasMore: found.count > limit)
        }
    }

    private static let page =
        """
        SELECT \(ConversationHead.columns) FROM conversations
        WHERE owner_id = $1 AND is_archived = $2
            AND (is_pinned < $3 OR (is_pinned = $3 AND (updated_at < $4 OR (updated_at = $4 AND id < $5))))
        ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT $6
        """

    /// What the assistant quoted isn't searched: the actor may no longer be allowed to read it.
    private static let matchingPage =
        """
        SELECT \(ConversationHead.columns) FROM conversations c
        WHERE owner_id = $1 AND is_archived = $2
            AND (is_pinned < $3 OR (is_pinned = $3 AND (updated_at < $4 OR (updated_at = $4 AND id < $5))))
            AND $6 > 0 AND (lower(title) LIKE lower(CAST($7 AS TEXT)) ESCAPE '\\' OR EXISTS (
                SELECT 1 FROM turns t
                WHERE t.conversation_id = c.id AND t.role = 'user' AND t.deleted_at IS NULL
                    AND lower(t.text) LIKE lower(CAST($7 AS TEXT)) ESCAPE '\\'
            ))
        ORDER BY is_pinned DESC, updated_at DESC, id DESC LIMIT $6
        """

    private static func escapedPattern(_ words: String) -> String {
        words.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }
}
