public import Domain
import Embedding
import Storage
import VectorSearch

/// The similarity of a message's meaning to a query.
public struct SemanticHit: Sendable, Hashable {
    public let message: MessageID
    public let chat: ChatID
    /// -1 to 1.
    public let cosine: Double
}

extension RandomAccessCollection<SemanticHit> where Index == Int {
    /// The first `count` of hits that are in order, and those that tie with the last one.
    func nearest(_ count: Int) -> SubSequence {
        let first = prefix(count)
        guard let last = first.last else { return first }
        return self[startIndex..<first.endIndex + dropFirst(count).prefix { $0.cosine == last.cosine }.count]
    }
}

/// The embedding of a query, and the vectors to compare it with.
public struct QueryEmbedding: Sendable {
    /// A remark for the user about how the query was embedded.
    public let note: String?
    private let vector: [Float]
    private let vectors: ChatVectors

    init(vector: [Float], vectors: ChatVectors, note: String? = nil) {
        self.note = note
        self.vector = vector
        self.vectors = vectors
    }

    /// Messages with the same words are equally similar. Up to this many more than requested are returned, so that not their
    /// ids decide which of them are found.
    private static let maxTies = 64

    /// The most similar messages of these chats, best first, each once; some more if they tie with the last one.
    public func nearest(in chats: [ChatID], limit: Int) async throws -> [SemanticHit] {
        let groups = try await vectors.withVectors(of: chats) { index, keys in
            try index.search(query: vector, in: keys, limit: limit, ties: Self.maxTies)
        }
        let hits = groups.flatMap { $0 }.map {
            SemanticHit(message: $0.entry.messageId, chat: $0.partition.chatId, cosine: Double($0.score))
        }
        guard groups.count > 1 else { return hits }
        return Array(hits.sorted { ($0.cosine, $0.message) > ($1.cosine, $1.message) }.nearest(limit))
    }

    /// The similarities of these messages. Messages without a vector are left out.
    func similarities(of messages: [(message: MessageID, chat: ChatID)]) async throws -> [MessageID: Similarity] {
        let entries = Dictionary(grouping: messages) { PartitionKey($0.chat) }
        let groups = try await vectors.withVectors(of: messages.map(\.chat)) { index, keys in
            keys.flatMap { key in
                (entries[key] ?? []).compactMap { message -> (MessageID, Similarity)? in
                    let vectors = index.vectors(for: EntryKey(message.message), in: key)
                    let cosines = vectors.map { dotProduct(vector, $0) }
                    guard let first = vectors.first, let whole = cosines.first,
                        let best = cosines.indices.max(by: { cosines[$0] < cosines[$1] })
                    else { return nil }
                    let similarities = Similarity(
                        cosine: cosines[best],
                        whole: whole,
                        vector: first,
                        best: best,
                        count: cosines.count
                    )
                    return (message.message, similarities)
                }
            }
        }
        return Dictionary(groups.joined()) { first, _ in first }
    }
}

extension MessageIndexer {
    /// The embedding of a query's text, by the best model that is available now.
    /// - Returns: `nil` if there is no embedder.
    /// - Throws: the error of the preferred embedder, if no other can answer instead.
    public func embedding(of text: String) async throws -> QueryEmbedding? {
        let indexes = answering
        // A complete index answers before a preferred one that is still being filled.
        let ready = indexes.filter(\.isReady)
        guard let preferred = indexes.first, let first = ready.first ?? indexes.first else { return nil }
        let candidates = ready.isEmpty ? [first] : ready
        var failure: (any Error)?
        for index in candidates {
            let hasOther = index !== candidates.last
            if hasOther, let pause = index.pause {
                failure = failure ?? ModelError(.unavailable, pause)
                continue
            }
            do {
                guard let vector = try await embed(text, by: index, isUrgent: hasOther) else { continue }
                index.noteAnswer()
                let note = try await note(answering: index, instead: preferred, failure)
                return QueryEmbedding(vector: vector, vectors: index.vectors, note: note)
            } catch let error as CancellationError {
                throw error
            } catch {
                if let error = error as? ModelError, error.isServiceFailure { index.pause(because: error) }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// The embedding of a query's text by the companion; `nil` if there is none, it can't embed the text, or it hasn't seen
    /// all messages yet.
    func companionEmbedding(of text: String) async -> QueryEmbedding? {
        guard let index = companionIndex, index.isReady else { return nil }
        guard let vector = try? await index.embedder.embed([text]).first else { return nil }
        return QueryEmbedding(vector: vector, vectors: index.vectors)
    }

    /// How long a search waits for a model if another can answer instead.
    private static let fallbackTimeout = Duration.seconds(4)

    private func embed(_ text: String, by index: ModelIndex, isUrgent: Bool) async throws -> [Float]? {
        guard isUrgent else { return try await index.embedder.embed([text]).first }
        return try await withThrowingTaskGroup(of: [Float]?.self) { group in
            group.addTask { try await index.embedder.embed([text]).first }
            group.addTask {
                try await Task.sleep(for: Self.fallbackTimeout)
                throw ModelError(.timeout, "no answer within \(Self.fallbackTimeout.components.seconds) s")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private func note(
        answering index: ModelIndex,
        instead preferred: ModelIndex,
        _ failure: (any Error)?
    ) async throws -> String? {
        guard index !== preferred else { return nil }
        let (mine, wanted) = (index.embedder.model.name, preferred.embedder.model.name)
        guard preferred.isReady else {
            let pending = try await pendingCount(of: preferred.id)
            return "\(mine) answers while messages are embedded by \(wanted); \(pending) are to go."
        }
        return "\(wanted) didn't answer\(failure.map { " (\($0))" } ?? ""), so \(mine) did."
    }

    /// The stored vector of a message, the first one if it has several; `nil` if it has none.
    public func embedding(like message: MessageID) async throws -> QueryEmbedding? {
        for index in answering.filter(\.isReady) + answering.filter({ !$0.isReady }) {
            let table = index.vectors.table
            let vector = try await database.read { try table.vectors(of: message, on: $0).first }
            if let vector { return QueryEmbedding(vector: vector, vectors: index.vectors) }
        }
        return nil
    }
}
