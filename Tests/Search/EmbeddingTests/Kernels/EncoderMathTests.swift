import Foundation
import TestSupport
import Testing

@testable import Embedding

/// Each set of kernels that this processor has against plain arithmetic in double precision.
@Suite(.serialized) struct EncoderMathTests {
    static let available = EncoderKernels.allCases.filter(\.isAvailable)

    private static func random(_ count: Int, seed: UInt64, within: ClosedRange<Float> = -1...1) -> FloatBuffer {
        var generator = SeededRandom(seed: seed)
        let buffer = FloatBuffer(count: count)
        for index in 0..<count { buffer.floats[index] = Float.random(in: within, using: &generator) }
        return buffer
    }

    @Test(arguments: available, [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 33, 129])
    func linearLayersAgreeWithPlainArithmetic(kernels: EncoderKernels, rows: Int) {
        let (inputs, outputs) = (80, 96)
        let weights = Self.random(inputs * outputs, seed: 1)
        let bias = Self.random(outputs, seed: 2)
        let x = Self.random(rows * inputs, seed: 3)
        let memory = FloatBuffer(count: inputs * outputs)
        let layer = kernels.math().layer(weights: weights, bias: bias, inputs: inputs, outputs: outputs, in: memory)
        let scratch = FloatBuffer(count: 0)
        for step in [LinearStep.nothing, .gelu, .add] {
            let y = Self.random(rows * outputs, seed: 4)
            let before = Self.random(rows * outputs, seed: 4)
            kernels.math().apply(layer, to: x.floats, rows: rows, then: step, into: y.floats, scratch: scratch)
            for row in 0..<rows {
                // Every lane of every vector comes up, each in some of the rows.
                for column in stride(from: rows > 9 ? row % 7 : 0, to: outputs, by: rows > 9 ? 7 : 1) {
                    var sum = Double(bias.floats[column])
                    for k in 0..<inputs {
                        sum += Double(x.floats[row * inputs + k]) * Double(weights.floats[column * inputs + k])
                    }
                    let expected =
                        switch step {
                        case .nothing: sum
                        case .gelu: sum / 2 * (1 + erf(sum / 2.0.squareRoot()))
                        case .add: sum + Double(before.floats[row * outputs + column])
                        }
                    #expect(abs(Double(y.floats[row * outputs + column]) - expected) < 2e-5)
                }
            }
        }
    }

    /// Rounding to 12 bits of the largest number in a row and in an output's weights, and no other error.
    @Test(arguments: available.filter { $0 != .blas }, [1, 7, 8, 17, 129])
    func linearLayersOf16Bits(kernels: EncoderKernels, rows: Int) {
        let (inputs, outputs, math) = (96, 48, kernels.math(.int16))
        let weights = Self.random(inputs * outputs, seed: 1)
        // The extremes in every place: nothing may overflow.
        for index in 0..<inputs { weights.floats[index] = 1 }
        let bias = Self.random(outputs, seed: 2)
        let x = Self.random(rows * inputs, seed: 3)
        for index in 0..<inputs { x.floats[index] = index % 2 == 0 ? -1e6 : -0.99e6 }
        let memory = FloatBuffer(count: math.layerSize(inputs: inputs, outputs: outputs))
        let scratch = Self.random(math.layerScratch(inputs: inputs), seed: 4)
        let layer = math.layer(weights: weights, bias: bias, inputs: inputs, outputs: outputs, in: memory)
        let y = Self.random(rows * outputs, seed: 5)
        math.apply(layer, to: x.floats, rows: rows, then: .nothing, into: y.floats, scratch: scratch)
        for row in 0..<rows {
            for column in 0..<outputs {
                var sum = Double(bias.floats[column])
                for k in 0..<inputs {
                    sum += Double(x.floats[row * inputs + k]) * Double(weights.floats[column * inputs + k])
                }
                let size = row == 0 ? 1e6 : 1.0
                #expect(abs(Double(y.floats[row * outputs + column]) - sum) < 1e-2 * size)
            }
        }
    }

