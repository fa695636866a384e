import Foundation
import Testing

@testable import Embedding

@Suite struct EncoderScratchTests {
    private func batch(_ lengths: [Int]) -> TokenBatch {
        var batch = TokenBatch()
        for (place, length) in lengths.enumerated() {
            batch.append((0..<length).map { Int32(2_000 + $0 * 7) }, place: place)
        }
        return batch
    }

    /// What the largest batch has needed serves all others: nothing is allocated for them.
    @Test(arguments: EncoderPrecision.allCases) func staysWhereItIs(precision: EncoderPrecision) throws {
        let path = try Fixtures.model().appending(path: "model.safetensors").path
        let math = EncoderKernels.best.math(precision)
        let encoder = MiniLMEncoder(weights: try MiniLMWeights(path: path, math: math))
        encoder.pass(batch([130, 20]))
        let scratch = encoder.scratch
        let buffers = [scratch.state, scratch.attention, scratch.context, scratch.intermediate].map(\.floats)
        for lengths in [[1], [8, 8, 8], [150], [75, 75]] {
            encoder.pass(batch(lengths))
            #expect([scratch.state, scratch.attention, scratch.context, scratch.intermediate].map(\.floats) == buffers)
            #expect(scratch.capacity == 150)
        }
        encoder.pass(batch([151]))
        #expect(scratch.capacity == 151)
    }
}
