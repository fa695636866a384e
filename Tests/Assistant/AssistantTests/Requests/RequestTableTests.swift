import AssistantTools
import Domain
import Foundation
import SpotterAPI
import TestSupport
import Testing

/// Every line of `fixtures/requests.jsonl` against the assistant without a language model, with its real calendar,
/// resolver and proposals.
///
/// `SPOTTER_REQUESTS=1 swift test --filter RequestTableTests` prints the rates by class and everything that differs.
@Suite(.longTimeLimit) struct RequestTableTests {
    private let isVerbose = ProcessInfo.processInfo.environment["SPOTTER_REQUESTS"] != nil

    @Test func everyRequestIsUnderstoodOrAsked() async throws {
        let shared = try await RequestWorld()
        var counts: [String: [RequestVerdict: Int]] = [:]
        var total = 0
        for request in try RequestCase.all() {
            let world = request.before == nil ? shared : try await RequestWorld()
            let answer = try await world.answer(to: (request.before ?? []) + [request.say])
            let told = try await world.told(answer)
            let verdict = request.verdict(answer, told)
            counts[request.class, default: [:]][verdict, default: 0] += 1
            total += 1
            let isOpen = request.open == true
            if !isOpen, verdict != .right {
                Issue.record("\(verdict) [\(request.class)] \(request.say): \(RequestWorld.words(answer, told))")
            }
            if isVerbose, verdict != .right || isOpen {
                print("\(verdict)\(isOpen ? " (open)" : "") [\(request.class)] \(request.say)")
                print("    \(RequestWorld.words(answer, told))")
            }
        }
        if isVerbose { Self.printRates(counts, total) }
    }

    private static func printRates(_ counts: [String: [RequestVerdict: Int]], _ total: Int) {
        var right = 0
        var wrong = 0
        for (name, verdicts) in counts.sorted(by: { $0.key < $1.key }) {
            let all = verdicts.values.reduce(0, +)
            let words = RequestVerdict.allCases.map { "\($0) \(verdicts[$0] ?? 0)" }.joined(separator: ", ")
            print("\(name): \(verdicts[.right] ?? 0)/\(all) (\(words))")
            right += verdicts[.right] ?? 0
            wrong += verdicts[.wrong] ?? 0
        }
        print("all: \(right)/\(total) right, \(wrong) wrong")
    }
}

extension Needs {
    var kindName: String {
        switch self {
        case .selection: "selection"
        case .conflict: "conflict"
        case .clarification: "clarification"
        case .notFound: "notFound"
        case .refusal: "refusal"
        case .other(let kind): kind
        }
    }
}