    /// A layer that hands its input through shows the GELU by itself.
    @Test(arguments: available) func geluIsTheExactOne(kernels: EncoderKernels) {
        let size = 96
        let (weights, bias) = (FloatBuffer(count: size * size), FloatBuffer(count: size))
        for index in 0..<size { weights.floats[index * size + index] = 1 }
        let memory = FloatBuffer(count: size * size)
        let layer = kernels.math().layer(weights: weights, bias: bias, inputs: size, outputs: size, in: memory)
        let scratch = FloatBuffer(count: 0)
        let (x, y) = (FloatBuffer(count: 40 * size), FloatBuffer(count: 40 * size))
        for index in 0..<x.count { x.floats[index] = Float(index - x.count / 2) * 0.0071 }
        kernels.math().apply(layer, to: x.floats, rows: 40, then: .gelu, into: y.floats, scratch: scratch)
        for index in 0..<x.count {
            let value = Double(x.floats[index])
            let expected = value / 2 * (1 + erf(value / 2.0.squareRoot()))
            #expect(abs(Double(y.floats[index]) - expected) <= 3e-7 * max(1, abs(value)))
        }
    }

    @Test(arguments: available) func layerNormAgreesWithPlainArithmetic(kernels: EncoderKernels) {
        let width = 64
        let norm = LayerNorm(weight: Self.random(width, seed: 5), bias: Self.random(width, seed: 6), epsilon: 1e-12)
        let (rows, before) = (Self.random(3 * width, seed: 7), Self.random(3 * width, seed: 7))
        kernels.math().normalise(rows.floats, count: 3, width: width, with: norm)
        for row in 0..<3 {
            let values = (0..<width).map { Double(before.floats[row * width + $0]) }
            let mean = values.reduce(0, +) / Double(width)
            let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width)).squareRoot()
            for column in 0..<width {
                let expected =
                    (values[column] - mean) / deviation * Double(norm.weight.floats[column])
                    + Double(norm.bias.floats[column])
                #expect(abs(Double(rows.floats[row * width + column]) - expected) < 1e-5)
            }
        }
    }

    @Test(arguments: available, [1, 2, 7, 8, 9, 16, 17, 31, 33, 65, 256])
    func attentionAgreesWithPlainArithmetic(kernels: EncoderKernels, tokens: Int) {
        var shape = MiniLMShape()
        (shape.hidden, shape.heads) = (64, 2)
        let input = Self.random(tokens * 3 * shape.hidden, seed: 8, within: -3...3)
        let output = FloatBuffer(count: tokens * shape.hidden)
        // Whatever an earlier text has left there must not count.
        let scratch = Self.random(kernels.math().attentionScratch(shape), seed: 9, within: -1e30...1e30)
        kernels.math().attend(input.floats, tokens: tokens, shape: shape, into: output.floats, scratch: scratch)
        for head in 0..<shape.heads {
            func value(_ token: Int, _ part: Int, _ index: Int) -> Double {
                Double(input.floats[(token * 3 + part) * shape.hidden + head * shape.headWidth + index])
            }
            for query in Set([0, tokens / 2, tokens - 1]) {
                let scores = (0..<tokens).map { key in
                    (0..<32).reduce(0) { $0 + value(query, 0, $1) * value(key, 1, $1) } / 32.0.squareRoot()
                }
                let top = scores.max() ?? 0
                let powers = scores.map { exp($0 - top) }
                let total = powers.reduce(0, +)
                for index in 0..<32 {
                    let expected = (0..<tokens).reduce(0) { $0 + powers[$1] * value($1, 2, index) } / total
                    let found = Double(output.floats[query * shape.hidden + head * 32 + index])
                    #expect(abs(found - expected) < 1e-5)
                }
            }
        }
    }

    @Test(arguments: available) func poolingAgreesWithPlainArithmetic(kernels: EncoderKernels) {
        let rows = Self.random(5 * 32, seed: 10)
        var vector = [Float](repeating: 0, count: 32)
        vector.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            kernels.math().pool(rows.floats, count: 5, width: 32, into: base)
        }
        let sums = (0..<32).map { column in (0..<5).reduce(0) { $0 + Double(rows.floats[$1 * 32 + column]) } }
        let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
        for (found, sum) in zip(vector, sums) { #expect(abs(Double(found) - sum / length) < 1e-6) }
    }
}
