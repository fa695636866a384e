public import Domain
import Embedding
import Storage
import VectorSearch

/// A message beside a query: how near it is in meaning.
public struct SemanticHit: Sendable, Hashable {
    public let message: MessageID
    public let chat: ChatID
    /// -1 to 1.
    public let cosine: Double
}

/// A message's vectors beside a query.
struct Similarity: Sendable {
    /// The best of its vectors.
    let cosine: Double
    /// Its first vector: the whole of it, unless it's very long.
    let whole: Double
    let vector: [Float]
    /// Which of its vectors is the best, and how many there are.
    let best: Int
    let count: Int
}

/// A query's embedding, and the vectors that it can be compared with.
public struct QueryEmbedding: Sendable {
    /// What the asker should know of how the query was embedded.
    public let note: String?
    private let vector: [Float]
    private let vectors: ChatVectors

    init(vector: [Float], vectors: ChatVectors, note: String? = nil) {
        self.note = note
        self.vector = vector
        self.vectors = vectors
    }

    /// The messages of these chats that are nearest, best first, each once.
    public func best(in chats: [ChatID], limit: Int) async throws -> [SemanticHit] {
        let groups = try await vectors.withVectors(of: chats) { index, keys in
            try index.search(query: vector, in: keys, limit: limit)
        }
        let hits = groups.flatMap { $0 }.map {
            SemanticHit(message: $0.entry.messageId, chat: $0.partition.chatId, cosine: Double($0.score))
        }
        guard groups.count > 1 else { return hits }
        return Array(hits.sorted { ($0.cosine, $0.message) > ($1.cosine, $1.message) }.prefix(limit))
    }

    /// Given messages, with their vectors; one that has none is left out.
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

/// Of vectors of length 1 their cosine.
func dotProduct(_ one: [Float], _ other: [Float]) -> Double {
    one.withUnsafeBufferPointer { one in
        other.withUnsafeBufferPointer { other in
            var sums = SIMD16<Float>.zero
            let count = min(one.count, other.count)
            var index = 0
            while index + 16 <= count {
                var (a, b) = (SIMD16<Float>.zero, SIMD16<Float>.zero)
                for lane in 0..<16 { (a[lane], b[lane]) = (one[index + lane], other[index + lane]) }
                sums += a * b
                index += 16
            }
            var sum = sums.sum()
            while index < count {
                sum += one[index] * other[index]
                index += 1
            }
            return Double(sum)
        }
    }
}

extension MessageIndexer {
    /// - Returns: nothing where there's no embedder.
    /// - Throws: what the preferred embedder throws, when no other can answer in its place.
    public func probe(_ text: String) async throws -> QueryEmbedding? {
        let indexes = indexes
        // Whoever has all messages comes before whoever would be preferred, once it has them.
        let ready = indexes.filter(\.isReady)
        guard let preferred = indexes.first, let first = ready.first ?? indexes.first else { return nil }
        let candidates = ready.isEmpty ? [first] : ready
        var failure: (any Error)?
        for index in candidates {
            let hasOther = index !== candidates.last
            if hasOther, let pause = index.pause {
                failure = failure ?? EmbeddingFailure(.unavailable, pause)
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
                if let error = error as? EmbeddingFailure, error.isOfService { index.pause(because: error) }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// How long somebody who searches waits for a model, when another can answer.
    private static let fallbackTimeout = Duration.seconds(4)

    private func embed(_ text: String, by index: ModelIndex, isUrgent: Bool) async throws -> [Float]? {
        guard isUrgent else { return try await index.embedder.embed([text]).first }
        return try await withThrowingTaskGroup(of: [Float]?.self) { group in
            group.addTask { try await index.embedder.embed([text]).first }
            group.addTask {
                try await Task.sleep(for: Self.fallbackTimeout)
                throw EmbeddingFailure(.timeout, "no answer within \(Self.fallbackTimeout.components.seconds) s")
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

    /// By the stored vector of a message, the first where it has several; nothing where it has none.
    public func probe(like message: MessageID, in chat: ChatID) async throws -> QueryEmbedding? {
        for index in indexes.filter(\.isReady) + indexes.filter({ !$0.isReady }) {
            let table = index.vectors.table
            let vector = try await database.read { try table.vectors(of: message, on: $0).first }
            if let vector { return QueryEmbedding(vector: vector, vectors: index.vectors) }
        }
        return nil
    }
}
