import Foundation
import TestSupport
import Testing

/// Requests that except somebody, name somebody of theirs, ask for two things, take themselves back or quote others, in six
/// languages: `fixtures/request-limits.jsonl`. None may end in a proposal that a part of it contradicts; most are asked
/// about.
///
/// Three fifths of the lines (`held`) were kept back while the rules were written: none of them may be wrong, and
/// `SPOTTER_REQUESTS=1 swift test --filter RequestLimitTests` prints both rates.
@Suite(.longTimeLimit) struct RequestLimitTests {
    private let isVerbose = ProcessInfo.processInfo.environment["SPOTTER_REQUESTS"] != nil

    @Test(arguments: [false, true])
    func nothingIsTurnedRound(isHeld: Bool) async throws {
        let world = try await RequestWorld()
        var counts: [RequestVerdict: Int] = [:]
        for request in try RequestCase.all("request-limits") where (request.held ?? false) == isHeld {
            let answer = try await world.answer(to: [request.say])
            let told = try await world.told(answer)
            let verdict = request.verdict(answer, told)
            counts[verdict, default: 0] += 1
            let words = "\(verdict) [\(request.class)] \(request.say): \(RequestWorld.words(answer, told))"
            // What is understood too narrowly is asked about, which hurts nobody.
            let mayDiffer = isHeld || request.open == true
            if verdict == .wrong || verdict != .right && !mayDiffer { Issue.record("\(words)") }
            if isVerbose, verdict != .right { print("look \(request.look ?? 1):", words) }
        }
        if isVerbose { print("held: \(isHeld)", RequestVerdict.allCases.map { "\($0) \(counts[$0] ?? 0)" }) }
    }
}
