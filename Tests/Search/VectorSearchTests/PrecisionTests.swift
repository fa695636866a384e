import TestSupport
import Testing

@testable import VectorSearch

/// Scanning codes finds exactly what scanning floats finds, with every set of kernels, for one query and for many.
@Suite struct PrecisionTests {
    enum Data: String, CaseIterable {
        case random, clustered, ties, oneHot, negative, almostEqual
    }

    @Test(arguments: KernelTests.available, Data.allCases)
    func bothPrecisionsAgree(kernels: Kernels, data: Data) throws {
        var generator = SeededRandom(seed: 21)
        for dimension in [1, 2, 7, 33, 64, 200] {
            let index = PartitionedIndex(dimension: dimension, rowsPerChunk: 100, kernels: kernels)
            var naive = NaiveIndex()
            let partitions = (0..<7).map(partition)
            for number in 0..<300 {
                // Sizes from one row to nearly all.
                let key = number < 6 ? partitions[number] : partitions[Int.random(in: 4..<7, using: &generator)]
                let vector = Self.vector(data, dimension, &generator)
                try index.set(vector, for: entry(number), in: key)
                naive.set(vector, for: entry(number), in: key)
            }
            let queries = (0..<11).map { _ in Self.vector(data, dimension, &generator) }
            for limit in [1, 10, 299, 300, 4000] {
                let some = limit == 10 ? Array(partitions.dropLast()) : partitions
                let floats = try index.search(queries: queries, in: some, limit: limit, precision: .float32)
                let codes = try index.search(queries: queries, in: some, limit: limit, precision: .int8)
                #expect(floats == codes)
                for (query, expected) in zip(queries, floats).prefix(3) {
                    for precision in Precision.allCases {
                        let one = try index.search(query: query, in: some, limit: limit, precision: precision)
                        #expect(one == expected)
                    }
                    guard limit == 299 else { continue }
                    let truth = naive.search(query: query, in: Set(some), limit: limit)
                    #expect(truth.count == expected.count)
                    #expect(zip(truth, expected).allSatisfy { abs($0.cosine - Double($1.score)) < 1e-5 })
                }
            }
        }
    }

    /// Several threads find what one finds, ties included.
    @Test(arguments: Precision.allCases, Data.allCases) func threadsChangeNothing(precision: Precision, data: Data)
        throws
    {
        var generator = SeededRandom(seed: 24)
        let one = PartitionedIndex(dimension: 20, rowsPerChunk: 32, rowsPerThread: .max)
        let several = PartitionedIndex(dimension: 20, rowsPerChunk: 32, rowsPerThread: 30)
        for number in 0..<500 {
            let vector = Self.vector(data, 20, &generator)
            let key = partition(Int.random(in: 0..<5, using: &generator))
            try one.set(vector, for: entry(number), in: key)
            try several.set(vector, for: entry(number), in: key)
        }
        for limit in [1, 10, 200, 600] {
            let query = Self.vector(data, 20, &generator)
            let expected = try one.search(query: query, limit: limit, precision: precision)
            #expect(try several.search(query: query, limit: limit, precision: precision) == expected)
        }
    }

    @Test(arguments: Precision.allCases) func allSetsOfKernelsGiveTheSameBits(precision: Precision) throws {
        var answers: Set<[Match]> = []
        for kernels in KernelTests.available {
            var generator = SeededRandom(seed: 22)
            let index = PartitionedIndex(dimension: 200, rowsPerChunk: 64, kernels: kernels)
            for number in 0..<500 {
                try index.set(Self.vector(.clustered, 200, &generator), for: entry(number), in: partition(number % 9))
            }
            let query = Self.vector(.clustered, 200, &generator)
            answers.insert(try index.search(query: query, limit: 25, precision: precision))
        }
        #expect(answers.count == 1)
        #expect(answers.first?.count == 25)
    }

    @Test func manyQueriesAtOnceAreAsManySearches() throws {
        var generator = SeededRandom(seed: 23)
        let index = PartitionedIndex(dimension: 48, rowsPerChunk: 64)
        for number in 0..<400 {
            try index.set(Self.vector(.random, 48, &generator), for: entry(number), in: partition(number % 5))
        }
        let queries = (0..<150).map { _ in Self.vector(.random, 48, &generator) }
        let all: [PartitionKey]? = nil
        let answers = try index.search(queries: queries, in: all, limit: 6)
        #expect(answers.count == 150)
        for (query, answer) in zip(queries, answers) {
            #expect(try index.search(query: query, limit: 6) == answer)
        }
        #expect(try index.search(queries: [], in: all, limit: 6).isEmpty)
        #expect(try index.search(queries: queries, in: [partition(77)], limit: 6).allSatisfy(\.isEmpty))
        #expect(throws: VectorError.zero) {
            try index.search(queries: [queries[0], Array(repeating: 0, count: 48)], in: all, limit: 6)
        }
    }

    @Test(arguments: KernelTests.available, Precision.allCases)
    func aFilterIsAskedInEveryScan(kernels: Kernels, precision: Precision) throws {
        var generator = SeededRandom(seed: 24)
        let index = PartitionedIndex(dimension: 20, rowsPerChunk: 50, kernels: kernels)
        for number in 0..<200 {
            try index.set(Self.vector(.random, 20, &generator), for: entry(number), in: partition(number % 3))
        }
        let query = Self.vector(.random, 20, &generator)
        let keys = (0..<3).map(partition)
        let all = try index.search(query: query, in: keys, limit: 200, precision: precision)
        let odd = try index.search(query: query, in: keys, limit: 9, precision: precision) { $0.low % 2 == 1 }
        #expect(odd == Array(all.filter { $0.entry.low % 2 == 1 }.prefix(9)))
    }

    private static func vector(_ data: Data, _ dimension: Int, _ generator: inout SeededRandom) -> [Float] {
        func random(_ range: ClosedRange<Float>) -> [Float] {
            (0..<dimension).map { _ in Float.random(in: range, using: &generator) }
        }
        switch data {
        case .random: return random(-1...1)
        case .negative: return random(-1 ... -0.5)
        case .almostEqual: return random(1...1.0001)
        case .oneHot:
            var vector = [Float](repeating: 0, count: dimension)
            vector[Int.random(in: 0..<dimension, using: &generator)] = Bool.random(using: &generator) ? 1 : -1
            return vector
        case .ties, .clustered:
            var centre = SeededRandom(seed: UInt64.random(in: 0..<5, using: &generator))
            let near = random(-0.3...0.3)
            return (0..<dimension).map {
                Float.random(in: -1...1, using: &centre) + (data == .ties ? 0 : near[$0])
            }
        }
    }
}
