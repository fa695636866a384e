import AsyncHTTPClient
import Domain
import LanguageModels
import ModelTestKit
import NIOCore
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Streams are passed on byte for byte, and end when either side does.
@Suite(.longTimeLimit) struct ProxyStreamTests {
    private static let text =
        ": OPENROUTER PROCESSING\n\n"
        + #"data: {"id":"gen-1","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning":"hm"}}]}"#
        + "\n\n" + #"data: {"id":"gen-1","choices":[{"index":0,"delta":{"content":"Grüße \ud83d\ude00"}}]}"#
        + "\r\n\r\n"
        + #"data: {"id":"gen-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"# + "\n\n"
        + #"data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":19}}"#
        + "\n\ndata: [DONE]\n\n"

    private static let bytes = Array(text.utf8)

    /// Two pieces, cut after so many bytes; behind the last byte, pieces of one size.
    private static func cut(_ position: Int) -> ScriptedResponse {
        var response = ScriptedResponse.body([])
        if position < bytes.count {
            response.pieces = [Array(bytes[..<position]), Array(bytes[position...])]
        } else {
            response.pieces = [bytes]
            response = response.cutIntoPieces(of: [1, 2, 3, 5, 7, 64, 4096][(position - bytes.count) % 7])
        }
        return response
    }

    /// Each part has every twelfth cut.
    @Test(arguments: 0..<12) func bytesAreTheSameForEveryCut(part: Int) async throws {
        let positions = Array(stride(from: part, to: Self.bytes.count + 7, by: 12))
        let provider = try await ScriptedProvider { _, number in Self.cut(positions[number]) }
        try await StudioFixture.proxying(provider) { studio in
            for position in positions {
                let answer = try await studio.forward(["stream": true, "stream_options": ["include_usage": true]])
                #expect(answer.status == 200 && answer.text == Self.text, "cut \(position)")
                #expect(answer.headers["content-type"] == "text/event-stream")
                #expect(answer.headers["cache-control"] == "no-cache")
            }
            let used = try await studio.usage()
            let count = positions.count
            #expect(used["requests"] == .integer(count) && used["inputTokens"] == .integer(12 * count))
            #expect(used["outputTokens"] == .integer(7 * count))
        }
    }

    /// The provider sees the server's key, and nothing of whose request it is.
    @Test func theKeyStaysHereAndTheTokenToo() async throws {
        let provider = try await ScriptedProvider { _, _ in Self.cut(0) }
        try await StudioFixture.proxying(provider) { studio in
            let more: JSONValue = [
                "stream": true, "temperature": 0.5, "seed": 7, "provider": ["order": ["a"]], "top_p": 0.95,
                "tools": [
                    ["type": "function", "function": ["name": "get_weather", "parameters": ["type": "object"]]]
                ],
            ]
            #expect(try await studio.forward(more).status == 200)
            let request = try #require(provider.requests.first)
            #expect(request.path == "/v1/chat/completions" && request.headers["accept"] == "text/event-stream")
            #expect(request.headers["authorization"] == "Bearer \(StudioFixture.upstreamKey)")
            let token = studio.alex.accessToken.reveal()
            #expect(!request.headers.values.contains { $0.contains(token) || $0.contains("Alex") })
            var expected = more.object ?? [:]
            expected["model"] = "deepseek/deepseek-chat"
            expected["messages"] = .asking("Name three stretches.")
            #expect(request.json == .object(expected))
        }
    }

    @Test func aClientThatGoesAwayEndsTheRequest() async throws {
        let provider = try await ScriptedProvider { _, _ in
            ScriptedResponse.text("one two three").cut(after: 2, .hang)
        }
        try await StudioFixture.proxying(provider) { studio in
            let body = #"{"model":"deepseek/deepseek-chat","stream":true,"messages":[{"role":"user","content":"Hi"}]}"#
            let request = studio.doorRequest("POST", "/api/chat/completions", studio.token, text: body)
            let (pieces, continuation) = AsyncStream<ByteBuffer>.makeStream()
            let reading = Task {
                defer { continuation.finish() }
                let response = try await HTTPClient.shared.execute(request, timeout: .seconds(600))
                for try await piece in response.body { continuation.yield(piece) }
            }
            #expect(await pieces.first { _ in true } != nil)
            reading.cancel()
            // The provider is silent: only the client's departure ends this.
            await provider.clientHungUp()
            // What it used is charged, not what was reserved for it.
            var used = JSONValue.null
            try await until("what was reserved is given back") {
                used = try await studio.usage()
                return used["outputTokens"]?.int ?? 0 <= 100
            }
            #expect(used["requests"] == 1)
        }
    }

    /// An untimely end is told in the stream, after exactly what came.
    @Test func anAnswerThatBreaksOffSaysSo() async throws {
        let whole = ScriptedResponse.text("one two three")
        let sent = Array(whole.pieces.prefix(3).joined())
        // In the middle of an event.
        let half = {
            var response = whole.cut(after: 3, .complete)
            response.pieces.append(Array("data: {\"id\"".utf8))
            return response
        }()
        let provider = try await ScriptedProvider { _, position in
            switch position {
            case 0: whole.cut(after: 3, .complete)
            case 1: half
            default: whole.cut(after: 3, .hang)
            }
        }
        try await StudioFixture.proxying(provider) { studio in
            let body = #"{"model":"deepseek/deepseek-chat","stream":true,"messages":[{"role":"user","content":"Hi"}]}"#
            for position in 0..<3 {
                let request = studio.doorRequest("POST", "/api/chat/completions", studio.token, text: body)
                let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
                var bytes: [UInt8] = []
                for try await piece in response.body {
                    bytes += piece.readableBytesView
                    if position == 2, bytes.count == sent.count { await provider.closeConnections() }
                }
                let answer = DoorAnswer(status: 200, headers: [:], text: String(decoding: bytes, as: UTF8.self))
                #expect(bytes.starts(with: sent), "\(answer.text)")
                let last = try #require(answer.events.last)
                #expect(last["error"]?["code"] == "model_interrupted")
                #expect(last["choices"]?[0]?["finish_reason"] == "error" && last["id"] == "chatcmpl-1")
                #expect(answer.text.hasSuffix("}\n\n") && !answer.text.contains("[DONE]"))
            }
        }
    }

    @Test func aProviderThatIsSilentIsNotWaitedForWithoutEnd() async throws {
        let provider = try await ScriptedProvider { request, _ in
            guard request.json["model"] != "deepseek/deepseek-chat" else { return .hang }
            // A comment is no word: the time for the first one runs on.
            var response = ScriptedResponse.body([": OPENROUTER PROCESSING\n\n"])
            response.ending = .hang
            return response
        }
        try await StudioFixture.proxying(provider) { configuration in
            // The first never says anything. What the second says must arrive before its time is over.
            configuration.otherLanguageModels[0].firstByteSeconds = 1
            configuration.otherLanguageModels[1].firstByteSeconds = 10
        } _: { studio in
            let late = try await studio.forward(["stream": true])
            #expect(late.status == 504 && late.hasReadableError && late.error?["code"] == "model_timeout")
            let begun = try await studio.forward(["stream": true], model: "qwen/qwen2.5-vl-32b-instruct")
            #expect(begun.status == 200 && begun.text.hasPrefix(": OPENROUTER PROCESSING\n\n"))
            #expect(begun.events.last?["error"]?["code"] == "model_timeout", "\(begun.text)")
        }
    }
}
