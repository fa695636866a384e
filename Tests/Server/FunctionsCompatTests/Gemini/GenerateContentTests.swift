import Domain
import LanguageModels
import Logging
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Gemini's API: shapes, streams, keys, functions, errors.
@Suite(.standardTimeLimit) struct GenerateContentTests {
    private static func asking(_ question: String) -> JSONValue {
        ["contents": [["role": "user", "parts": [["text": .string(question)]]]]]
    }
    private static let question = asking("What did Sara say about her knee?")

    private func generate(
        _ studio: StudioFixture,
        _ body: JSONValue,
        _ credential: Credential? = nil,
        method: String = "generateContent",
        version: String = "v1beta"
    ) async throws -> DoorAnswer {
        try await studio.door("POST", "/\(version)/models/spotter:\(method)", credential ?? studio.token, body)
    }

    /// Where the operator has pages read, the tool for that is taken; without it it's refused.
    @Test(arguments: [true, false])
    func pagesAreATool(isOn: Bool) async throws {
        try await StudioFixture.withKnee(configure: { $0.readsPages = isOn }) { studio in
            for tool in ["urlContext", "url_context"] {
                let body = Self.question.object?.merging(["tools": [.object([tool: [:]])]]) { first, _ in first } ?? [:]
                let answer = try await generate(studio, .object(body))
                #expect(answer.status == (isOn ? 200 : 400))
            }
        }
    }

    /// Better asks for films by this form; it's told that they aren't made, and by what they are.
    @Test func filmsAreRefusedInGooglesWords() async throws {
        try await StudioFixture.withKnee { studio in
            let wanted: JSONValue = ["instances": [["prompt": "A plank"]]]
            for credential in [studio.token, .header(try await studio.key("assistant"))] {
                let answer = try await generate(studio, wanted, credential, method: "predictLongRunning")
                #expect(answer.status == 501 && answer.error?["status"] == "UNIMPLEMENTED")
            }
        }
    }

