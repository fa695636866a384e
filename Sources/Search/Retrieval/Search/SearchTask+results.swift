import Domain
import Messaging
import SpotterAPI
import Storage

extension SearchTask {
    /// The results of one page, with their highlights.
    func results(
        _ page: ArraySlice<RankedMessage>,
        _ similarities: [MessageID: Similarity]
    ) async throws -> [SearchResult] {
        var similarities = similarities
        if mode == .semantic {
            similarities = try await embedding?.similarities(of: page.map { ($0.message.id, $0.message.chatId) }) ?? [:]
        }
        return try await database.read { [similarities] connection in
            let highlighting = Highlighting(words: mode == .semantic ? "" : words, connection: connection)
            return try page.map { ranked in
                var result = SearchResult(ranked)
                result.highlights = try highlighting.highlights(
                    of: ranked.message,
                    similarity: similarities[ranked.message.id]
                )
                if mode == .hybrid { result.confidence = SearchResult.Confidence(ranked) }
                if query.explain { result.explain = ranked.parts }
                return result
            }
        }
    }
}

extension SearchResult {
    fileprivate init(_ ranked: RankedMessage) {
        let message = ranked.message
        self.init(
            messageId: message.id,
            chatId: message.chatId,
            clientMessageId: message.clientMessageId,
            senderId: message.senderId,
            senderName: message.senderName,
            text: message.text,
            sentAt: message.sentAt,
            score: ranked.parts.total,
            match: ranked.match,
            transcript: message.isTranscript ? true : nil
        )
    }
}
