import CVectorKernels
import TestSupport
import Testing

@testable import VectorSearch

/// Every instruction set that this processor has computes what the plain loops do.
@Suite struct KernelTests {
    static let available = ["avx512", "avx2", "plain"].compactMap { Kernels(named: $0) }

    @Test func theBestIsOneOfThem() {
        #expect(Self.available.map(\.description).contains(Kernels.best.description))
        #expect(Kernels(named: "abacus") == nil)
    }

    @Test(arguments: available) func sumsOfCodesAreTheSameIntegers(kernels: Kernels) {
        var generator = SeededRandom(seed: 5)
        for groups in Array(1...70) + [95, 96, 97, 192, 300] {
            let count = Int.random(in: 1...8, using: &generator)
            // Extremes too, where 16-bit sums would overflow.
            let isExtreme = groups.isMultiple(of: 3)
            let block = (0..<groups * 64).map { _ in
                isExtreme ? UInt8(255) : UInt8.random(in: 0...255, using: &generator)
            }
            let queries = (0..<groups * 4 * count).map { _ in
                isExtreme
                    ? Bool.random(using: &generator) ? Int8(127) : -128 : Int8.random(in: -128...127, using: &generator)
            }
            var sums = [Int32](repeating: -1, count: count * 16)
            vk_block_dots(kernels.pointer, block, UInt32(groups), queries, UInt32(count), &sums)
            for query in 0..<count {
                for row in 0..<16 {
                    var expected = 0
                    for index in 0..<groups * 4 {
                        let code = Int(block[index / 4 * 64 + row * 4 + index % 4])
                        expected += code * Int(queries[query * groups * 4 + index])
                    }
                    #expect(Int(sums[query * 16 + row]) == expected)
                }
            }
        }
    }

    @Test(arguments: available) func scoresHaveTheSameBits(kernels: Kernels) throws {
        let plain = try #require(Kernels(named: "plain"))
        var generator = SeededRandom(seed: 6)
        for dimension in Array(1...130) + [383, 384, 385, 768, 1536] {
            let a = (0..<dimension).map { _ in Float.random(in: -1...1, using: &generator) }
            let b = (0..<dimension).map { _ in Float.random(in: -1...1, using: &generator) }
            let score = vk_score(kernels.pointer, a, b, UInt32(dimension))
            #expect(score.bitPattern == vk_score(plain.pointer, a, b, UInt32(dimension)).bitPattern)
            let expected = zip(a, b).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
            #expect(abs(Double(score) - expected) < Double(dimension) * 1e-7)
        }
    }

    @Test func aRowIsItsCodesTimesItsScaleWithinItsError() {
        var generator = SeededRandom(seed: 7)
        for dimension in [1, 2, 3, 4, 5, 63, 64, 65, 384] {
            var codes = [UInt8](repeating: 0, count: vk_code_bytes(20, UInt32(dimension)))
            var scales = [Float](repeating: 0, count: 32)
            var errors = scales
            #expect(codes.count == 32 * ((dimension + 3) / 4 * 4))
            let values = (0..<dimension).map { _ in Float.random(in: -1...1, using: &generator) }
            vk_quantise(values, UInt32(dimension), 17, &codes, &scales, &errors)
            let block = codes.dropFirst(codes.count / 2)
            let squares = (0..<dimension).reduce(0.0) { sum, index in
                let code = block[block.startIndex + index / 4 * 64 + 4 + index % 4]
                let error = Double(values[index]) - (Double(code) - 128) * Double(scales[17])
                #expect(abs(error) <= Double(scales[17]) * 0.5001)
                return sum + error * error
            }
            #expect(Double(errors[17]) >= squares.squareRoot())
            #expect(Double(errors[17]) <= squares.squareRoot() * 1.001 + 1e-6)
            #expect(scales[16] == 0 && scales[18] == 0)
        }
    }
}