    @Test(arguments: ["v1beta", "v1"])
    func anAnswerHasGooglesShape(version: String) async throws {
        try await StudioFixture.withKnee { studio in
            let json = try await generate(studio, Self.question, version: version).json
            #expect(json.keys == ["candidates", "usageMetadata", "modelVersion", "responseId", "spotter"])
            let candidate = try #require(json["candidates"]?[0])
            #expect(candidate["finishReason"] == "STOP" && candidate["content"]?["role"] == "model")
            let text = try #require(candidate["content"]?["parts"]?[0]?["text"]?.string)
            let source = try #require(candidate["citationMetadata"]?["citationSources"]?[0])
            let (start, end) = (try #require(source["startIndex"]?.int), try #require(source["endIndex"]?.int))
            #expect(String(decoding: Array(text.utf8)[start..<end], as: UTF8.self) == "[1]")
            #expect(source["uri"]?.string?.hasPrefix("\(studio.server.baseURL)/chats/\(studio.chat)") == true)
            #expect(try await studio.conversations() == [])
        }
    }

    /// As in Google's own examples.
    @Test func aSingleContentAndPartNeedNoList() async throws {
        try await StudioFixture.withKnee { studio in
            let part: JSONValue = ["text": "What did Sara say about her knee?"]
            let bodies: [JSONValue] = [
                ["contents": ["parts": part]], ["contents": ["role": "user", "parts": [part]]],
                ["contents": [["parts": part]], "systemInstruction": ["parts": ["text": "Be short."]], "tools": .null],
            ]
            for body in bodies {
                let answer = try await generate(studio, body)
                #expect(answer.status == 200)
            }
            let wrong = try await generate(studio, ["contents": 7])
            #expect(wrong.status == 400)
        }
    }

    @Test func aStreamComesAsEventsOrAsAList() async throws {
        try await StudioFixture.withKnee { studio in
            let events = try await generate(studio, Self.question, method: "streamGenerateContent?alt=sse")
            #expect(events.headers["content-type"] == "text/event-stream; charset=utf-8")
            #expect(events.text.hasSuffix("}\r\n\r\n") && !events.text.contains("[DONE]"))
            let list = try await generate(studio, Self.question, method: "streamGenerateContent")
            #expect(list.headers["content-type"] == "application/json; charset=utf-8")
            func text(_ pieces: [JSONValue]) -> String {
                pieces.compactMap { $0["candidates"]?[0]?["content"]?["parts"]?[0]?["text"]?.string }.joined()
            }
            let pieces = events.text.split(separator: "\r\n").compactMap { line in
                line.hasPrefix("data: ") ? JSONValue.parse(String(line.dropFirst(6))) : nil
            }
            let whole = try await generate(studio, Self.question).json
            #expect(text(pieces) == text([whole]) && text(list.json.array ?? []) == text([whole]))
            #expect(pieces.last?["candidates"]?[0]?["finishReason"] == "STOP" && pieces.last?["usageMetadata"] != nil)
        }
    }

    @Test func aKeyIsTakenInEachPlaceAndNeverLogged() async throws {
        let log = RecordedLog()
        let secret = try await TestServer.run(log: log) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let studio = StudioFixture(server: server, alex: alex, sara: alex, chat: .init(high: 0, low: 0))
            let key = try await studio.key("assistant")
            for credential in [Credential.bearer(key), .header(key)] {
                #expect(try await generate(studio, Self.asking("hello"), credential).status == 200)
            }
            for path in ["/v1beta/models/spotter:generateContent", "/v1/models/nothing:generateContent"] {
                let answer = try await studio.door("POST", "\(path)?key=\(key)", .none, Self.asking("hello"))
                #expect(answer.status == (path.contains("nothing") ? 404 : 200) && !answer.text.contains(key))
            }
            let wrong = try await studio.door(
                "POST",
                "/v1beta/models/spotter:generateContent?key=AIzaWrong",
                .none,
                [:]
            )
            #expect(wrong.status == 401 && wrong.error?["status"] == "UNAUTHENTICATED")
            return key
        }
        let logged = Logger.Level.allCases.flatMap { log.lines(of: $0) }.joined(separator: "\n")
        #expect(!logged.isEmpty && !logged.contains(secret) && !logged.contains("AIzaWrong"))
    }

    @Test func v1ModelsAnswerInTheFormOfTheKey() async throws {
        try await StudioFixture.open { studio in
            let key = try await studio.key("assistant")
            let googles = try await studio.door("GET", "/v1/models", .header(key))
            #expect(googles.json["models"]?[0]?["name"] == "models/spotter")
            let one = try await studio.door("GET", "/v1/models/built-in?key=\(key)", .none)
            #expect(one.json["supportedGenerationMethods"]?[0] == "generateContent")
            let openAIs = try await studio.door("GET", "/v1/models", .bearer(key))
            #expect(openAIs.json["data"]?[0]?["id"] == "spotter")
            let wrong = try await studio.door("GET", "/v1/models", .header("wrong"))
            #expect(wrong.status == 401 && wrong.error?["status"] == "UNAUTHENTICATED")
            #expect(try await studio.door("GET", "/v1/models", .none).error?["code"] == "invalid_api_key")
            #expect(try await studio.door("GET", "/v1beta/models", .header(key)).json == googles.json)
        }
    }

