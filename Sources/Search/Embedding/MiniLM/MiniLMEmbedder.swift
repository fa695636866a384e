import Dispatch
public import Foundation

/// all-MiniLM-L6-v2, computed by this process.
///
/// `embed` reads the first 256 tokens of a text, the length that the model was trained with. `windows(of:)` cuts longer
/// texts.
public final class MiniLMEmbedder: Embedder {
    public struct Configuration: Sendable {
        /// Encoders of each lane that run in parallel, each on one thread.
        public var threads = 1
        /// Tokens per pass of the encoder. More is faster for many texts, up to what the caches hold.
        public var batchTokens = 512
        public var kernels = EncoderKernels.best
        public var precision = EncoderPrecision.float32

        public init() {}
    }

    public let model = EmbeddingModel(name: "all-MiniLM-L6-v2", dimension: 384)
    public let kernels: EncoderKernels
    /// The precision in use. It may differ from the configured one.
    public let precision: EncoderPrecision
    private let tokenizer: WordPieceTokenizer
    private let batches: EncoderBatches
    private let batchTokens: Int
    private let tokenizing = DispatchQueue(label: "spotter.embedding.tokenizer", qos: .userInitiated)

    /// Loads the model from a folder with `model.safetensors`, `vocab.txt` and `tokenizer_config.json`: about 0.1 s
    /// and 90 MB. Blocks. Does not verify the files: see `ModelStore`.
    public init(folder: URL, configuration: Configuration = .init()) throws {
        let shape = MiniLMShape.miniLML6
        tokenizer = try WordPieceTokenizer(folder: folder, maxLength: shape.maxTokens)
        guard tokenizer.vocabularySize == shape.vocabulary else {
            throw WeightsError.malformed("vocab.txt and model.safetensors differ in their number of tokens")
        }
        kernels = configuration.kernels.isAvailable ? configuration.kernels : .blas
        precision = kernels.effectivePrecision(configuration.precision)
        let path = folder.appending(path: "model.safetensors").path
        let weights = try MiniLMWeights(path: path, shape: shape, math: kernels.math(precision))
        batches = EncoderBatches(pool: EncoderPool(weights: weights, count: configuration.threads))
        batchTokens = max(shape.maxTokens, configuration.batchTokens)
    }

    public func embed(_ texts: [String]) async throws -> [[Float]] { try await embed(texts, in: .queries) }

    public func embed(_ texts: [String], in lane: EmbeddingLane) async throws -> [[Float]] {
        try await batches.encode(await tokenized(texts), count: texts.count, in: lane)
    }

    /// Windows of at most 254 word pieces that share 32 to 48 with their neighbours, cut where sentences or words end;
    /// at most 16 of them, about 13 000 characters of English. Text after the last window isn't found by meaning.
    public func windows(of text: String) async -> [String] {
        // No word piece is shorter than a byte. Nearly every message returns here.
        guard text.utf8.count > WindowLimits().pieces else { return [text] }
        return await withCheckedContinuation { continuation in
            tokenizing.async { [tokenizer] in
                continuation.resume(returning: tokenizer.windows(of: text).map(String.init))
            }
        }
    }

    private func tokenized(_ texts: [String]) async -> [TokenBatch] {
        // For a few messages, switching threads takes longer than tokenizing.
        if texts.count <= 8, texts.allSatisfy({ $0.utf8.count <= 512 }) {
            return TokenBatch.batches(of: texts.map(tokenizer.encode), maxTokens: batchTokens)
        }
        return await withCheckedContinuation { continuation in
            tokenizing.async { [tokenizer, batchTokens] in
                let ids = texts.map(tokenizer.encode)
                continuation.resume(returning: TokenBatch.batches(of: ids, maxTokens: batchTokens))
            }
        }
    }
}
