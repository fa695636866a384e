import Domain
public import Embedding

/// Vectors of texts that aren't messages.
public struct TextEmbeddings: Sendable {
    /// Texts of one request.
    public static let maxTexts = 256
    /// Bytes of one text.
    public static let maxTextBytes = 64 << 10
    /// Bytes of all texts of one request.
    public static let maxBytes = 256 << 10
    private static let batch = 16

    private let embedders: [any Embedder]

    public init(_ memory: MessageIndexer) { embedders = memory.embedders }

    /// The models by which messages are found, preferred first.
    public var models: [EmbeddingModel] { embedders.map(\.model) }

    /// One L2-normalised vector per text, in order. A text that is longer than the model's window has the mean of its
    /// windows' vectors.
    /// - Parameter name: one of `models`.
    /// - Throws: `not_found` for another name; `invalid_request` for an empty text, or too many; `too_large`; `model_…` if the model's
    ///   service fails.
    public func vectors(of texts: [String], by name: String) async throws -> [[Float]] {
        guard let embedder = embedders.first(where: { $0.model.name == name }) else {
            throw SpotterError.notFound("embedding model")
        }
        guard (1...Self.maxTexts).contains(texts.count) else {
            throw SpotterError.invalid("One request takes 1 to \(Self.maxTexts) texts.")
        }
        guard texts.allSatisfy({ !$0.trimmed.isEmpty }) else { throw SpotterError.invalid("A text must not be empty.") }
        guard texts.allSatisfy({ $0.utf8.count <= Self.maxTextBytes }) else {
            throw SpotterError(.tooLarge, "A text may have \(Self.maxTextBytes >> 10) KB.")
        }
        guard texts.reduce(0, { $0 + $1.utf8.count }) <= Self.maxBytes else {
            throw SpotterError(.tooLarge, "All texts together may have \(Self.maxBytes >> 10) KB.")
        }
        do {
            return try await vectors(of: texts, by: embedder)
        } catch let error as ModelError {
            throw error.spotterError
        }
    }

    private func vectors(of texts: [String], by embedder: any Embedder) async throws -> [[Float]] {
        var windows: [String] = []
        var counts: [Int] = []
        for text in texts {
            let parts = await embedder.windows(of: text)
            windows += parts
            counts.append(parts.count)
        }
        var all: [[Float]] = []
        // In small batches, so that searches come in between.
        for start in stride(from: 0, to: windows.count, by: Self.batch) {
            all += try await embedder.embed(Array(windows[start..<min(start + Self.batch, windows.count)]))
        }
        guard all.count == windows.count else {
            throw ModelError(.protocolViolation, "\(embedder.model.name) gave \(all.count) vectors")
        }
        var rest = all[...]
        return counts.map { count in
            defer { rest = rest.dropFirst(count) }
            return Self.mean(rest.prefix(count))
        }
    }

    private static func mean(_ vectors: ArraySlice<[Float]>) -> [Float] {
        guard var sum = vectors.first else { return [] }
        guard vectors.count > 1 else { return sum }
        for vector in vectors.dropFirst() { for (index, value) in zip(sum.indices, vector) { sum[index] += value } }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sum.map { $0 / length } : sum
    }
}
