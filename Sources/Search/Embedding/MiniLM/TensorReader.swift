/// Reads an encoder's tensors from a file.
struct TensorReader {
    let file: any TensorSource
    let shape: MiniLMShape
    let math: any EncoderMath

    func positions() throws(WeightsError) -> FloatBuffer {
        let positions = try file.copy(
            named: "embeddings.position_embeddings.weight",
            shape: [shape.positions, shape.hidden]
        )
        let types = try file.copy(named: "embeddings.token_type_embeddings.weight", shape: [2, shape.hidden])
        for row in 0..<shape.positions {
            for column in 0..<shape.hidden {
                positions.floats[row * shape.hidden + column] += types.floats[column]
            }
        }
        withExtendedLifetime(types) {}
        return positions
    }

    /// All layers. Their matrices are contiguous in the order in which a pass reads them, so that prefetching past the
    /// end of one reaches the next.
    func layers() throws(WeightsError) -> [MiniLMWeights.Layer] {
        let (hidden, wide) = (shape.hidden, shape.feedForward)
        let sizes = [(hidden, 3 * hidden), (hidden, hidden), (hidden, wide), (wide, hidden)]
            .map { math.layerSize(inputs: $0.0, outputs: $0.1) }
        let memory = FloatBuffer.together((0..<shape.layers).flatMap { _ in sizes })
        var layers: [MiniLMWeights.Layer] = []
        for index in 0..<shape.layers {
            layers.append(try layer("encoder.layer.\(index).", in: Array(memory[index * 4..<index * 4 + 4])))
        }
        return layers
    }

    private func layer(_ prefix: String, in memory: [FloatBuffer]) throws(WeightsError) -> MiniLMWeights.Layer {
        let attention = prefix + "attention."
        return MiniLMWeights.Layer(
            attention: try sideBySide(
                ["query", "key", "value"].map { attention + "self." + $0 },
                from: shape.hidden,
                to: shape.hidden,
                in: memory[0]
            ),
            attentionOutput: try sideBySide(
                [attention + "output.dense"],
                from: shape.hidden,
                to: shape.hidden,
                in: memory[1]
            ),
            attentionNorm: try norm(attention + "output.LayerNorm"),
            intermediate: try sideBySide(
                [prefix + "intermediate.dense"],
                from: shape.hidden,
                to: shape.feedForward,
                in: memory[2]
            ),
            output: try sideBySide(
                [prefix + "output.dense"],
                from: shape.feedForward,
                to: shape.hidden,
                in: memory[3]
            ),
            outputNorm: try norm(prefix + "output.LayerNorm")
        )
    }

    func norm(_ name: String) throws(WeightsError) -> LayerNorm {
        LayerNorm(
            weight: try file.copy(named: name + ".weight", shape: [shape.hidden]),
            bias: try file.copy(named: name + ".bias", shape: [shape.hidden]),
            epsilon: shape.epsilon
        )
    }

    /// Joins linear layers that have the same input into one, with their outputs side by side.
    private func sideBySide(
        _ names: [String],
        from: Int,
        to: Int,
        in memory: FloatBuffer
    ) throws(WeightsError) -> Linear {
        let width = names.count * to
        let weights = FloatBuffer(count: from * width)
        let bias = FloatBuffer(count: width)
        for (index, name) in names.enumerated() {
            let part = try file.copy(named: name + ".weight", shape: [to, from])
            let partBias = try file.copy(named: name + ".bias", shape: [to])
            (weights.floats + index * to * from).update(from: part.floats, count: to * from)
            (bias.floats + index * to).update(from: partBias.floats, count: to)
            withExtendedLifetime((part, partBias)) {}
        }
        return math.layer(weights: weights, bias: bias, inputs: from, outputs: width, in: memory)
    }
}
