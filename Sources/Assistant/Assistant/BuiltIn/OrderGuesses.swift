import RequestReading
import Retrieval

/// Guesses orders from their meaning, if the local encoder is there. The examples are embedded when the first clause needs them.
actor OrderGuesses {
    private let search: MessageSearch
    private var learnt: Task<OrderMeaning?, any Error>?

    init(search: MessageSearch) { self.search = search }

    /// The orders among these clauses; `nil` if nobody can tell, because the encoder is missing or fails.
    /// - Throws: `CancellationError`.
    func orders(among clauses: [OrderMeaning.Clause], _ grammar: ActionGrammar) async throws -> [UnreadOrder]? {
        guard !clauses.isEmpty, let meaning = await meaning() else { return nil }
        let vectors = try? await search.vectors(of: clauses.map(\.text), by: OrderMeaning.encoder)
        try Task.checkCancellation()
        guard let vectors, vectors.count == clauses.count else { return nil }
        return zip(clauses, vectors).compactMap { clause, vector in
            meaning.guess(vector).map { UnreadOrder($0, in: clause, grammar) }
        }
    }

    private func meaning() async -> OrderMeaning? {
        let search = search
        // Of its own: whoever waits for it may be cancelled.
        let task =
            learnt
            ?? Task {
                try await search.vectors(of: OrderExamples.texts, by: OrderMeaning.encoder).flatMap { OrderMeaning($0) }
            }
        learnt = task
        do {
            return try await task.value
        } catch {
            learnt = nil
            return nil
        }
    }
}
