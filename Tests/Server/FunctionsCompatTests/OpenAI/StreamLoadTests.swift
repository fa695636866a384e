import AsyncHTTPClient
import Domain
import LanguageModels
import ModelTestKit
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Many streams at once, and clients that go away.
@Suite(.standardTimeLimit) struct StreamLoadTests {
    /// Fifty people, each with a streamed answer of their own.
    @Test func fiftyStreamsAtOnceAreWhole() async throws {
        try await StudioFixture.withKnee { studio in
            var tokens: [Credential] = []
            for number in 0..<25 {
                let user = try await studio.server.register(
                    "Person \(number)",
                    role: .trainer,
                    email: "person\(number)@example.com"
                )
                tokens += Array(repeating: .bearer(user.accessToken.reveal()), count: 2)
            }
            let answers = try await withThrowingTaskGroup(of: DoorAnswer.self) { group in
                for token in tokens {
                    group.addTask {
                        try await studio.complete(.asking("What can you do?"), ["stream": true], by: token)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 50 && answers.allSatisfy { $0.status == 200 })
            #expect(answers.allSatisfy { $0.text.hasSuffix("data: [DONE]\n\n") })
            let ids = Set(answers.compactMap { $0.events.first?["id"]?.string })
            #expect(ids.count == 50)
        }
    }

    /// A model that ends no answer before all have begun: none of them waits for another's connection.
    @Test func manyAnswersOfOneModelAreOpenAtOnce() async throws {
        let provider = try await ScriptedProvider { _, _ in
            var response = ScriptedResponse.stream(
                [["choices": [["index": 0, "delta": ["content": "Sara is well"]]]]],
                done: false
            )
            response.ending = .hang
            return response
        }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            // Two answers at once are what the assistant gives a user.
            let count = 12
            var tokens: [Credential] = []
            for number in 0..<count / 2 {
                let email = "coach\(number)@example.com"
                let user = try await studio.server.register("Coach \(number)", role: .trainer, email: email)
                tokens += Array(repeating: .bearer(user.accessToken.reveal()), count: 2)
            }
            let question = #"{"model":"spotter","stream":true,"messages":[{"role":"user","content":"A squat poem"}]}"#
            // The shared client would open eight connections.
            var settings = HTTPClient.Configuration()
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = count
            let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: settings)
            await withTaskGroup { group in
                for token in tokens {
                    let request = studio.doorRequest("POST", "/openai/v1/chat/completions", token, text: question)
                    group.addTask {
                        let response = try? await client.execute(request, timeout: .seconds(60))
                        _ = try? await response?.body.collect(upTo: 1 << 20)
                    }
                }
                for _ in 0..<count { await provider.requestArrived() }
                await provider.closeConnections()
                await group.waitForAll()
            }
            try await client.shutdown()
            #expect(provider.requests.count >= count)
        }
        await provider.stop()
    }