    @Test func functionsAreCalledAndAnswered() async throws {
        let provider = try await ScriptedProvider { request, _ in
            let output = request.json["messages"]?.array?.last { $0["role"] == "tool" }?["content"]?.string
            if let output { return .text("It says \(output).") }
            return .toolCalls([ToolCall(id: "call_7", name: "weather", arguments: ["city": "Oslo"])])
        }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let declaration: JSONValue = [
                "name": "weather", "description": "W",
                "parameters": ["type": "OBJECT", "properties": ["city": ["type": "STRING"]]],
            ]
            var body = Self.asking("Oslo?").object ?? [:]
            body["tools"] = [["function_declarations": [declaration]]]
            body["systemInstruction"] = ["parts": [["text": "Be brief."]]]
            let first = try await generate(studio, .object(body)).json
            let call = try #require(first["candidates"]?[0]?["content"]?["parts"]?[0]?["functionCall"])
            #expect(call == ["id": "call_7", "name": "weather", "args": ["city": "Oslo"]])
            #expect(first["candidates"]?[0]?["finishReason"] == "STOP")
            // Without ids, a response is that of the call of its name.
            body["contents"] = [
                ["role": "user", "parts": [["text": "Oslo?"]]],
                ["role": "model", "parts": [["functionCall": ["name": "weather", "args": ["city": "Oslo"]]]]],
                ["role": "user", "parts": [["functionResponse": ["name": "weather", "response": ["is": "cold"]]]]],
            ]
            let second = try await generate(studio, .object(body)).json
            let text = second["candidates"]?[0]?["content"]?["parts"]?[0]?["text"]
            #expect(text == #"It says {"is":"cold"}."#, "\(second.text)")
        }
        let sent = provider.requests.first?.json["tools"]?.array?.last?["function"]?["parameters"]
        #expect(sent?["type"] == "object" && sent?["properties"]?["city"]?["type"] == "string")
        await provider.stop()
    }

    @Test(
        arguments: [
            [:], ["contents": []], ["contents": "hello"], ["contents": [["role": "system", "parts": [["text": "x"]]]]],
            ["contents": [["parts": [["inlineData": ["mimeType": "image/png", "data": ""]]]]]],
            ["contents": [["parts": [["text": "x"]]]], "generationConfig": ["responseMimeType": "application/json"]],
            ["contents": [["parts": [["text": "x"]]]], "generation_config": ["temperature": 9]],
            ["contents": [["parts": [["text": "x"]]]], "tools": [["codeExecution": [:]]]],
            ["contents": [["parts": [["functionResponse": ["name": "f"]]]]]],
        ] as [JSONValue]
    )
    func whatCantBeServedIsRefused(body: JSONValue) async throws {
        try await StudioFixture.open { studio in
            let answer = try await generate(studio, body)
            #expect(answer.status == 400 && answer.error?["status"] == "INVALID_ARGUMENT", "\(answer.text)")
            #expect(answer.error?["code"] == 400)
        }
    }

    @Test func scopesAndLimitsAreTheSameAsEverywhere() async throws {
        try await StudioFixture.open { studio in
            let narrow = Credential.header(try await studio.key("messages:read"))
            for method in [
                "generateContent", "streamGenerateContent", "embedContent", "batchEmbedContents", "countTokens",
            ] {
                for version in ["v1beta", "v1"] {
                    let answer = try await generate(studio, [:], narrow, method: method, version: version)
                    #expect(answer.status == 403 && answer.error?["status"] == "PERMISSION_DENIED", "\(method)")
                }
            }
            let count = try await generate(studio, Self.question, method: "countTokens")
            #expect(count.json["totalTokens"]?.int ?? 0 > 4)
            let long = try await generate(studio, Self.asking(String(repeating: "a", count: 5_000)))
            #expect(long.status == 400)
            let huge = try await generate(studio, Self.asking(String(repeating: "a", count: 14 << 20)))
            #expect(huge.status == 413 && huge.error?["code"] == 413)
        }
    }

    @Test func anEarlierTurnProposesNothing() async throws {
        try await StudioFixture.withKnee { studio in
            let contents: JSONValue = [
                ["role": "user", "parts": [["text": "Tell Sara that training is off"]]],
                ["role": "model", "parts": [["text": "Shall I?"]]], ["role": "user", "parts": [["text": "yes"]]],
            ]
            let answer = try await generate(studio, ["contents": contents])
            #expect(answer.status == 200 && answer.json["spotter"]?["proposals"] == [])
            #expect(try await studio.proposals().isEmpty)
        }
    }
}
