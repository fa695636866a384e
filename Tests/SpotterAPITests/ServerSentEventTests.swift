import Foundation
import SpotterAPI
import Testing

@Suite struct ServerSentEventTests {
    private static let stream =
        "event: started\r\ndata: {\"a\":1}\r\n\r\n: comment\nevent:text.delta\ndata: grüße\ndata:zwei\n\ndata: x\r\r"
    private static let events = [
        ServerSentEvent(name: "started", data: "{\"a\":1}"),
        ServerSentEvent(name: "text.delta", data: "grüße\nzwei"),
        ServerSentEvent(name: "message", data: "x"),
    ]

    @Test func cutsTheStreamWhereverItWasCut() {
        let bytes = Array(Self.stream.utf8)
        for cut in 0...bytes.count {
            var parser = ServerSentEventParser()
            let events = parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...])
            #expect(events == Self.events, "cut at \(cut)")
        }
    }

    @Test func anEventWithoutDataIsNone() {
        var parser = ServerSentEventParser()
        #expect(parser.feed(Array("event: a\n\ndata: b\n\n".utf8)) == [ServerSentEvent(name: "message", data: "b")])
    }

    @Test func anyBytesAreAStream() {
        var parser = ServerSentEventParser()
        #expect(parser.feed([0xFF, 0x00, 0x0A, 0x0D, 0x0A, 0xC3, 0x0A]).isEmpty)
    }

    @Test func assistantEvents() throws {
        let delta = try AssistantEvent(ServerSentEvent(name: "text.delta", data: #"{"text":"hi"}"#))
        #expect(delta == .textDelta("hi"))
        #expect(try AssistantEvent(ServerSentEvent(name: "later.version", data: "?")) == nil)
        let failure = ServerSentEvent(
            name: "error",
            data: #"{"error":{"code":"model_timeout","message":"slow","retryable":true,"requestId":"r"}}"#
        )
        #expect(failure.name == AssistantEvent.errorName)
        let envelope = try JSONDecoder().decode(ErrorEnvelope.self, from: Data(failure.data.utf8))
        #expect(envelope.error.code == "model_timeout" && envelope.error.retryable)
    }
}
