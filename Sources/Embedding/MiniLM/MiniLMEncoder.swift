/// The forward pass of a BERT encoder with mean pooling, on one thread.
///
/// Reimers & Gurevych, "Sentence-BERT" (2019) on MiniLM (Wang et al., 2020). All texts of a batch stand in one tall
/// matrix [tokens × hidden] without padding; only attention looks at texts one by one.
final class MiniLMEncoder {
    private let weights: MiniLMWeights
    private let shape: MiniLMShape
    private let scratch: EncoderScratch
    private let hiddenLanes: Int

    init(weights: MiniLMWeights) {
        _ = BLAS.useCallingThreadOnly
        self.weights = weights
        shape = weights.shape
        scratch = EncoderScratch(shape: weights.shape)
        hiddenLanes = weights.shape.hidden / Lane.scalarCount
    }

    /// One L2-normalised vector per text. Texts have 1 to `maximumTokens` ids, all within the vocabulary.
    func encode(_ batch: TokenBatch) -> [[Float]] {
        let tokens = batch.ids.count
        guard tokens > 0 else { return [] }
        scratch.reserve(tokens: tokens)
        embed(batch)
        for layer in weights.layers {
            attend(batch, layer)
            feedForward(tokens, layer)
        }
        return batch.texts.map(pooled)
    }

    /// state = norm(word + position + type)
    private func embed(_ batch: TokenBatch) {
        let state = scratch.state.floats
        for text in batch.texts {
            precondition(text.count <= shape.maximumTokens, "more tokens than the encoder takes")
            for (position, token) in text.enumerated() {
                let row = state + token * shape.hidden
                weights.copyWord(batch.ids[token], to: row)
                let offsets = (weights.positions.floats + position * shape.hidden).lanes
                for lane in 0..<hiddenLanes { row.lanes[lane] += offsets[lane] }
                weights.embeddingNorm.apply(to: row.lanes, width: hiddenLanes)
            }
        }
    }

    /// state = norm(state + output(softmax(Q·Kᵀ / √width) · V))
    private func attend(_ batch: TokenBatch, _ layer: MiniLMWeights.Layer) {
        let tokens = batch.ids.count
        apply(
            layer.attention,
            to: scratch.state,
            into: scratch.attention,
            tokens: tokens,
            in: shape.hidden,
            out: 3 * shape.hidden
        )
        addBias(scratch.attention.lanes, bias: layer.attention.bias.lanes, count: tokens, width: 3 * hiddenLanes)
        for text in batch.texts {
            for head in 0..<shape.heads { attend(text, head: head) }
        }
        apply(
            layer.attentionOutput,
            to: scratch.context,
            into: scratch.update,
            tokens: tokens,
            in: shape.hidden,
            out: shape.hidden
        )
        layer.attentionNorm.addAndApply(
            scratch.update.lanes,
            updateBias: layer.attentionOutput.bias.lanes,
            to: scratch.state.lanes,
            count: tokens,
            width: hiddenLanes
        )
    }

    private func attend(_ text: Range<Int>, head: Int) {
        let stride = 3 * shape.hidden
        let query = scratch.attention.floats + text.lowerBound * stride + head * shape.headWidth
        let width = EncoderScratch.lanes(in: text.count)
        let scoreStride = width * Lane.scalarCount
        BLAS.multiplyTransposed(
            .init(query, stride: stride),
            .init(query + shape.hidden, stride: stride),
            into: scratch.scores.floats,
            stride: scoreStride,
            m: text.count,
            n: text.count,
            k: shape.headWidth,
            scale: 1 / Float(shape.headWidth).squareRoot()
        )
        softmax(scratch.scores.floats, count: text.count, length: text.count, width: width)
        BLAS.multiply(
            .init(scratch.scores.floats, stride: scoreStride),
            .init(query + 2 * shape.hidden, stride: stride),
            into: scratch.context.floats + text.lowerBound * shape.hidden + head * shape.headWidth,
            stride: shape.hidden,
            m: text.count,
            n: shape.headWidth,
            k: text.count
        )
    }

    /// state = norm(state + output(gelu(intermediate(state))))
    private func feedForward(_ tokens: Int, _ layer: MiniLMWeights.Layer) {
        apply(
            layer.intermediate,
            to: scratch.state,
            into: scratch.intermediate,
            tokens: tokens,
            in: shape.hidden,
            out: shape.feedForward
        )
        addBiasGELU(
            scratch.intermediate.lanes,
            bias: layer.intermediate.bias.lanes,
            count: tokens,
            width: shape.feedForward / Lane.scalarCount
        )
        apply(
            layer.output,
            to: scratch.intermediate,
            into: scratch.update,
            tokens: tokens,
            in: shape.feedForward,
            out: shape.hidden
        )
        layer.outputNorm.addAndApply(
            scratch.update.lanes,
            updateBias: layer.output.bias.lanes,
            to: scratch.state.lanes,
            count: tokens,
            width: hiddenLanes
        )
    }

    /// y = x · W, without the bias, which the following kernel adds.
    private func apply(
        _ linear: MiniLMWeights.Linear,
        to x: FloatBuffer,
        into y: FloatBuffer,
        tokens: Int,
        in width: Int,
        out height: Int
    ) {
        BLAS.multiply(
            .init(x.floats, stride: width),
            .init(linear.weight.floats, stride: height),
            into: y.floats,
            stride: height,
            m: tokens,
            n: height,
            k: width
        )
    }

    /// The mean of a text's rows, scaled to length 1.
    private func pooled(_ text: Range<Int>) -> [Float] {
        let rows = scratch.state.lanes + text.lowerBound * hiddenLanes
        var squares = Lane.zero
        let sums = scratch.update.lanes
        for lane in 0..<hiddenLanes {
            var sum = Lane.zero
            for row in 0..<text.count { sum += rows[row * hiddenLanes + lane] }
            sums[lane] = sum / Float(text.count)
            squares += sums[lane] * sums[lane]
        }
        let length = max(squares.sum().squareRoot(), .leastNormalMagnitude)
        return [Float](unsafeUninitializedCapacity: shape.hidden) { vector, count in
            for index in 0..<shape.hidden { vector[index] = scratch.update.floats[index] / length }
            count = shape.hidden
        }
    }
}
