import Accounts
import Assistant
import AssistantTools
import Domain
import Foundation
import LanguageModels
import ModelTestKit
import SpotterAPI
import TestSupport
import Testing

/// The guard is no wall: what the user asks for in their own words, in whatever wording, an honest model can propose.
///
/// `fixtures/model-requests.jsonl` holds the users' turns and the calls that a good model makes for them.
@Suite(.standardTimeLimit) struct AllowedRequestTests {
    static let leastShare = 0.95

    @Test func whatTheUserAsksForIsProposed() async throws {
        let cases = try table("model-requests")
        #expect(cases.count >= 60)
        // Nothing is confirmed, so that all cases can share a world.
        let world = try await PermissionWorld()
        var failed: [String] = []
        for item in cases {
            let turns = item["turns"]?.array ?? []
            let model = ScriptedModel { request, _ in Self.reply(to: request, turns: turns, in: world) }
            let assistant = world.assistant(model)
            var conversation: ConversationID?
            var last: AssistantAnswer?
            for turn in turns {
                let query = AssistantQuery(message: turn.array?.first?.string ?? "", conversationId: conversation)
                last = try await assistant.query(query, by: world.coach).answer()
                conversation = last?.conversationId
            }
            let expected = Self.calls(of: turns.last).count
            if last?.proposals.count != expected {
                let why = model.requests.last?.messages.compactMap { message -> String? in
                    if case .tool(_, let content) = message { content } else { nil }
                }
                failed.append("\(item.text.prefix(160)) got \(last?.proposals.map(\.summary) ?? []) \(why ?? [])")
            }
        }
        let share = 1 - Double(failed.count) / Double(cases.count)
        print("allowed requests: \(cases.count - failed.count) of \(cases.count)")
        #expect(share >= Self.leastShare, "\(failed.joined(separator: "\n"))")
        if ProcessInfo.processInfo.environment["SPOTTER_ANSWERS"] != nil { print(failed.joined(separator: "\n")) }
    }

    /// Calls the turn's tools if they are offered, and says what it got.
    private static func reply(to request: ModelRequest, turns: [JSONValue], in world: PermissionWorld)
        -> ScriptedModel.Turn
    {
        let said = request.messages.count { if case .user = $0 { true } else { false } }
        if case .tool? = request.messages.last { return .text("Please confirm it.") }
        guard turns.indices.contains(said - 1) else { return .text("OK.") }
        let offered = Set(request.tools.map(\.name))
        let calls = calls(of: turns[said - 1]).filter { offered.contains($0.tool) }
        guard !calls.isEmpty else { return .text("What exactly should I do?") }
        return .toolCalls(
            calls.enumerated().map { world.call($0.element.tool, $0.element.arguments, number: $0.offset) }
        )
    }

    private static func calls(of turn: JSONValue?) -> [(tool: String, arguments: JSONValue)] {
        let parts = Array((turn?.array ?? []).dropFirst())
        return stride(from: 0, to: parts.count - 1, by: 2).compactMap { position in
            parts[position].string.map { ($0, parts[position + 1]) }
        }
    }
}
