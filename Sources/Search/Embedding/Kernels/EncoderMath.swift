/// The expensive steps of an encoder's pass. Each runs on the calling thread. Rows are contiguous and aligned to 64
/// bytes.
protocol EncoderMath: Sendable {
    /// The size of a layer's weights in memory, in floats.
    func layerSize(inputs: Int, outputs: Int) -> Int

    /// Writes PyTorch's weights [outputs × inputs] into `memory`, which has room for `layerSize` floats, in the layout
    /// that this implementation reads.
    func layer(weights: FloatBuffer, bias: FloatBuffer, inputs: Int, outputs: Int, in memory: FloatBuffer) -> Linear

    /// y = x · W + bias, then `step`.
    func apply(
        _ layer: Linear,
        to x: UnsafePointer<Float>,
        rows: Int,
        then step: LinearStep,
        into y: UnsafeMutablePointer<Float>,
        scratch: FloatBuffer
    )

    /// The scratch memory that `apply` needs for layers of up to `inputs` inputs, in floats.
    func layerScratch(inputs: Int) -> Int

    func normalise(_ rows: UnsafeMutablePointer<Float>, count: Int, width: Int, with norm: LayerNorm)

    /// context = softmax(Q · Kᵀ / √width) · V for each head of one text of at most `shape.maxTokens`.
    func attend(
        _ queriesKeysValues: UnsafePointer<Float>,
        tokens: Int,
        shape: MiniLMShape,
        into context: UnsafeMutablePointer<Float>,
        scratch: FloatBuffer
    )

    /// The scratch memory that `attend` needs, in floats.
    func attentionScratch(_ shape: MiniLMShape) -> Int

    /// The mean of `count` rows, scaled to length 1.
    func pool(_ rows: UnsafePointer<Float>, count: Int, width: Int, into vector: UnsafeMutablePointer<Float>)
}

/// What follows a linear layer.
enum LinearStep {
    case nothing
    case gelu
    /// The output is added to the destination: a residual connection.
    case add
}

/// A linear layer in memory, laid out for the `EncoderMath` that made it.
struct Linear {
    let weight: FloatBuffer
    let bias: FloatBuffer
    let inputs: Int
    let outputs: Int
    /// Set if the weights are rounded to 16 bits.
    var rounding: Rounding?

    struct Rounding {
        /// The value of one unit of each output's weights.
        let scales: FloatBuffer
        /// Inputs are rounded to `-maxCode...maxCode`.
        let maxCode: Int32
    }
}

/// How exactly an encoder computes.
public enum EncoderPrecision: String, CaseIterable, Encodable, Sendable {
    /// As the model was trained.
    case float32
    /// Weights and inputs of the linear layers rounded to 12 bits and more, added up without rounding: about twice as
    /// fast with half the memory; vectors are the same to a cosine of 0.9999. On a processor without kernels for it,
    /// `float32` is used.
    case int16
}

/// Scale and shift of one LayerNorm.
struct LayerNorm {
    let weight: FloatBuffer
    let bias: FloatBuffer
    /// Added to the variance.
    let epsilon: Float
}
