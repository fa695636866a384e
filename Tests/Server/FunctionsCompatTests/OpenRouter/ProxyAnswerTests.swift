import Domain
import Foundation
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Whole answers, refusals, models and files.
@Suite(.standardTimeLimit) struct ProxyAnswerTests {
    /// A picture of one point.
    private static let png =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private static func answer(_ message: JSONValue) -> ScriptedResponse {
        .json([
            "id": "gen-1", "choices": [["index": 0, "message": message, "finish_reason": "stop"]],
            "usage": ["prompt_tokens": 900, "completion_tokens": 30, "total_tokens": 930],
        ])
    }

    @Test func aWholeAnswerIsPassedOnAsItIs() async throws {
        let text =
            "{ \"id\":\"gen-1\",\n \"choices\" : [{\"message\":{\"content\":\"Calves\\u00e9\"}}], \"cost\": 1.50 }"
        let provider = try await ScriptedProvider { _, _ in .body([text], type: "application/json") }
        try await StudioFixture.proxying(provider) { studio in
            let answer = try await studio.forward()
            #expect(answer.status == 200 && answer.text == text)
            #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
        }
    }

    @Test func refusalsAreObjectsWithoutTheKey() async throws {
        let key = StudioFixture.upstreamKey
        let provider = try await ScriptedProvider { _, position in
            switch position {
            case 0: .json(["error": ["code": 400, "message": "max_tokens is too large"]], status: 400)
            case 1: .json(["error": "model is loading"], status: 503)
            case 2: .error(401, "Incorrect API key provided: \(key)")
            case 3: .error(429, "slow down \(key)", headers: [("retry-after", "60")])
            case 4: .body(["<html>hello</html>"], type: "text/html")
            case 5: .json(["error": ["code": 402, "message": "Insufficient credits of org-1"]], status: 402)
            case 6: .json(["error": ["code": 502, "message": "Provider returned error"]])
            default: .disconnect
            }
        }
        try await StudioFixture.proxying(provider) { studio in
            for (position, status) in [400, 503, 502, 429, 502, 502, 502, 502].enumerated() {
                let answer = try await studio.forward(["stream": .bool(position.isMultiple(of: 2))])
                #expect(answer.status == status && answer.hasReadableError, "\(position): \(answer.text)")
                #expect(!answer.text.contains(key) && !answer.text.contains("org-1"))
                if position == 0 { #expect(answer.error?["message"] == "max_tokens is too large") }
                if position == 3 { #expect(answer.headers["retry-after"] == "60") }
            }
            // Nothing was used.
            #expect(try await studio.usage()["outputTokens"] == 0)
        }
    }

    @Test func noOtherModelIsAsked() async throws {
        let provider = try await ScriptedProvider { _, _ in Self.answer(["role": "assistant", "content": "Fine."]) }
        try await StudioFixture.proxying(provider) { studio in
            for (name, expected) in [
                (nil, "deepseek/deepseek-chat"), ("moonshotai/kimi-k2.5", "deepseek/deepseek-chat"),
                ("google/gemini-2.5-flash", "deepseek/deepseek-chat"),
                ("qwen/qwen2.5-vl-32b-instruct", "qwen/qwen2.5-vl-32b-instruct"),
            ] {
                #expect(try await studio.forward(model: name).status == 200)
                #expect(provider.requests.last?.json["model"] == .string(expected))
            }
            let count = provider.requests.count
            for more: JSONValue in [
                ["model": "openai/gpt-5.2"], ["models": ["openai/gpt-5.2"]], ["preset": "mine"], ["route": "fallback"],
                ["plugins": [["id": "web"]]], ["tools": [["type": "openrouter:web_search"]]], ["n": 100],
                ["web_search_options": [:]], ["max_tokens": -1], ["messages": []], ["model": 7],
            ] {
                var body = more.object ?? [:]
                body["messages"] = body["messages"] ?? .asking("Hi")
                body["model"] = body["model"] ?? "deepseek/deepseek-chat"
                let answer = try await studio.proxy("POST", "chat/completions", .object(body))
                #expect(answer.status == 400 && answer.hasReadableError, "\(answer.text)")
            }
            // Two members of one name: the one that was checked is the one that is sent.
            let twice =
                #"{"model":"openai/gpt-5.2","model":"deepseek/deepseek-chat","messages":[{"role":"user","content":"Hi"}]}"#
            let answer = try await studio.door("POST", "/api/chat/completions", studio.token, text: twice)
            #expect(answer.status == 400 || provider.requests.last?.json["model"] == "deepseek/deepseek-chat")
            #expect(provider.requests.count <= count + 1)
        }
    }

    @Test func picturesGoToAModelThatUnderstandsThem() async throws {
        let provider = try await ScriptedProvider { _, _ in Self.answer(["role": "assistant", "content": "A dot."]) }
        try await StudioFixture.proxying(provider) { studio in
            let picture: JSONValue = ["type": "image_url", "image_url": ["url": .string(Self.png)]]
            let messages: JSONValue = [
                ["role": "user", "content": [picture, ["type": "text", "text": "What is it?"]]],
                ["role": "assistant", "content": [picture, ["type": "text", "text": "A dot."]], "images": [picture]],
                ["role": "user", "content": "Sure?"],
            ]
            #expect(try await studio.forward(messages: messages).status == 200)
            let sent = try #require(provider.requests.last?.json)
            #expect(sent["model"] == "qwen/qwen2.5-vl-32b-instruct")
            #expect(sent["messages"]?[0] == messages[0] && sent["messages"]?[2] == messages[2])
            #expect(sent["messages"]?[1] == ["role": "assistant", "content": [["type": "text", "text": "A dot."]]])
        }
    }

    /// As Better sends PDFs: in the place of a picture, where no model reads them.
    @Test func theTextOfADocumentReachesTheModel() async throws {
        let provider = try await ScriptedProvider { _, _ in Self.answer(["role": "assistant", "content": "Yes."]) }
        try await StudioFixture.proxying(provider) { studio in
            let pdf =
                "data:application/pdf;base64,"
                + Data(TestPDF.document(pages: [["Squats on Monday"]])).base64EncodedString()
            let messages: JSONValue = [
                [
                    "role": "user",
                    "content": [
                        ["type": "image_url", "image_url": ["url": .string(pdf)]], ["type": "text", "text": "When?"],
                    ],
                ]
            ]
            for _ in 0..<2 { #expect(try await studio.forward(messages: messages).status == 200) }
            let sent = try #require(provider.requests.last?.json)
            #expect(sent["model"] == "deepseek/deepseek-chat")
            let part = try #require(sent["messages"]?[0]?["content"]?[0])
            #expect(part["type"] == "text" && part["text"]?.string?.contains("Squats on Monday") == true, "\(part)")
        }
    }

    @Test func aPictureThatAModelMakesIsStored() async throws {
        let provider = try await ScriptedProvider { _, position in
            position == 0
                ? Self.answer([
                    "role": "assistant", "content": "", "images": [["image_url": ["url": .string(Self.png)]]],
                ])
                : Self.answer(["role": "assistant", "content": .string("Here: ![dot](\(Self.png))")])
        }
        try await StudioFixture.proxying(provider) { studio in
            for _ in 0..<2 {
                let answer = try await studio.forward(
                    ["modality": ["image"], "max_tokens": 1024],
                    model: "bytedance-seed/seedream-4.5"
                )
                #expect(answer.status == 200 && answer.text.contains("iVBORw0KGgo"), "\(answer.text)")
                let picture = try #require(answer.json["spotter"]?["pictures"]?[0])
                let url = try #require(picture["url"]?.string)
                #expect(url.hasPrefix(studio.server.baseURL + "/v1/media/"))
                let path = String(url.dropFirst(studio.server.baseURL.count))
                let own = try await studio.server.request("GET", path, as: studio.alex)
                #expect(own.status == 200 && own.headers["content-type"] == "image/png")
                #expect(try await studio.server.request("GET", path, as: studio.sara).status == 404)
                #expect(try await studio.server.request("GET", path).status == 401)
            }
        }
    }

    @Test func theModelsAreListed() async throws {
        let provider = try await ScriptedProvider(responses: [])
        let price = ModelPrice(input: 280_000, output: 420_000, request: 40_000)
        try await StudioFixture.proxying(provider, price: price) { studio in
            let answer = try await studio.proxy("GET", "models")
            let models = answer.json["data"]?.array ?? []
            #expect(answer.status == 200 && models.count == 4)
            #expect(models[0]["id"] == "deepseek/deepseek-chat")
            #expect(models[0]["pricing"]?["prompt"] == "0.00000028" && models[0]["pricing"]?["request"] == "0.04")
            #expect(models[0]["architecture"]?["input_modalities"] == ["text"])
            #expect(models[1]["architecture"]?["input_modalities"] == ["text", "image"])
            #expect(models[3]["architecture"]?["output_modalities"] == ["video"])
            // The assistant asks none that makes no text.
            let own = try await studio.door("GET", "/v1/assistant/models", studio.token).json["models"]?.array ?? []
            #expect(own.compactMap { $0["id"]?.string }.filter { $0.hasPrefix("bytedance") } == [])
        }
    }
}
