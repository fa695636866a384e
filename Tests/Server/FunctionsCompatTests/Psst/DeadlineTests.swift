import Domain
import Foundation
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Firebase's clients give up after 70 seconds. The server says so before, and goes on.
@Suite(.standardTimeLimit) struct DeadlineTests {
    @Test func theDeadlineIsShorterThanTheClients() {
        #expect(ServerConfiguration().callableDeadline == .seconds(60))
    }

    @Test func aLateAnswerIsAnErrorInTheAppsWords() async throws {
        let provider = try await ScriptedProvider { _, _ in .hang }
        try await TestServer.run {
            $0.now = Timestamp(rfc3339: StudioFixture.now)
            $0.languageModel = .init(baseURL: provider.baseURL, apiKey: nil, model: "scripted")
            // Short, since the model never answers.
            $0.callableDeadline = .milliseconds(300)
        } _: { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let bearer = [("Authorization", "Bearer \(alex.accessToken.reveal())")]
            let data: JSONValue = ["userId": .string(alex.id.description), "message": "How is Sara?"]
            let body = JSONValue.object(["data": data]).text
            let answer = try await server.send("POST", "/chatWithAI", headers: bearer, body: body)
            #expect(
                answer.refusal
                    == Refusal(
                        504,
                        "DEADLINE_EXCEEDED",
                        "AI is taking too long to respond. Please try again in a moment."
                    )
            )
            // The question isn't lost: its conversation is there, and its answer belongs to the server. A slow machine may
            // be over the deadline before it has stored the question.
            var count = 0
            try await until("the conversation is there") {
                let list = try await server.request("GET", "/v1/assistant/conversations", as: alex)
                count = try #require(list.json["conversations"] as? [Any]).count
                return count > 0
            }
            #expect(count == 1)
        }
        await provider.closeConnections()
        await provider.stop()
    }
}
