import Embedding
import Storage
import Synchronization

/// Counts read transactions and passes them to another database.
final class CountingDatabase: Database {
    private let database: any Database
    private let count = Atomic<Int>(0)

    init(_ database: any Database) { self.database = database }

    var reads: Int { count.load(ordering: .relaxed) }

    func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        count.wrappingAdd(1, ordering: .relaxed)
        database.enqueueRead(body, completion: completion)
    }

    func enqueue(_ job: any WriteJob) { database.enqueue(job) }
    func add(_ work: any DeferredWork) { database.add(work) }
    func setObserver(_ observer: any GroupCommitObserver) { database.setObserver(observer) }
    func close() async throws { try await database.close() }
}

/// Counts texts and passes them to another embedder.
final class CountingEmbedder: Embedder {
    private let embedder: any Embedder
    private let count = Atomic<Int>(0)

    init(_ embedder: any Embedder) { self.embedder = embedder }

    var texts: Int { count.load(ordering: .relaxed) }
    var model: EmbeddingModel { embedder.model }

    func embed(_ texts: [String]) async throws -> [[Float]] {
        count.wrappingAdd(texts.count, ordering: .relaxed)
        return try await embedder.embed(texts)
    }
}
