import Foundation
import TestSupport
import Testing

@testable import Embedding

/// The real model against the vectors of the reference implementation (PyTorch, float32).
@Suite struct MiniLMGoldenTests {
    private static func embedder(
        threads: Int = 1,
        batchTokens: Int = 512,
        kernels: EncoderKernels = .best,
        precision: EncoderPrecision = .float32
    ) throws -> MiniLMEmbedder {
        var configuration = MiniLMEmbedder.Configuration()
        configuration.threads = threads
        configuration.batchTokens = batchTokens
        configuration.kernels = kernels
        configuration.precision = precision
        return try MiniLMEmbedder(folder: Fixtures.model(), configuration: configuration)
    }

    private static func dot(_ a: [Float], _ b: [Float]) -> Double {
        zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    }

    /// The last text has far more than 256 tokens, of which the first 256 count.
    @Test(arguments: EncoderKernels.allCases.filter(\.isAvailable))
    func reproducesTheReferenceVectors(kernels: EncoderKernels) async throws {
        let items = try Fixtures.golden().items
        #expect(items.count == 40)
        let embedder = try Self.embedder(threads: 2, kernels: kernels)
        #expect(embedder.kernels == kernels)
        let vectors = try await embedder.embed(items.map(\.text))
        #expect(vectors.count == items.count)
        for (vector, item) in zip(vectors, items) {
            #expect(vector.count == embedder.model.dimension)
            #expect(Self.dot(vector, item.embedding) > 0.999_999)
            let difference = zip(vector, item.embedding).map { abs($0 - $1) }.max() ?? .infinity
            #expect(difference <= 2e-6, "\(item.text)")
            #expect(abs(Self.dot(vector, vector) - 1) < 1e-5)
        }
    }

    /// 0.999 is what search can't tell from the reference; 12 bits give more.
    @Test(arguments: EncoderKernels.allCases.filter(\.isAvailable))
    func sixteenBitsComeCloseToTheReference(kernels: EncoderKernels) async throws {
        let items = try Fixtures.golden().items
        let embedder = try Self.embedder(threads: 2, kernels: kernels, precision: .int16)
        #expect(embedder.precision == (kernels == .blas ? .float32 : .int16))
        let vectors = try await embedder.embed(items.map(\.text))
        for (vector, item) in zip(vectors, items) { #expect(Self.dot(vector, item.embedding) > 0.999_9) }
    }

    /// Batches of 1 to 300 tokens in any mixture, so that tiles of every height and half-filled lanes come up.
    @Test(arguments: EncoderKernels.allCases.filter(\.isAvailable))
    func aTextsVectorDoesNotDependOnItsCompany(kernels: EncoderKernels) async throws {
        var texts = ["my knee hurts", "ok", "can we move tomorrow's session to 6 pm?", ""]
        let lengths = stride(from: 1, through: 40, by: TestLength.choose(6, full: 1))
        texts += lengths.map { Array(repeating: "rest", count: $0).joined(separator: " ") }
        texts += [65, 130, 254].map { Array(repeating: "squat", count: $0).joined(separator: " ") }
        let embedder = try Self.embedder(batchTokens: 300, kernels: kernels)
        let together = try await embedder.embed(texts)
        for (text, vector) in zip(texts, together) {
            let alone = try #require(try await embedder.embed([text]).first)
            #expect(zip(alone, vector).allSatisfy { abs($0 - $1) < 1e-5 }, "\(text)")
        }
    }

    /// Documents are computed by other threads, but to the same vectors.
    @Test func lanesAgree() async throws {
        let texts = ["my knee hurts", "can we move tomorrow's session to 6 pm?"]
        let embedder = try Self.embedder()
        let vectors = try await embedder.embed(texts, in: .queries)
        #expect(try await embedder.embed(texts, in: .documents) == vectors)
    }

    @Test func noTextsNoVectors() async throws {
        #expect(try await Self.embedder().embed([]).isEmpty)
    }

    @Test func callersMayComeFromAnywhereAtOnce() async throws {
        let items = Array(try Fixtures.golden().items.prefix(12))
        let embedder = try Self.embedder(threads: 2)
        try await withThrowingTaskGroup(of: Double.self) { group in
            for item in items {
                group.addTask { Self.dot(try await embedder.embed([item.text])[0], item.embedding) }
            }
            for try await cosine in group { #expect(cosine > 0.999_999) }
        }
    }

    @Test func stopsWhenCancelled() async throws {
        let embedder = try Self.embedder()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await embedder.embed(["ok"])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func refusesAFolderWithoutItsFiles() throws {
        let folder = TemporaryFolder()
        #expect(throws: (any Error).self) { try MiniLMEmbedder(folder: folder.url) }
    }
}
