import ServerSentEvents
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct AssistantEventTests {
    @Test func readsEventsOfTheAssistant() throws {
        let delta = try AssistantEvent(ServerSentEvent(name: "text.delta", data: #"{"text":"hi"}"#))
        #expect(delta == .text("hi"))
        #expect(try AssistantEvent(ServerSentEvent(name: "later.version", data: "?")) == nil)
        let failure = ServerSentEvent(
            name: "error",
            data: #"{"error":{"code":"model_timeout","message":"slow","retryable":true,"requestId":"r"}}"#
        )
        #expect(throws: ClientError.self) { try AssistantEvent(failure) }
    }
}
