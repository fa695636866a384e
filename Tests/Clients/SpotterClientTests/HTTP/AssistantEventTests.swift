import Foundation
import ServerSentEvents
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct AssistantEventTests {
    @Test func readsEventsOfTheAssistant() throws {
        let delta = try AssistantEvent(ServerSentEvent(name: "text.delta", data: #"{"text":"hi"}"#))
        #expect(delta == .textDelta("hi"))
        #expect(try AssistantEvent(ServerSentEvent(name: "later.version", data: "?")) == nil)
        let failure = ServerSentEvent(
            name: "error",
            data: #"{"error":{"code":"model_timeout","message":"slow","retryable":true,"requestId":"r"}}"#
        )
        // Not an event of the answer: the client throws the error that it carries.
        #expect(failure.name == AssistantEvent.errorName)
        #expect(try AssistantEvent(failure) == nil)
        let envelope = try JSONDecoder().decode(ErrorEnvelope.self, from: Data(failure.data.utf8))
        #expect(ClientError(envelope).isTransient)
    }
}
