/// The dimensions of a MiniLM encoder.
struct MiniLMShape: Sendable {
    var layers = 6
    var hidden = 384
    var heads = 12
    var feedForward = 1536
    var vocabulary = 30_522
    /// Rows of the position table. Texts are cut at `maxTokens`, the length that the model was trained with.
    var positions = 512
    var maxTokens = 256
    var epsilon: Float = 1e-12

    var headWidth: Int { hidden / heads }

    static let miniLML6 = MiniLMShape()
}
