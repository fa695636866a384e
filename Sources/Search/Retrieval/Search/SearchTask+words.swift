import Domain
import Messaging
import SpotterAPI
import Storage
import TextReading

/// The part of a search that the full-text index answers.
extension SearchTask {
    /// The words that highlights show, and by which candidates of a hybrid search are found: those that carry a topic, or all
    /// if there are none.
    var words: String {
        let content = TextWord.words(of: understanding.text)
            .filter { ContentWords.isContent($0, in: understanding.language) }.map(\.text)
        return content.isEmpty ? understanding.text : content.joined(separator: " ")
    }

    /// The messages that share words, up to `width`; `nil` among few messages, where another read costs more.
    func textScores(_ filter: SearchFilter, width: Int) async throws -> [MessageID: Double]? {
        guard mode != .semantic, scope.newest > options.manyMessages else { return nil }
        return try await database.read { try self.textScores(filter, width: width, on: $0) }
    }

    func textScores(
        _ filter: SearchFilter,
        width: Int,
        on connection: any SQLConnection
    ) throws -> [MessageID: Double] {
        let found = try FullText.search(
            isByWords ? understanding.text : words,
            visibleTo: scope.actor.userId,
            in: query.chatIds,
            upTo: filter.upTo,
            filter: filter.sql(from:),
            arguments: filter.arguments,
            limit: width,
            on: connection
        )
        // Function words improve the order, but what has only those isn't about the query.
        guard try !isByWords || found.isEmpty || hasContent(filter, on: connection) else { return [:] }
        var scores = Dictionary(found.map { ($0.id, $0.score) }) { first, _ in first }
        if let excluded { scores[excluded] = nil }
        return scores
    }

    /// Whether any message has one of the words that carry a topic.
    private func hasContent(_ filter: SearchFilter, on connection: any SQLConnection) throws -> Bool {
        guard words != understanding.text else { return true }
        let found = try FullText.search(
            words,
            visibleTo: scope.actor.userId,
            in: query.chatIds,
            upTo: filter.upTo,
            filter: filter.sql(from:),
            arguments: filter.arguments,
            limit: 1,
            on: connection
        )
        return !found.isEmpty
    }
}
