/// The steps of an encoder's pass that take time, each on the calling thread. All rows are aligned to 64 bytes and lie
/// one after the other.
protocol EncoderMath: Sendable {
    /// Floats of memory that a layer's weights take.
    func layerSize(inputs: Int, outputs: Int) -> Int

    /// Lays PyTorch's weights [outputs × inputs] out in `memory` of `layerSize`, as this code reads them.
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

    /// Floats that `apply` needs as scratch for layers of up to so many inputs.
    func layerScratch(inputs: Int) -> Int

    func normalise(_ rows: UnsafeMutablePointer<Float>, count: Int, width: Int, with norm: LayerNorm)

    /// context = softmax(Q · Kᵀ / √width) · V for each head of one text of at most `shape.maximumTokens`.
    func attend(
        _ queriesKeysValues: UnsafePointer<Float>,
        tokens: Int,
        shape: MiniLMShape,
        into context: UnsafeMutablePointer<Float>,
        scratch: FloatBuffer
    )

    /// Floats that `attend` needs as scratch.
    func attentionScratch(_ shape: MiniLMShape) -> Int

    /// The mean of `count` rows, scaled to length 1.
    func pool(_ rows: UnsafePointer<Float>, count: Int, width: Int, into vector: UnsafeMutablePointer<Float>)
}

/// What follows a linear layer.
enum LinearStep {
    case nothing
    case gelu
    /// The output is added to what is there: a residual connection.
    case add
}

/// A linear layer in memory, laid out for the `EncoderMath` that made it.
struct Linear {
    let weight: FloatBuffer
    let bias: FloatBuffer
    let inputs: Int
    let outputs: Int
    /// Of weights that are rounded to 16 bits.
    var rounding: Rounding?

    struct Rounding {
        /// What a unit of an output's weights is worth.
        let scales: FloatBuffer
        /// Inputs are rounded to as many steps on either side of zero.
        let steps: Int32
    }
}

/// How exactly an encoder computes.
public enum EncoderPrecision: String, CaseIterable, Encodable, Sendable {
    /// As the model was trained.
    case float32
    /// Weights and inputs of the linear layers rounded to 12 bits and more, added up without rounding: about twice as
    /// fast with half the memory, vectors the same to a cosine of 0.9999. Where the processor has no kernels for it,
    /// it is `float32`.
    case int16
}

/// Scale and shift of one LayerNorm.
struct LayerNorm {
    let weight: FloatBuffer
    let bias: FloatBuffer
    /// Added to the variance.
    let epsilon: Float
}
