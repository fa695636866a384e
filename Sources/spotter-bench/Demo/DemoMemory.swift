import Domain
import Foundation
import ServerHarness
import SpotterAPI
import SpotterClient

/// The trainer searches by meaning and asks the assistant.
struct DemoMemory {
    let stage: DemoStage

    func play() async throws {
        try await search("who has knee trouble", finds: ["m01020", "m01011", "m01013", "m01016", "m01031"])
        try await searchNew("pain in the upper back when reaching up")
        try await ask("Who has knee trouble?")
    }

    private func search(_ query: String, finds expected: Set<String>) async throws {
        DemoStage.heading("Alex searches: \(query)")
        // The example studio has just been imported and is still being embedded.
        var answer = try await stage.trainer.http.search(SearchRequest(query, limit: 5))
        for _ in 0..<300 where answer.degraded != nil {
            try await Task.sleep(for: .milliseconds(200))
            answer = try await stage.trainer.http.search(SearchRequest(query, limit: 5))
        }
        for hit in answer.results.prefix(3) {
            DemoStage.say("\(hit.score.rounded(places: 2))  \(hit.senderName): \(Self.shortened(hit.text))")
        }
        try DemoStage.check(answer.degraded == nil, "searched by meaning and by words")
        try DemoStage.check(
            !Set(answer.results.prefix(3).map(\.clientMessageId)).isDisjoint(with: expected),
            "among the first three is a message about that which doesn't say so in these words"
        )
    }

    private func searchNew(_ query: String) async throws {
        DemoStage.heading("…and for what was said just now: \(query)")
        let clientId = stage.client.user.id
        let answer = try await stage.trainer.http.search(SearchRequest(query, senderId: clientId, limit: 1))
        guard let hit = answer.results.first else { throw SpotterError(.conflict, "nothing was found") }
        DemoStage.say("\(hit.score.rounded(places: 2))  \(hit.senderName): \(Self.shortened(hit.text))")
        try DemoStage.check(hit.text.contains("shoulder blade"), "the message of a moment ago is found by its meaning")
    }

    private func ask(_ question: String) async throws {
        DemoStage.heading("Alex asks the assistant: \(question)")
        let answer = try await stage.trainer.http.ask(AssistantQuery(message: question, timezone: "America/New_York"))
        for line in answer.text.split(separator: "\n") { DemoStage.say(String(line)) }
        for (number, citation) in answer.citations.enumerated() {
            DemoStage.say(
                "[\(number + 1)] \(citation.senderName), \(citation.sentAt): “\(Self.shortened(citation.quote))”"
            )
        }
        try DemoStage.check(!answer.citations.isEmpty, "the answer cites messages")
        try DemoStage.check(
            answer.citations.contains { $0.senderName == "Sara Lindqvist" },
            "one of them is Sara's, whose knee it is"
        )
    }

    private static func shortened(_ text: String) -> String { text.count > 90 ? "\(text.prefix(89))…" : text }
}
