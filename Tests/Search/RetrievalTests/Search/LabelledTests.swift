import Accounts
import Domain
import Embedding
import Foundation
import Importing
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Retrieval

/// The real weights on two chats of the studio: hybrid is no worse than meaning alone, and that no worse than words.
///
/// All of it is what `spotter bench retrieval` measures; two chats are what a debug build embeds within a minute.
@Suite(.longTimeLimit) struct LabelledTests {
    private struct Label: Decodable {
        let query: String
        let `as`: String
        let relevant: [String: Int]
    }

    private struct Line: Decodable {
        let type: String
        let chat: String?
        let ref: String?
    }

    private static let chats: Set<String> = ["ch11", "ch14"]

    @Test func hybridThenMeaningThenWords() async throws {
        let folder: URL
        do {
            folder = try ModelStore().readyFolder()
        } catch {
            Issue.record("These tests need the model's files. Run ./scripts/setup first. (\(error))")
            return
        }
        try await RetrievalFixture.run(try MiniLMEmbedder(folder: folder)) { fixture in
            let references = try await loadChats(into: fixture)
            let labels = try ["retrieval", "retrieval-lines"].flatMap { name in
                try lines(of: "fixtures/\(name).jsonl", as: Label.self).map(\.value)
            }
            .filter {
                $0.as == "alex@example.com" && !$0.relevant.isEmpty && references.isSuperset(of: $0.relevant.keys)
            }
            #expect(labels.count >= 12)
            let alex = try await fixture.database.read { try User.find(email: "alex@example.com", on: $0) }
            let actor = try #require(alex).actor
            var means: [SearchMode: Double] = [:]
            for mode in SearchMode.allCases {
                var sum = 0.0
                for label in labels {
                    let answer = try await fixture.search.search(SearchQuery(label.query, mode: mode), for: actor)
                    #expect(answer.degraded == nil)
                    sum += ndcg(answer.results.map(\.clientMessageId), label.relevant)
                }
                means[mode] = sum / Double(labels.count)
            }
            let (text, dense, hybrid) = (means[.text] ?? 1, means[.semantic] ?? 1, means[.hybrid] ?? 0)
            #expect(hybrid >= dense && dense >= text, "hybrid \(hybrid), dense \(dense), text \(text)")
            #expect(hybrid > 0.5, "\(hybrid)")
        }
    }

    private func ndcg(_ found: [String], _ relevant: [String: Int]) -> Double {
        func gain(_ grades: [Int]) -> Double {
            grades.enumerated().reduce(0) { $0 + (pow(2, Double($1.element)) - 1) / log2(Double($1.offset) + 2) }
        }
        return gain(found.map { relevant[$0] ?? 0 }) / gain(Array(relevant.values.sorted(by: >).prefix(10)))
    }

    /// People, and the chats with their messages; their references.
    private func loadChats(into fixture: RetrievalFixture) async throws -> Set<String> {
        let all = try lines(of: "fixtures/studio.jsonl", as: Line.self)
        let kept = all.filter { line, _ in
            switch line.type {
            case "user", "relation": true
            case "chat": Self.chats.contains(line.ref ?? "")
            case "message": Self.chats.contains(line.chat ?? "")
            default: false
            }
        }
        let importer = Importer(
            database: fixture.database,
            clock: fixture.clock,
            ids: UUIDv7Source(clock: fixture.clock),
            hasher: PasswordHasher(cost: .minimal),
            messaging: fixture.messaging
        )
        _ = try await importer.run(Array(kept.map(\.text).joined(separator: "\n").utf8))
        try await fixture.index()
        return Set(kept.filter { $0.value.type == "message" }.compactMap(\.value.ref))
    }

    private func lines<Value: Decodable>(of path: String, as: Value.Type) throws -> [(value: Value, text: String)] {
        let decoder = JSONDecoder()
        return try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8).split(separator: "\n")
            .map { (try decoder.decode(Value.self, from: Data($0.utf8)), String($0)) }
    }
}
