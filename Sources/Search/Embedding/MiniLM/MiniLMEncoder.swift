/// The forward pass of a BERT encoder with mean pooling, on one thread.
///
/// Reimers & Gurevych, "Sentence-BERT" (2019) on MiniLM (Wang et al., 2020). The texts of a batch form one tall
/// matrix [tokens × hidden] without padding. Only attention treats them one by one.
final class MiniLMEncoder {
    private let weights: MiniLMWeights
    private let shape: MiniLMShape
    let scratch: EncoderScratch
    private var math: any EncoderMath { weights.math }

    init(weights: MiniLMWeights) {
        self.weights = weights
        shape = weights.shape
        scratch = EncoderScratch(shape: weights.shape, math: weights.math)
    }

    /// One L2-normalised vector per text. Texts have 1 to `maxTokens` ids, all within the vocabulary.
    func encode(_ batch: TokenBatch) -> [[Float]] {
        pass(batch)
        return vectors(of: batch)
    }

    /// The vectors of the batch that was passed last.
    func vectors(of batch: TokenBatch) -> [[Float]] {
        batch.texts.map { text in
            [Float](unsafeUninitializedCapacity: shape.hidden) { vector, count in
                guard let base = vector.baseAddress else { return }
                pool(text, into: base)
                count = shape.hidden
            }
        }
    }

    /// Makes room, so that `pass` allocates nothing.
    func reserve(for batch: TokenBatch) { scratch.reserve(tokens: batch.ids.count) }

    /// Leaves the batch's last hidden state in the scratch memory. Allocates only if the batch is larger than all before.
    func pass(_ batch: TokenBatch) {
        reserve(for: batch)
        embed(batch)
        for layer in weights.layers {
            attend(batch, layer)
            feedForward(batch.ids.count, layer)
        }
    }

    /// Writes the vector of one text of the last batch.
    func pool(_ text: Range<Int>, into vector: UnsafeMutablePointer<Float>) {
        let rows = scratch.state.floats + text.lowerBound * shape.hidden
        math.pool(rows, count: text.count, width: shape.hidden, into: vector)
    }

    /// state = norm(word + position + type)
    private func embed(_ batch: TokenBatch) {
        for text in batch.texts {
            precondition(text.count <= shape.maxTokens, "more tokens than the encoder takes")
            for (position, token) in text.enumerated() {
                let row = scratch.state.floats + token * shape.hidden
                weights.copyWord(batch.ids[token], to: row)
                let offsets = (weights.positions.floats + position * shape.hidden).lanes
                for lane in 0..<shape.hidden / Lane.scalarCount { row.lanes[lane] += offsets[lane] }
            }
        }
        normalise(batch.ids.indices, weights.embeddingNorm)
    }

    /// state = norm(state + output(softmax(Q·Kᵀ / √width) · V))
    private func attend(_ batch: TokenBatch, _ layer: MiniLMWeights.Layer) {
        let (state, attention, context) = (scratch.state.floats, scratch.attention.floats, scratch.context.floats)
        let tokens = batch.ids.count
        apply(layer.attention, to: state, rows: tokens, then: .nothing, into: attention)
        for text in batch.texts {
            math.attend(
                attention + text.lowerBound * 3 * shape.hidden,
                tokens: text.count,
                shape: shape,
                into: context + text.lowerBound * shape.hidden,
                scratch: scratch.scores
            )
        }
        apply(layer.attentionOutput, to: context, rows: tokens, then: .add, into: state)
        normalise(0..<tokens, layer.attentionNorm)
    }

    /// state = norm(state + output(gelu(intermediate(state)))), in blocks of rows that stay in the cache.
    private func feedForward(_ tokens: Int, _ layer: MiniLMWeights.Layer) {
        let blocks = (tokens + EncoderScratch.blockRows - 1) / EncoderScratch.blockRows
        for block in 0..<blocks {
            let rows = tokens * block / blocks..<tokens * (block + 1) / blocks
            let state = scratch.state.floats + rows.lowerBound * shape.hidden
            let intermediate = scratch.intermediate.floats
            apply(layer.intermediate, to: state, rows: rows.count, then: .gelu, into: intermediate)
            apply(layer.output, to: intermediate, rows: rows.count, then: .add, into: state)
            normalise(rows, layer.outputNorm)
        }
    }

    private func apply(
        _ layer: Linear,
        to x: UnsafePointer<Float>,
        rows: Int,
        then step: LinearStep,
        into y: UnsafeMutablePointer<Float>
    ) {
        math.apply(layer, to: x, rows: rows, then: step, into: y, scratch: scratch.rounded)
    }

    private func normalise(_ rows: Range<Int>, _ norm: LayerNorm) {
        let state = scratch.state.floats + rows.lowerBound * shape.hidden
        math.normalise(state, count: rows.count, width: shape.hidden, with: norm)
    }
}
