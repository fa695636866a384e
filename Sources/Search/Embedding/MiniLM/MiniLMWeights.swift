/// The encoder's weights in memory, ready to multiply with.
///
/// The word table stays in the mapped file: a batch reads only a few of its rows. Everything else is copied to aligned
/// memory, with query, key and value side by side so that one multiplication computes all three.
final class MiniLMWeights: @unchecked Sendable {
    // Unchecked: the buffers are filled in `init` and only read afterwards.
    let shape: MiniLMShape
    /// The implementation that the layers are laid out for.
    let math: any EncoderMath
    let layers: [Layer]
    let embeddingNorm: LayerNorm
    /// positions × hidden: the position's embedding plus that of token type 0.
    let positions: FloatBuffer
    private let words: WordTable

    /// One transformer layer.
    struct Layer {
        /// Query, key and value side by side.
        let attention: Linear
        let attentionOutput: Linear
        let attentionNorm: LayerNorm
        let intermediate: Linear
        let output: Linear
        let outputNorm: LayerNorm
    }

    /// Reads `model.safetensors` of a BERT encoder with the tensor names of the `transformers` library.
    convenience init(path: String, shape: MiniLMShape = .miniLML6, math: any EncoderMath) throws(WeightsError) {
        try self.init(Safetensors(path: path), shape: shape, math: math)
    }

    init(_ source: any TensorSource, shape: MiniLMShape, math: any EncoderMath) throws(WeightsError) {
        let reader = TensorReader(file: source, shape: shape, math: math)
        self.math = math
        self.shape = shape
        words = try source.words(shape)
        positions = try reader.positions()
        embeddingNorm = try reader.norm("embeddings.LayerNorm")
        layers = try reader.layers()
    }

    /// Writes the embedding of a word id, which must be in the vocabulary, to `row` (hidden floats).
    func copyWord(_ id: Int32, to row: UnsafeMutablePointer<Float>) { words.copy(id, to: row) }
}
