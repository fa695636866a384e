import Domain
import Foundation
import TestSupport
import Testing

@testable import Embedding

@Suite struct EmbeddingsResponseTests {
    private func vectors(_ json: String, count: Int) throws -> [[Float]] {
        try EmbeddingsResponse(Data(json.utf8), count: count).vectors
    }

    @Test func floatsAndBase64AreTheSameNumbers() throws {
        // 0.6, -0.8 as OpenAI's own library asks for them.
        let base64 = #"{"object":"list","data":[{"object":"embedding","index":0,"embedding":"mpkZP83MTL8="}]}"#
        let floats = #"{"data":[{"embedding":[0.6,-0.8],"index":0}],"model":"m","usage":{"total_tokens":1}}"#
        for json in [base64, floats] {
            let vector = try vectors(json, count: 1)[0]
            #expect(vector.count == 2)
            #expect(abs(vector[0] - 0.6) < 1e-6 && abs(vector[1] + 0.8) < 1e-6)
        }
    }

    @Test func vectorsAreScaledToLength1() throws {
        #expect(try vectors(#"{"data":[{"index":0,"embedding":[3,4]}]}"#, count: 1) == [[0.6, 0.8]])
    }

    @Test func theIndexOrdersThemAndTheirPlaceWhereThereIsNone() throws {
        let mixed =
            #"{"data":[{"index":2,"embedding":[1,0,0]},{"index":0,"embedding":[0,1,0]},{"index":1,"embedding":[0,0,1]}]}"#
        #expect(try vectors(mixed, count: 3) == [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
        let plain = #"{"data":[{"embedding":[1,0]},{"embedding":[0,1]}]}"#
        #expect(try vectors(plain, count: 2) == [[1, 0], [0, 1]])
    }

    @Test(
        arguments: [
            "", "null", "[]", "{}", #"{"data":[]}"#, #"{"data":{}}"#, #"{"error":{"message":"no"}}"#,
            #"{"data":[{"index":0,"embedding":[1,0]}]}"#,
            #"{"data":[{"index":0,"embedding":[1,0]},{"index":0,"embedding":[1,0]}]}"#,
            #"{"data":[{"index":0,"embedding":[1,0]},{"index":2,"embedding":[1,0]}]}"#,
            #"{"data":[{"index":-1,"embedding":[1,0]},{"index":0,"embedding":[1,0]}]}"#,
            #"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1]}]}"#,
            #"{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}"#,
            #"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,0]}]}"#,
            #"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1e300,0]}]}"#,
            #"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,null]}]}"#,
            #"{"data":[{"index":0,"embedding":"AAAAAAAAgD8="},{"index":1,"embedding":"AAAAAAAAgD"}]}"#,
            #"{"data":[{"index":0,"embedding":"AAAAAAAAgD8="},{"index":1,"embedding":"AACAfwAAgD8="}]}"#,
            #"{"data":[{"index":0,"embedding":"AAAAAAAAgD8="},{"index":1,"embedding":"AADAfwAAgD8="}]}"#,
            #"{"data":[{"index":0,"embedding":"AAAAAAAAgD8="},{"index":1,"embedding":"?"}]}"#,
        ]
    )
    func anythingElseIsRefused(json: String) {
        let failure = #expect(throws: ModelError.self) { try vectors(json, count: 2) }
        #expect(failure?.code == .protocolViolation)
    }

    /// Whatever bytes come, there are as many finite vectors as texts, or an error.
    @Test(arguments: 0..<40) func damagedAnswersNeverCrash(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let answers = [
            #"{"data":[{"index":1,"embedding":"mpkZP83MTL8="},{"index":0,"embedding":"mpkZP83MTL8="}]}"#,
            #"{"data":[{"index":0,"embedding":[0.25,-1e-3]},{"index":1,"embedding":[1,2]}],"usage":{"total_tokens":4}}"#,
        ]
        for _ in 0..<200 {
            var bytes = Array(answers[Int.random(in: 0..<2, using: &random)].utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.insert(bytes[Int.random(in: bytes.indices, using: &random)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count - 1, place + 3))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let vectors = try? EmbeddingsResponse(Data(bytes), count: 2).vectors else { continue }
            #expect(vectors.count == 2)
            #expect(vectors.allSatisfy { $0.allSatisfy(\.isFinite) && !$0.isEmpty })
        }
    }
}
