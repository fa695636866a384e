import AssistantTools
import Embedding
import Foundation
import SpotterAPI
import TestSupport
import Testing

/// Orders in words that no rule was written for, and texts that order nothing, in `fixtures/request-meanings.jsonl`: they were
/// written after the examples, and no example or rule was changed for them.
@Suite(.longTimeLimit) struct MeantOrderTests {
    private struct Line: Decodable {
        let say: String
        let kind: String?
    }

    private static let tools = [
        "schedule": "scheduleCall", "reschedule": "rescheduleEvent", "cancel": "cancelEvent", "remind": "setReminder",
        "message": "sendMessage",
    ]

    @Test func whatIsMeantAsAnOrderIsAskedAboutAndNothingElseIs() async throws {
        let folder: URL
        do {
            folder = try ModelStore().readyFolder()
        } catch {
            Issue.record("These tests need the model's files. Run ./scripts/setup first. (\(error))")
            return
        }
        let world = try await RequestWorld(embedder: try MiniLMEmbedder(folder: folder))
        let file = RequestCase.folder.appending(path: "request-meanings.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        var (orders, noticed, misread, overasked) = (0, 0, [String](), [String]())
        for line in lines {
            let answer = try await world.answer(to: [line.say])
            let told = try await world.told(answer)
            let words = "\(line.say): \(RequestWorld.words(answer, told))"
            guard let kind = line.kind else {
                if answer.needs != nil || !told.isEmpty { overasked.append(words) }
                continue
            }
            orders += 1
            if answer.needs != nil || !told.isEmpty { noticed += 1 }
            if told.contains(where: { $0.tool != Self.tools[kind] }) { misread.append(words) }
        }
        // A guess isn't proposed, but a "yes" to it is a request.
        let agreed = try await world.told(world.answer(to: ["Wave goodbye to Jordan's Saturday session", "yes"]))
        #expect(agreed.map(\.tool) == ["cancelEvent"] && agreed.first?.who?.hasPrefix("Jordan") == true)
        #expect(misread.isEmpty)
        #expect(overasked.count <= 1, "\(overasked)")
        #expect(Double(noticed) >= 0.7 * Double(orders), "\(noticed) of \(orders)")
    }
}
