import AsyncHTTPClient
import Domain
import Foundation
import ModelTestKit
import NIOCore
import NIOHTTP1
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// The variant for clients that read an answer while it is made: `Accept: text/event-stream`.
@Suite(.standardTimeLimit) struct CallableStreamTests {
    /// The status, and the value of each line of `data:`.
    private func stream(
        _ studio: StudioFixture,
        _ function: String,
        _ body: String,
        token: String?
    ) async throws -> (status: Int, type: String, values: [JSONValue]) {
        var request = HTTPClientRequest(url: "\(studio.server.baseURL)/\(function)")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Accept", value: "text/event-stream")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        request.body = .bytes(ByteBuffer(string: body))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        let events = text.components(separatedBy: "\n\n")
        #expect(events.last == "", "the last event ends, too")
        // Apple's client breaks off at any line that isn't `data:`, so there are no comments and no names.
        let values = try events.dropLast().map { event in
            #expect(event.hasPrefix("data: ") && !event.contains("\n"), "\(event)")
            return try #require(JSONValue.parse(String(event.dropFirst(6))))
        }
        return (Int(response.status.code), response.headers.first(name: "Content-Type") ?? "", values)
    }

    private func question(_ studio: StudioFixture, _ text: String) -> String {
        let data: JSONValue = ["userId": .string(studio.alex.id.description), "message": .string(text)]
        return JSONValue.object(["data": data]).text
    }

    @Test func theTextComesInPartsAndThenTheWholeResult() async throws {
        let provider = try await ScriptedProvider { _, _ in
            .stream(["Sara ", "is ", "well."].map { ScriptedResponse.chunk(delta: ["content": .string($0)]) })
        }
        try await StudioFixture.open(model: .init(baseURL: provider.baseURL, apiKey: nil, model: "scripted")) {
            studio in
            let token = studio.alex.accessToken.reveal()
            let answer = try await stream(studio, "chatWithAI", question(studio, "How is Sara?"), token: token)
            #expect(answer.status == 200 && answer.type.hasPrefix("text/event-stream"))
            let parts = answer.values.dropLast().compactMap { $0["message"]?.string }
            #expect(parts.count == answer.values.count - 1 && parts.joined() == "Sara is well.")
            let result = try #require(answer.values.last?["result"])
            #expect(result["success"] == true && result["response"] == "Sara is well.")
            #expect(result["conversationId"]?.string != nil)
        }
        await provider.stop()
    }

    @Test func functionsWithoutPartsSendTheirResultOnly() async throws {
        try await StudioFixture.open { studio in
            let body = #"{"data":{"query":"volcano","userId":"\#(studio.alex.id)"}}"#
            let answer = try await stream(studio, "semanticSearch", body, token: studio.alex.accessToken.reveal())
            let empty: JSONValue = ["success": true, "count": 0, "query": "volcano", "results": []]
            #expect(answer.values == [["result": empty]])
        }
    }

    /// The status is always 200: what went wrong is in the stream.
    @Test func errorsComeInTheStream() async throws {
        try await StudioFixture.open { studio in
            let token = studio.alex.accessToken.reveal()
            let cases: [(String, String?, String, String)] = [
                (#"{"data":{}}"#, nil, "UNAUTHENTICATED", "You must be authenticated to use AI chat"),
                (#"{"data":{}}"#, "nonsense", "UNAUTHENTICATED", "Unauthenticated"),
                (#"{"date":{}}"#, token, "INVALID_ARGUMENT", "Bad Request"),
                (#"{"data":{}}"#, token, "PERMISSION_DENIED", "User ID does not match authenticated user"),
            ]
            for (body, token, status, message) in cases {
                let answer = try await stream(studio, "chatWithAI", body, token: token)
                #expect(answer.status == 200)
                let error: JSONValue = ["status": .string(status), "message": .string(message)]
                #expect(answer.values == [["error": error]])
            }
        }
    }
}
