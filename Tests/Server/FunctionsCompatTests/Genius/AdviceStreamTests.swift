import Domain
import LanguageModels
import ModelTestKit
import ServerSentEvents
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import FunctionsCompat

/// The stream of `/advice`: its bytes, its order, its end.
@Suite(.standardTimeLimit) struct AdviceStreamTests {
    private static let turn = TurnID(high: 0x018F_0000_0000_7000, low: 0x8000_0000_0000_00E0)
    private static let id = "resp_018f00000000700080000000000000e0"

    private static func answer(_ text: String) -> AssistantAnswer {
        var answer = AssistantAnswer(
            conversationId: ConversationID(high: 1, low: 1),
            messageId: turn,
            text: text,
            model: "scripted"
        )
        answer.advice = Advice(
            reasoning: "Why",
            confidence: 0.8,
            confidenceSource: .model,
            alternatives: [.init(title: "Cycling", reason: "Softer."), .init(title: "Rest")]
        )
        return answer
    }

    private static func text(_ events: [AssistantEvent], notes: [AdviceStatus] = []) -> String {
        var encoder = AdviceStreamEncoder(notes: notes)
        return events.map { encoder.encode($0) }.joined()
    }

    @Test func theBytesAreThoseOfTheContract() {
        let started = AssistantEvent.started(conversationId: ConversationID(high: 1, low: 1), messageId: Self.turn)
        let written = Self.text([
            started, .thinkingDelta("hm"), .textDelta("Re\nst"), .textDelta(" \"now\"\u{2028}"),
            .usage(.init()), .completed(Self.answer("Rest")),
        ])
        let lines = written.split(separator: "\n\n").map(String.init)
        #expect(
            Array(lines.dropLast()) == [
                "event: status_update\ndata: "
                    + #"{"message":"Connecting...","response_id":"\#(Self.id)","status":"created"}"#,
                "event: status_update\ndata: " + #"{"message":"Assistant is typing...","status":"message_start"}"#,
                "event: text_delta\ndata: " + #"{"delta":"Re\nst"}"#,
                "event: text_delta\ndata: " + #"{"delta":" \"now\"\u2028"}"#,
                "event: status_update\ndata: "
                    + #"{"message":"Finalizing response...","status":"message_generating_done"}"#,
            ]
        )
        let advice =
            #"{"alternatives":[{"player":"Cycling","reason":"Softer."},{"player":"Rest","reason":null}],"#
            + #""confidence_score":0.8,"main_advice":"Rest","model_identifier":"scripted","reasoning":"Why"}"#
        let last = lines.last ?? ""
        #expect(
            last.hasPrefix("event: response_complete\ndata: {\"final_json\":\(advice),\"response_id\":\"\(Self.id)\",")
        )
        #expect(last.hasSuffix("\"status\":\"complete\"}") && written.hasSuffix("}\n\n"))
    }

    @Test(arguments: [
        (ErrorCode.rateLimited, "RATE_LIMIT_ERROR"), (.modelRateLimited, "RATE_LIMIT_ERROR"),
        (.quotaExceeded, "RATE_LIMIT_ERROR"), (.modelUnavailable, "CONNECTION_ERROR"),
        (.modelTimeout, "CONNECTION_ERROR"), (.modelInterrupted, "CONNECTION_ERROR"), (.forbidden, "AUTH_ERROR"),
        (.notFound, "NOT_FOUND"), (.invalidRequest, "BAD_REQUEST"), (.internalError, "INTERNAL_SERVER_ERROR"),
        (.shuttingDown, "UNEXPECTED_ERROR"),
    ])
    func anErrorIsTheLastEvent(code: ErrorCode, word: String) {
        let written = Self.text([.textDelta("Re"), .failed(SpotterError(code, "Some \"words\"."))])
        #expect(
            written.hasSuffix("event: error\ndata: {\"error\":\"\(word)\",\"message\":\"Some \\\"words\\\".\"}\n\n")
        )
    }

    /// The app tries each event as an error and as the end, too.
    @Test func nothingStandsBesideADelta() {
        let written = Self.text([.textDelta(#"{"message":"x","final_json":{}}"#)])
        let delta = AppStream.events(of: written).last
        #expect(delta?.name == "text_delta" && delta?.data.object?.keys.map { $0 } == ["delta"])
    }

    /// Whatever pieces the network makes of it, the app reads the same.
    @Test func everyCutReadsTheSame() throws {
        let web = WebSearchStatus(state: .started, query: "é", text: "Searching the web…")
        let bytes = Array(
            Self.text([
                .started(conversationId: ConversationID(high: 1, low: 1), messageId: Self.turn), .webSearch(web),
                .lookup(.init(state: .completed, tool: "t", text: "t", result: "a\u{85}b\r\nc\u{2029}d")),
                .textDelta("Süß 👍🏽\u{B}"), .completed(Self.answer("Süß")),
            ]).utf8
        )
        var whole = AppStream()
        whole.feed(bytes)
        let expected = whole.finish()
        #expect(
            expected.count == 9 && expected.last?.name == "response_complete"
                && expected.allSatisfy { $0.data != .null }
        )
        for cut in 1..<bytes.count {
            var stream = AppStream()
            stream.feed(bytes[..<cut])
            stream.feed(bytes[cut...])
            #expect(stream.finish() == expected)
            var parser = ServerSentEventParser()
            let standard = try parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...])
            #expect(standard.map(\.name) == expected.map(\.name))
            #expect(standard.map { JSONValue.parse($0.data) } == expected.map(\.data))
        }
    }

    @Test func theStreamOfARealAnswerHasItsOrderAndItsEnd() async throws {
        try await StudioFixture.withKnee { studio in
            let body = StudioFixture.asking("What did Sara say about her knee?")
            let answer = try await studio.door("POST", "/advice", studio.token, body)
            #expect(answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/event-stream") == true)
            #expect(answer.headers["cache-control"] == "no-cache" && answer.headers["x-accel-buffering"] == "no")
            for block in answer.text.split(separator: "\n\n") {
                #expect(block.wholeMatch(of: /event: [a-z_]+\ndata: \{[^\n]*\}/) != nil, "\(block)")
            }
            let events = AppStream.events(of: answer.text)
            let deltas = events.filter { $0.name == "text_delta" }
            #expect(
                events.filter { $0.name != "text_delta" }.told == [
                    "status_update created", "status_update message_start", "status_update message_generating_done",
                    "response_complete complete",
                ]
            )
            #expect(events.map(\.name)[2..<2 + deltas.count].allSatisfy { $0 == "text_delta" })
            let advice = try #require(events.advice)
            #expect(
                advice.keys == [
                    "main_advice", "reasoning", "confidence_score", "alternatives", "model_identifier",
                ]
            )
            #expect(advice["main_advice"]?.string == events.text && events.text.contains("knee"))
            #expect(advice["model_identifier"] == "built-in" && advice["confidence_score"] == 0.74)
            #expect(events.responseId == events.first?.data["response_id"]?.string)
            #expect(events.last?.data["spotter"]?["citations"]?.array?.isEmpty == false)
        }
    }

    @Test func aModelsAdviceIsReadableTextAndAnObject() async throws {
        let written =
            #"{"advice":"Let her rest. [1]","alternatives":[{"title":"Cycling","reason":"Softer."}],"#
            + #""confidence":140,"reasoning":"It hurt."}"#
        let provider = try await ScriptedProvider { _, _ in .text(written) }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let question = StudioFixture.asking(
                "Should Sara run?",
                more: ["prompt_type": "baseball", "players": ["Ohtani"]]
            )
            let events = try await studio.advise(question)
            #expect(events.text == "Let her rest. [1]" && !events.text.contains("{"))
            #expect(events.advice?["alternatives"] == [["player": "Cycling", "reason": "Softer."]])
            #expect((events.advice?["confidence_score"]?.double).map { (0...1).contains($0) } == true)
            let sent = provider.requests.first?.json["messages"]?.text ?? ""
            #expect(sent.contains("2026-03-11") && sent.contains("about baseball") && sent.contains("Players: Ohtani"))
            // The same, without a stream.
            let whole = try await studio.door("POST", "/advice-non-streaming", studio.token, question)
            #expect(whole.status == 200 && whole.json == events.advice)
            #expect(whole.headers["x-response-id"]?.hasPrefix("resp_") == true)
        }
        await provider.stop()
    }

    @Test func aFailingModelEndsInTheAnswerOfTheBuiltInOne() async throws {
        let provider = try await ScriptedProvider { _, _ in .error(500, "down") }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let events = try await studio.advise(StudioFixture.asking("What did Sara say about her knee?"))
            #expect(["response_complete", "error"].contains(events.last?.name ?? ""))
            #expect(events.filter { ["response_complete", "error"].contains($0.name) }.count == 1)
        }
        await provider.stop()
    }
}
