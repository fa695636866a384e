/// The encoder's weights in memory, ready to multiply with.
///
/// The word table stays in the mapped file: a batch reads only a few of its rows. All else is copied to aligned
/// memory, with query, key and value side by side so that one multiplication makes all three.
final class MiniLMWeights: @unchecked Sendable {
    // Unchecked: the buffers are filled in `init` and only read afterwards.
    let shape: MiniLMShape
    let layers: [Layer]
    let embeddingNorm: LayerNorm
    /// positions × hidden: the position's embedding plus that of token type 0.
    let positions: FloatBuffer
    private let words: UnsafeRawBufferPointer
    private let file: Safetensors

    /// One transformer layer. Matrices are [in × out].
    struct Layer {
        /// [hidden × 3 · hidden]: query, key, value.
        let attention: Linear
        let attentionOutput: Linear
        let attentionNorm: LayerNorm
        let intermediate: Linear
        let output: Linear
        let outputNorm: LayerNorm
    }

    struct Linear {
        let weight: FloatBuffer
        let bias: FloatBuffer
    }

    /// Reads `model.safetensors` of a BERT encoder with the tensor names of the `transformers` library.
    init(path: String, shape: MiniLMShape = .miniLML6) throws(WeightsError) {
        let file = try Safetensors(path: path)
        let reader = TensorReader(file: file, shape: shape)
        self.file = file
        self.shape = shape
        words = try file.floats(
            named: "embeddings.word_embeddings.weight",
            shape: [shape.vocabulary, shape.hidden]
        )
        positions = try reader.positions()
        embeddingNorm = try reader.norm("embeddings.LayerNorm")
        var layers: [Layer] = []
        for index in 0..<shape.layers { layers.append(try reader.layer("encoder.layer.\(index).")) }
        self.layers = layers
    }

    /// Writes the embedding of a word id, which must be in the vocabulary, to `row` (hidden floats).
    func copyWord(_ id: Int32, to row: UnsafeMutablePointer<Float>) {
        precondition(id >= 0 && id < shape.vocabulary, "token id outside the vocabulary")
        let size = shape.hidden * MemoryLayout<Float>.stride
        UnsafeMutableRawBufferPointer(start: row, count: size)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: words[Int(id) * size..<(Int(id) + 1) * size]))
    }
}
