import CEncoderKernels

/// The kernels of `CEncoderKernels`: weights are packed in panels, and the other steps are fused into the
/// multiplications.
struct PackedMath: EncoderMath, @unchecked Sendable {
    // Unchecked: points to a constant table of functions.
    let kernels: OpaquePointer
    let precision: EncoderPrecision

    func layerSize(inputs: Int, outputs: Int) -> Int {
        precision == .int16 ? inputs * outputs / 2 : inputs * outputs
    }

    func layerScratch(inputs: Int) -> Int {
        precision == .int16 ? ek_linear16_scratch(inputs) / MemoryLayout<Float>.stride : 0
    }

    func layer(weights: FloatBuffer, bias: FloatBuffer, inputs: Int, outputs: Int, in memory: FloatBuffer) -> Linear {
        precondition(outputs % Int(EK_PANEL) == 0, "outputs that don't fill panels")
        var layer = Linear(weight: memory, bias: bias, inputs: inputs, outputs: outputs)
        switch precision {
        case .float32: ek_pack(weights.floats, outputs, inputs, memory.floats)
        case .int16:
            precondition(inputs % 32 == 0, "inputs that don't fill vectors of 16 bits")
            let scales = FloatBuffer(count: outputs)
            let codes = UnsafeMutableRawPointer(memory.floats).assumingMemoryBound(to: Int16.self)
            let maxCode = ek_pack16(weights.floats, outputs, inputs, codes, scales.floats)
            layer.rounding = Linear.Rounding(scales: scales, maxCode: maxCode)
        }
        return layer
    }

    func apply(
        _ layer: Linear,
        to x: UnsafePointer<Float>,
        rows: Int,
        then step: LinearStep,
        into y: UnsafeMutablePointer<Float>,
        scratch: FloatBuffer
    ) {
        let after =
            switch step {
            case .nothing: ek_plain
            case .gelu: ek_gelu
            case .add: ek_add
            }
        guard let rounding = layer.rounding else {
            var call = ek_layer(
                packed: layer.weight.floats,
                bias: layer.bias.floats,
                inputs: layer.inputs,
                outputs: layer.outputs
            )
            return ek_linear(kernels, &call, x, rows, after, y)
        }
        var call = ek_layer16(
            packed: UnsafeRawPointer(layer.weight.floats).assumingMemoryBound(to: Int16.self),
            scales: rounding.scales.floats,
            bias: layer.bias.floats,
            inputs: layer.inputs,
            outputs: layer.outputs,
            max_code: rounding.maxCode
        )
        ek_linear16(kernels, &call, x, rows, after, y, scratch.floats)
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
        ek_attention_scratch(shape.maxTokens)
    }

    func pool(_ rows: UnsafePointer<Float>, count: Int, width: Int, into vector: UnsafeMutablePointer<Float>) {
        ek_pool(kernels, rows, count, width, vector)
    }
}
