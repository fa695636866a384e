import Foundation
import Testing

@testable import Embedding

@Suite struct KernelTests {
    @Test func exponentialIsAccurateToTheLastBits() {
        for step in stride(from: Float(-79.9), through: 88, by: 0.0137) {
            let expected = Foundation.exp(Double(step))
            #expect(abs(Double(exponential(Lane(repeating: step))[5]) - expected) <= 3e-7 * expected)
        }
    }

    @Test(arguments: [-80.5, -1e10, -.greatestFiniteMagnitude, -.infinity] as [Float])
    func exponentialOfVeryLowArgumentsIsNextToNothing(argument: Float) {
        let value = exponential(Lane(repeating: argument))[0]
        #expect(value > 0 && value < 2e-35)
    }

    @Test func geluIsTheExactOne() {
        for step in stride(from: Float(-12), through: 12, by: 0.0071) {
            let x = Double(step)
            let expected = x / 2 * (1 + Foundation.erf(x / 2.0.squareRoot()))
            let value = Double(gelu(Lane(repeating: step))[15])
            #expect(abs(value - expected) <= 1e-7 * max(1, abs(x)) + 2e-7)
        }
    }

    @Test func softmaxIgnoresThePadding() {
        let buffer = FloatBuffer(count: 2 * 32)
        let scores: [Float] = (0..<19).map { Float($0) * 0.37 - 3 }
        for row in 0..<2 {
            for column in 0..<32 {
                buffer.floats[row * 32 + column] = column < 19 ? scores[column] + Float(row * 50) : 99
            }
        }
        softmax(buffer.floats, count: 2, length: 19, width: 2)
        let powers = scores.map { Foundation.exp(Double($0)) }
        let total = powers.reduce(0, +)
        for row in 0..<2 {
            for column in 0..<19 {
                #expect(abs(Double(buffer.floats[row * 32 + column]) - powers[column] / total) < 1e-6)
            }
            for column in 19..<32 { #expect(buffer.floats[row * 32 + column] < 1e-30) }
        }
    }
}
