/// The encoder's working memory, kept between passes and grown to the largest batch seen.
final class EncoderScratch {
    /// Rows that go through the feed-forward layers together: what lies between the two stays in the second-level cache.
    static let blockRows = 128

    /// tokens × hidden: the running state.
    private(set) var state = FloatBuffer(count: 0)
    /// tokens × 3·hidden: query, key, value.
    private(set) var attention = FloatBuffer(count: 0)
    /// tokens × hidden: what the heads read out.
    private(set) var context = FloatBuffer(count: 0)
    /// block × feed-forward.
    private(set) var intermediate = FloatBuffer(count: 0)
    /// What attention keeps for one text.
    let scores: FloatBuffer
    /// What a linear layer keeps for one block.
    let rounded: FloatBuffer
    /// Tokens that there is room for.
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
