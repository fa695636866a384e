import CEncoderKernels

/// The kernels of `CEncoderKernels`: weights packed in panels, all else fused into the multiplications.
struct PackedMath: EncoderMath, @unchecked Sendable {
    // Unchecked: points to a constant table of functions.
    let kernels: OpaquePointer

    func layer(weights: FloatBuffer, bias: FloatBuffer, inputs: Int, outputs: Int, in memory: FloatBuffer) -> Linear {
        precondition(outputs % Int(EK_PANEL) == 0, "outputs that don't fill panels")
        ek_pack(weights.floats, outputs, inputs, memory.floats)
        return Linear(weight: memory, bias: bias, inputs: inputs, outputs: outputs)
    }

    func apply(
        _ layer: Linear,
        to x: UnsafePointer<Float>,
        rows: Int,
        then step: LinearStep,
        into y: UnsafeMutablePointer<Float>
    ) {
        var call = ek_layer(
            packed: layer.weight.floats,
            bias: layer.bias.floats,
            inputs: layer.inputs,
            outputs: layer.outputs
        )
        let after =
            switch step {
            case .nothing: ek_plain
            case .gelu: ek_gelu
            case .add: ek_add
            }
        ek_linear(kernels, &call, x, rows, after, y)
    }

    func normalise(_ rows: UnsafeMutablePointer<Float>, count: Int, width: Int, with norm: LayerNorm) {
        var call = ek_norm(weight: norm.weight.floats, bias: norm.bias.floats, epsilon: norm.epsilon)
        ek_normalise(kernels, &call, rows, count, width)
    }

    func attend(
        _ queriesKeysValues: UnsafePointer<Float>,
        tokens: Int,
        shape: MiniLMShape,
        into context: UnsafeMutablePointer<Float>,
        scratch: FloatBuffer
    ) {
        precondition(shape.headWidth == Int(EK_HEAD), "heads of another width")
        ek_attend(kernels, queriesKeysValues, tokens, shape.heads, context, scratch.floats)
    }

    func attentionScratch(_ shape: MiniLMShape) -> Int {
        ek_attention_scratch(shape.maximumTokens)
    }

    func pool(_ rows: UnsafePointer<Float>, count: Int, width: Int, into vector: UnsafeMutablePointer<Float>) {
        ek_pool(kernels, rows, count, width, vector)
    }
}
