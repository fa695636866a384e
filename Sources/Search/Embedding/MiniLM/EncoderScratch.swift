/// The encoder's working memory, kept between passes and grown to the largest batch seen.
final class EncoderScratch {
    /// Rows that pass through the feed-forward layers together: the intermediate values stay in the second-level cache.
    static let blockRows = 128

    /// tokens × hidden: the running state.
    private(set) var state = FloatBuffer(count: 0)
    /// tokens × 3·hidden: query, key, value.
    private(set) var attention = FloatBuffer(count: 0)
    /// tokens × hidden: the output of the attention heads.
    private(set) var context = FloatBuffer(count: 0)
    /// block × feed-forward.
    private(set) var intermediate = FloatBuffer(count: 0)
    /// Scratch memory of attention, for one text.
    let scores: FloatBuffer
    /// Scratch memory of a linear layer, for one block.
    let rounded: FloatBuffer
    /// In tokens.
    private(set) var capacity = 0
    private let shape: MiniLMShape

    init(shape: MiniLMShape, math: any EncoderMath) {
        self.shape = shape
        scores = FloatBuffer(count: math.attentionScratch(shape))
        rounded = FloatBuffer(count: math.layerScratch(inputs: max(shape.hidden, shape.feedForward)))
    }

    func reserve(tokens: Int) {
        guard tokens > capacity else { return }
        let rows = min(tokens, Self.blockRows)
        let buffers = FloatBuffer.together(
            [tokens * shape.hidden, tokens * 3 * shape.hidden, tokens * shape.hidden, rows * shape.feedForward]
        )
        (state, attention, context, intermediate) = (buffers[0], buffers[1], buffers[2], buffers[3])
        capacity = tokens
    }
}
