/// Multiplies with the machine's BLAS. Everything else is portable SIMD code.
struct BLASMath: EncoderMath {
    init() {
        _ = BLAS.useCallingThreadOnly
    }

    func layerSize(inputs: Int, outputs: Int) -> Int { inputs * outputs }
    func layerScratch(inputs: Int) -> Int { 0 }

    /// PyTorch stores [outputs × inputs]. For a few tokens, BLAS is faster with [inputs × outputs].
    func layer(weights: FloatBuffer, bias: FloatBuffer, inputs: Int, outputs: Int, in memory: FloatBuffer) -> Linear {
        BLAS.transpose(
            .init(weights.floats, stride: inputs),
            into: memory.floats,
            stride: outputs,
            rows: outputs,
            columns: inputs
        )
        return Linear(weight: memory, bias: bias, inputs: inputs, outputs: outputs)
    }

    func apply(
        _ layer: Linear,
        to x: UnsafePointer<Float>,
        rows: Int,
        then step: LinearStep,
        into y: UnsafeMutablePointer<Float>,
        scratch: FloatBuffer
    ) {
        BLAS.multiply(
            .init(x, stride: layer.inputs),
            .init(layer.weight.floats, stride: layer.outputs),
            into: y,
            stride: layer.outputs,
            m: rows,
            n: layer.outputs,
            k: layer.inputs,
            adding: step == .add
        )
        let width = layer.outputs / Lane.scalarCount
        if step == .gelu {
            addBiasGELU(y.lanes, bias: layer.bias.lanes, count: rows, width: width)
        } else {
            addBias(y.lanes, bias: layer.bias.lanes, count: rows, width: width)
        }
    }

    func normalise(_ rows: UnsafeMutablePointer<Float>, count: Int, width: Int, with norm: LayerNorm) {
        for row in 0..<count { norm.apply(to: (rows + row * width).lanes, width: width / Lane.scalarCount) }
    }

    func attend(
        _ queriesKeysValues: UnsafePointer<Float>,
        tokens: Int,
        shape: MiniLMShape,
        into context: UnsafeMutablePointer<Float>,
        scratch: FloatBuffer
    ) {
        let stride = 3 * shape.hidden
        let width = FloatBuffer.lanes(in: tokens)
        let scoreStride = width * Lane.scalarCount
        for head in 0..<shape.heads {
            let query = queriesKeysValues + head * shape.headWidth
            BLAS.multiplyTransposed(
                .init(query, stride: stride),
                .init(query + shape.hidden, stride: stride),
                into: scratch.floats,
                stride: scoreStride,
                m: tokens,
                n: tokens,
                k: shape.headWidth,
                scale: 1 / Float(shape.headWidth).squareRoot()
            )
            softmax(scratch.floats, count: tokens, length: tokens, width: width)
            BLAS.multiply(
                .init(scratch.floats, stride: scoreStride),
                .init(query + 2 * shape.hidden, stride: stride),
                into: context + head * shape.headWidth,
                stride: shape.hidden,
                m: tokens,
                n: shape.headWidth,
                k: tokens
            )
        }
    }

    func attentionScratch(_ shape: MiniLMShape) -> Int {
        shape.maxTokens * FloatBuffer.lanes(in: shape.maxTokens) * Lane.scalarCount
    }

    func pool(_ rows: UnsafePointer<Float>, count: Int, width: Int, into vector: UnsafeMutablePointer<Float>) {
        var squares: Float = 0
        for column in 0..<width {
            var sum: Float = 0
            for row in 0..<count { sum += rows[row * width + column] }
            vector[column] = sum / Float(count)
            squares += vector[column] * vector[column]
        }
        let length = max(squares.squareRoot(), .leastNormalMagnitude)
        for column in 0..<width { vector[column] /= length }
    }
}
