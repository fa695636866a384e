/// Finds MiniLM's parts in a safetensors file by their names.
struct TensorReader {
    let file: Safetensors
    let shape: MiniLMShape

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
        return positions
    }

    func layer(_ prefix: String) throws(WeightsError) -> MiniLMWeights.Layer {
        let attention = prefix + "attention."
        return MiniLMWeights.Layer(
            attention: try stacked(["query", "key", "value"].map { attention + "self." + $0 }),
            attentionOutput: try linear(attention + "output.dense", from: shape.hidden, to: shape.hidden),
            attentionNorm: try norm(attention + "output.LayerNorm"),
            intermediate: try linear(prefix + "intermediate.dense", from: shape.hidden, to: shape.feedForward),
            output: try linear(prefix + "output.dense", from: shape.feedForward, to: shape.hidden),
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

    private func linear(_ name: String, from: Int, to: Int) throws(WeightsError) -> MiniLMWeights.Linear {
        MiniLMWeights.Linear(
            weight: try file.copy(named: name + ".weight", shape: [to, from]),
            bias: try file.copy(named: name + ".bias", shape: [to])
        )
    }

    /// Square layers of the hidden size, one below the other.
    private func stacked(_ names: [String]) throws(WeightsError) -> MiniLMWeights.Linear {
        let square = shape.hidden * shape.hidden
        let weight = FloatBuffer(count: names.count * square)
        let bias = FloatBuffer(count: names.count * shape.hidden)
        for (index, name) in names.enumerated() {
            let part = try linear(name, from: shape.hidden, to: shape.hidden)
            (weight.floats + index * square).update(from: part.weight.floats, count: square)
            (bias.floats + index * shape.hidden).update(from: part.bias.floats, count: shape.hidden)
        }
        return MiniLMWeights.Linear(weight: weight, bias: bias)
    }
}
