import Domain
import Foundation
import ServerHarness
import SpotterAPI

/// Sends a message now and then, and searches for it from its ack on until it is found, by words and by meaning.
struct SearchProbes: Sendable {
    /// What was found so far.
    struct Outcome: Sendable {
        var sent = 0
        var words = LatencyHistogram()
        var meaning = LatencyHistogram()
        /// Whether the server searches by meaning at all.
        var hasModel = true
    }

    let rest: RESTClient
    /// They take turns, so that no user searches too often.
    let pairs: [Fixtures.Pair]
    /// How long a message is searched for.
    let timeout: Duration

    /// Sends one message per interval during `duration`, and one at least, then waits for those that weren't found yet.
    func run(every interval: Duration, for duration: Duration) async throws -> Outcome {
        let end = ContinuousClock.now.advanced(by: duration)
        return try await withThrowingTaskGroup(of: Found.self) { group in
            var number = 0
            repeat {
                group.addTask { [number] in try await probe(number) }
                number += 1
                try await Task.sleep(for: interval)
            } while ContinuousClock.now < end
            return try await group.reduce(into: Outcome()) { $0.add($1) }
        }
    }

    private func probe(_ number: Int, byMeaning: Bool = true) async throws -> Found {
        let pair = pairs[number % pairs.count]
        let word = "probe\(UUID().uuidString.prefix(8).lowercased())"
        let text = "\(word): \(Self.subjects[number % Self.subjects.count])"
        let response: MessageResponse = try await rest.post(
            "/v1/chats/\(pair.chat)/messages",
            SendMessageRequest(clientMessageId: UUID().uuidString, text: text),
            token: pair.trainer.token
        )
        let acked = ContinuousClock.now
        let id = response.message.id
        // One after the other: a search by meaning takes processor time, which would delay the one by words.
        let words = try await search(word, .text, for: id, by: pair, since: acked)
        guard byMeaning else { return Found(words: words, meaning: .impossible) }
        return Found(words: words, meaning: try await search(text, .semantic, for: id, by: pair, since: acked))
    }

    /// Sends one message, and searches for it by a word.
    func areWordsFound() async throws -> Bool {
        guard case .found = try await probe(0, byMeaning: false).words else { return false }
        return true
    }

    private static let subjects = [
        "my shoulder clicks when I press overhead", "the invoice for March has arrived twice",
        "shall we go for a run along the river", "I slept badly and feel tired", "more protein at breakfast helps",
    ]

    fileprivate struct Found: Sendable {
        let words: Answer
        let meaning: Answer
    }

    fileprivate enum Answer: Sendable {
        /// Microseconds from the ack.
        case found(Int64)
        /// Not in time.
        case missing
        /// The server can't search in this mode.
        case impossible
    }

    private func search(
        _ query: String,
        _ mode: SearchMode,
        for id: MessageID,
        by pair: Fixtures.Pair,
        since acked: ContinuousClock.Instant
    ) async throws -> Answer {
        while true {
            let request = SearchRequest(query, mode: mode, chatId: pair.chat, limit: 5)
            // A refusal for too many searches is an answer without results.
            let response: SearchResponse? = try? await rest.post("/v1/search", request, token: pair.trainer.token)
            let elapsed = acked.duration(to: .now)
            if let response, response.mode != mode { return .impossible }
            if response?.results.contains(where: { $0.messageId == id }) == true {
                return .found(Int64(elapsed / .microseconds(1)))
            }
            guard elapsed < timeout else { return .missing }
            // Searches that find nothing take processor time from what they wait for.
            try await Task.sleep(for: max(.milliseconds(20), elapsed / 10))
        }
    }
}

extension SearchProbes.Outcome {
    fileprivate mutating func add(_ found: SearchProbes.Found) {
        sent += 1
        if case .found(let time) = found.words { words.record(time) }
        switch found.meaning {
        case .found(let time): meaning.record(time)
        case .impossible: hasModel = false
        case .missing: break
        }
    }
}
