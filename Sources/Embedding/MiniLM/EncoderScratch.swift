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
    let intermediate: FloatBuffer
    /// What attention keeps for one text.
    let scores: FloatBuffer
    private(set) var capacity = 0
    private let shape: MiniLMShape

    init(shape: MiniLMShape, attention floats: Int) {
        self.shape = shape
        intermediate = FloatBuffer(count: Self.blockRows * shape.feedForward)
        scores = FloatBuffer(count: floats)
    }

    func reserve(tokens: Int) {
        guard tokens > capacity else { return }
        state = FloatBuffer(count: tokens * shape.hidden)
        attention = FloatBuffer(count: tokens * 3 * shape.hidden)
        context = FloatBuffer(count: tokens * shape.hidden)
        capacity = tokens
    }
}