    /// Who goes away stops an answer that nobody can come back for: the model's connection ends too.
    @Test func aClientThatGoesAwayStopsItsAnswer() async throws {
        let provider = try await ScriptedProvider { _, _ in
            // Far more than one connection's buffers hold.
            let word = String(repeating: "word ", count: 4_000)
            let chunk: JSONValue = ["choices": [["index": 0, "delta": ["content": .string(word)]]]]
            var response = ScriptedResponse.stream(Array(repeating: chunk, count: 1), done: false)
            response.ending = .hang
            return response
        }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let text = #"{"model":"spotter","stream":true,"messages":[{"role":"user","content":"How is Sara?"}]}"#
            try await Self.readOnePiece(
                studio.doorRequest("POST", "/openai/v1/chat/completions", studio.token, text: text)
            )
            // Without the stop the provider would be read for as long as an answer may take.
            await provider.clientHungUp()
            // The deletion follows the end; a conversation that is kept would be listed for ever.
            try await until("its conversation is deleted") { try await studio.conversations().isEmpty }
        }
        await provider.stop()
    }

    /// A stored response goes on without its client, who reads the rest of it later.
    @Test func aStoredResponseGoesOnWithoutItsClient() async throws {
        let provider = try await ScriptedProvider { _, _ in .text("Sara is well again, as she wrote on Sunday.") }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let text = #"{"model":"spotter","stream":true,"input":"How is Sara?"}"#
            let first = try await Self.readOnePiece(
                studio.doorRequest("POST", "/openai/v1/responses", studio.token, text: text)
            )
            let line = first.split(separator: "\n").first { $0.hasPrefix("data: ") }
            let created = try #require(line.flatMap { JSONValue.parse(String($0.dropFirst(6))) })
            let id = try #require(created["response"]?["id"]?.string)
            let path = "/openai/v1/responses/\(id)?stream=true&starting_after=0"
            let rest = try await studio.door("GET", path, studio.token).events
            #expect(rest.first?["sequence_number"] == 1 && rest.last?["type"] == "response.completed")
            let output = rest.last?["response"]?["output"]?[0]?["content"]?[0]?["text"]
            #expect(output == "Sara is well again, as she wrote on Sunday.")
        }
        await provider.stop()
    }

    @Test func aRunningResponseIsCancelled() async throws {
        let provider = try await ScriptedProvider { _, _ in
            var response = ScriptedResponse.stream(
                [["choices": [["index": 0, "delta": ["content": "Sara is well"]]]]],
                done: false
            )
            response.ending = .hang
            return response
        }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let begun = try await studio.respond("How is Sara?", ["background": true])
            #expect(begun.json["status"] == "in_progress" && begun.json["output"] == [])
            let id = try #require(begun.json["id"]?.string)
            await provider.requestArrived()
            let more: JSONValue = ["previous_response_id": .string(id)]
            let early = try await studio.respond("And?", more)
            #expect(early.status == 409 && early.headers["x-should-retry"] == "true", "\(early.text)")
            let cancelled = try await studio.door("POST", "/openai/v1/responses/\(id)/cancel", studio.token).json
            #expect(cancelled["status"] == "cancelled")
            let read = try await studio.door("GET", "/openai/v1/responses/\(id)?stream=true", studio.token).events
            #expect(read.last?["type"] == "response.incomplete" && read.last?["response"]?["status"] == "cancelled")
        }
        await provider.stop()
    }

    @Test func aModelThatFailsIsToldInTheStream() async throws {
        let provider = try await ScriptedProvider { _, _ in
            .error(429, "slow down", headers: [("retry-after", "60")])
        }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let plain = try await studio.complete(.asking("How is Sara?"))
            #expect(
                plain.status == 429 && plain.error?["code"] == "rate_limit_exceeded"
                    && plain.headers["retry-after"] == "60"
            )
            let stream = try await studio.complete(.asking("How is Sara?"), ["stream": true])
            #expect(stream.status == 200 && stream.events.last?["error"]?["code"] == "rate_limit_exceeded")
            #expect(!stream.text.contains("[DONE]"))
            let response = try await studio.respond("How is Sara?", ["stream": true]).events
            #expect(response.last?["type"] == "response.failed")
            #expect(response.last?["response"]?["error"]?["code"] == "rate_limit_exceeded")
            let id = response.last?["response"]?["id"]?.string ?? ""
            let read = try await studio.door("GET", "/openai/v1/responses/\(id)", studio.token).json
            #expect(read["status"] == "failed" && read["error"]?["code"] == "rate_limit_exceeded")
        }
        await provider.stop()
    }

    /// Reads the beginning of a response and closes its connection.
    @discardableResult
    private static func readOnePiece(_ request: HTTPClientRequest) async throws -> String {
        let (pieces, continuation) = AsyncStream<String>.makeStream()
        let reading = Task {
            defer { continuation.finish() }
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(600))
            for try await piece in response.body { continuation.yield(String(buffer: piece)) }
        }
        let first = await pieces.first { _ in true }
        // A cancelled request ends its connection.
        reading.cancel()
        _ = await reading.result
        return try #require(first)
    }
}
