import Domain
import Embedding
import Foundation
import Retrieval
import SpotterAPI
import TestSupport
import Testing

/// The real weights on lines of the studio, whose question and answers share no word.
@Suite(.longTimeLimit) struct MeaningTests {
    private struct Line: Decodable {
        let type: String
        let chat: String?
        let ref: String?
        let sender: String?
        let text: String?
    }

    @Test func findsTheKneeThatNobodyNamed() async throws {
        let folder: URL
        do {
            folder = try ModelStore().readyFolder()
        } catch {
            Issue.record("These tests need the model's files. Run ./scripts/setup first. (\(error))")
            return
        }
        try await RetrievalFixture.run(try MiniLMEmbedder(folder: folder)) { fixture in
            let alex = try await fixture.user("alex", .trainer)
            let sara = try await fixture.user("sara", .client, of: alex)
            let chat = try await fixture.direct(alex, sara)
            // The first weeks of one chat: stretches of it with the two answers among them.
            let lines = try studio().filter { $0.chat == "ch01" }.prefix(36)
            #expect(lines.contains { $0.ref == "m01011" } && lines.contains { $0.ref == "m01020" })
            for line in lines {
                let sender = line.sender == "sara@example.com" ? sara : alex
                try await fixture.send(line.text ?? "", to: chat, by: sender, id: line.ref)
            }
            try await fixture.index()
            for mode in [SearchMode.semantic, .hybrid] {
                let query = SearchQuery("who has knee trouble", mode: mode, limit: 3)
                let answer = try await fixture.search.search(query, for: alex.actor)
                let top = answer.results.map(\.clientMessageId)
                #expect(answer.degraded == nil && !Set(top).isDisjoint(with: ["m01011", "m01020"]), "\(top)")
            }
        }
    }

    private func studio() throws -> [Line] {
        let decoder = JSONDecoder()
        return try String(contentsOf: Repository.fixture("studio.jsonl"), encoding: .utf8).split(separator: "\n")
            .map { try decoder.decode(Line.self, from: Data($0.utf8)) }.filter { $0.type == "message" }
    }
}
