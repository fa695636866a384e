/// The encoder's working memory, kept between passes and grown to the largest batch seen.
final class EncoderScratch {
    /// tokens × hidden: the running state.
    private(set) var state = FloatBuffer(count: 0)
    /// tokens × 3·hidden: query, key, value.
    private(set) var attention = FloatBuffer(count: 0)
    /// tokens × hidden: what the heads read out.
    private(set) var context = FloatBuffer(count: 0)
    /// tokens × feed-forward.
    private(set) var intermediate = FloatBuffer(count: 0)
    /// tokens × hidden: what a sub-layer adds to the state.
    private(set) var update = FloatBuffer(count: 0)
    /// One head's scores for one text: tokens × tokens, rows padded to whole lanes.
    let scores: FloatBuffer
    private let shape: MiniLMShape
    private var capacity = 0

    init(shape: MiniLMShape) {
        self.shape = shape
        let row = EncoderScratch.lanes(in: shape.maximumTokens) * Lane.scalarCount
        scores = FloatBuffer(count: shape.maximumTokens * row)
    }

    func reserve(tokens: Int) {
        guard tokens > capacity else { return }
        state = FloatBuffer(count: tokens * shape.hidden)
        attention = FloatBuffer(count: tokens * 3 * shape.hidden)
        context = FloatBuffer(count: tokens * shape.hidden)
        intermediate = FloatBuffer(count: tokens * shape.feedForward)
        update = FloatBuffer(count: tokens * shape.hidden)
        capacity = tokens
    }

    /// Lanes that hold `count` floats.
    static func lanes(in count: Int) -> Int {
        (count + Lane.scalarCount - 1) / Lane.scalarCount
    }
}
