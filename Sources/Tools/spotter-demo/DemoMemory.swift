import Domain
import Foundation
import ServerHarness
import SpotterAPI
import SpotterClient

/// The trainer searches by meaning and asks the assistant. What is found must be right, and nobody else may be in it.
struct DemoMemory {
    let stage: DemoStage

    func play() async throws {
        try await search("who has knee trouble", finds: ["m01020", "m01011", "m01013", "m01016", "m01031"])
        try await searchNew("pain in the upper back when reaching up")
        try await ask("What did Sara say about her knee?", answeredBy: "Sara Lindqvist", with: "patella")
    }

    private func search(_ query: String, finds expected: Set<String>) async throws {
        DemoStage.heading("Alex searches: \(query)")
        let request = SearchRequest(query, limit: 3)
        // The example studio has just been imported and is still being embedded.
        var answer = try await stage.trainer.http.search(request)
        for _ in 0..<300 where answer.degraded != nil {
            try await Task.sleep(for: .milliseconds(200))
            answer = try await stage.trainer.http.search(request)
        }
        for hit in answer.results {
            DemoStage.say("\(hit.score.rounded(places: 2))  \(hit.senderName): \(Self.shortened(hit.text))")
        }
        try DemoStage.check(answer.degraded == nil, "searched by meaning and by words")
        try DemoStage.check(
            !Set(answer.results.map(\.clientMessageId)).isDisjoint(with: expected),
            "there is a message about that which doesn't say so in these words"
        )
        try DemoStage.check(
            answer.results.allSatisfy { $0.senderName == "Sara Lindqvist" },
            "all three are Sara's, whose knee it is; nobody else's pain is among them"
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

    /// - Parameters:
    ///   - name: the only one besides the trainer who may be named or cited.
    ///   - words: what the answer must say.
    private func ask(_ question: String, answeredBy name: String, with words: String) async throws {
        DemoStage.heading("Alex asks the assistant: \(question)")
        let http = stage.trainer.http
        let answer = try await http.ask(AssistantQuery(message: question, timezone: "America/New_York"))
        for line in answer.text.split(separator: "\n") { DemoStage.say(String(line)) }
        try DemoStage.check(answer.text.contains(words), "the answer says it")
        try DemoStage.check(!answer.citations.isEmpty, "it cites the messages, each with its sender and time")
        let others = try await http.contacts().map(\.displayName).filter { $0 != name }
        try DemoStage.check(
            answer.citations.allSatisfy { [name, stage.trainer.user.displayName].contains($0.senderName) }
                && !others.contains { answer.text.contains($0) },
            "nobody but \(name) is named or cited, and Alex where he asked"
        )
    }

    private static func shortened(_ text: String) -> String { text.count > 90 ? "\(text.prefix(89))…" : text }
}
