import Domain
import LanguageModels
import ServerSentEvents
import Synchronization
import Testing

@testable import ModelProxy

/// What is read along with a stream is the same however the network has cut it.
@Suite struct StreamInspectorTests {
    private static let stream = [
        ": OPENROUTER PROCESSING\n\n",
        #"data: {"id":"gen-1","choices":[{"index":0,"delta":{"reasoning":"hm "}}]}"#, "\n\n",
        #"data: {"id":"gen-1","choices":[{"index":0,"delta":{"content":"Grüße"}}]}"#, "\r\n\r\n",
        #"data: {"id":"gen-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#, "\n\n",
        #"data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":19}}"#, "\n\n",
        "data: [DONE]\n\n",
    ].joined()

    private final class Heard: Sendable {
        let events = Mutex<[ModelEvent]>([])
        var text: String {
            events.withLock { $0 }.map { if case .textDelta(let text) = $0 { text } else { "" } }.joined()
        }
        var usage: ModelUsage? {
            events.withLock { $0 }.compactMap { if case .usage(let usage) = $0 { usage } else { nil } }.last
        }
    }

    @Test func everyCutReadsTheSame() throws {
        let bytes = Array(Self.stream.utf8)
        for cut in 0...bytes.count {
            let heard = Heard()
            var inspector = StreamInspector { event in
                heard.events.withLock { $0.append(event) }
                return true
            }
            try inspector.receive(bytes[..<cut])
            try inspector.receive(bytes[cut...])
            inspector.end()
            #expect(heard.text == "hm Grüße" && heard.usage == ModelUsage(inputTokens: 12, outputTokens: 7))
            #expect(inspector.hasEnded && inspector.isBetweenEvents && inspector.events == 5 && inspector.id == "gen-1")
        }
    }

    @Test(arguments: ["data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n", "data: {\"cho", ": wait\n\n", ""])
    func anUntimelyEndIsNoEnd(text: String) throws {
        var inspector = StreamInspector { _ in true }
        try inspector.receive(Array(text.utf8))
        inspector.end()
        #expect(!inspector.hasEnded)
        #expect(inspector.isBetweenEvents == (text != "data: {\"cho"))
    }

    @Test func theBudgetEndsAnAnswer() throws {
        var inspector = StreamInspector { _ in false }
        try inspector.receive(Array(Self.stream.utf8))
        #expect(!inspector.isWithinBudget)
    }
}
