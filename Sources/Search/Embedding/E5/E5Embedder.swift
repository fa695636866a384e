import Dispatch
public import Foundation

/// multilingual-e5-small with weights of 4 bits, computed by this process: about a hundred languages, one space of meanings.
///
/// A query and a message are embedded differently, by a word before the text, as the model was trained: what the lane of
/// queries embeds is a query. Cosines of any two texts are between 0.7 and 1, so they can't be compared with another model's.
public final class E5Embedder: Embedder {
    public static let file = "e5-small-q4.bin"

    public let model = EmbeddingModel(name: "multilingual-e5-small-q4", dimension: 384)
    /// The precision in use. It may differ from the configured one.
    public let precision: EncoderPrecision
    private let tokenizer: UnigramTokenizer
    private let batches: EncoderBatches
    private let batchTokens: Int
    private let tokenizing = DispatchQueue(label: "spotter.embedding.e5-tokenizer", qos: .userInitiated)

    /// Pieces of "passage: " and "query: ", and the tokens of the beginning and the end, at most.
    private static let otherTokens = 8
    private static let limits = WindowLimits(pieces: 512 - otherTokens, overlap: 32...48, windows: 16)

    /// Loads the model from a folder with `e5-small-q4.bin`: about 0.2 s, 45 MB, and what is read of the mapped file. Blocks.
    /// Does not verify the file: see `ModelStore`.
    public init(folder: URL, configuration: MiniLMEmbedder.Configuration = .init()) throws {
        let file = try FourBitFile(path: folder.appending(path: Self.file).path)
        let shape = file.shape
        guard shape.hidden == model.dimension, shape.headWidth == MiniLMShape.miniLML6.headWidth,
            shape.feedForward == MiniLMShape.miniLML6.feedForward,
            file.tokenizer.pieceCount <= shape.vocabulary, shape.maxTokens >= Self.limits.pieces + Self.otherTokens
        else { throw WeightsError.malformed("a model of another size") }
        tokenizer = try UnigramTokenizer(file, maxLength: shape.maxTokens)
        let kernels = configuration.kernels.isAvailable ? configuration.kernels : .blas
        precision = kernels.effectivePrecision(configuration.precision)
        let weights = try MiniLMWeights(file, shape: shape, math: kernels.math(precision))
        batches = EncoderBatches(pool: EncoderPool(weights: weights, count: configuration.threads))
        batchTokens = max(shape.maxTokens, configuration.batchTokens)
    }

    public func embed(_ texts: [String]) async throws -> [[Float]] { try await embed(texts, in: .queries) }

    public func embed(_ texts: [String], in lane: EmbeddingLane) async throws -> [[Float]] {
        try await batches.encode(await tokenized(texts, in: lane), count: texts.count, in: lane)
    }

    /// Windows of about 500 pieces, cut where sentences or words end; at most 16 of them.
    public func windows(of text: String) async -> [String] {
        guard text.utf8.count > Self.limits.pieces else { return [text] }
        return await withCheckedContinuation { continuation in
            tokenizing.async { [tokenizer] in
                continuation.resume(returning: tokenizer.windows(of: text, limits: Self.limits).map(String.init))
            }
        }
    }

    private func tokenized(_ texts: [String], in lane: EmbeddingLane) async -> [TokenBatch] {
        let prefix =
            switch lane {
            case .queries: "query: "
            case .documents: "passage: "
            }
        if texts.count == 1, let text = texts.first, text.utf8.count <= 512 {
            return TokenBatch.batches(of: [tokenizer.encode(prefix + text)], maxTokens: batchTokens)
        }
        return await withCheckedContinuation { continuation in
            tokenizing.async { [tokenizer, batchTokens] in
                let ids = texts.map { tokenizer.encode(prefix + $0) }
                continuation.resume(returning: TokenBatch.batches(of: ids, maxTokens: batchTokens))
            }
        }
    }
}
