import Domain
import Foundation
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Files that stand in a request, and the models by whose names apps ask.
@Suite(.standardTimeLimit) struct GeminiFileTests {
    /// A red pixel.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="

    private static func file(_ type: String, _ base64: String) -> JSONValue {
        ["inlineData": ["mimeType": .string(type), "data": .string(base64)]]
    }

    private static func turn(_ role: String, _ parts: JSONValue...) -> JSONValue {
        ["role": .string(role), "parts": .array(parts)]
    }

    /// A studio with two models, of which the second understands pictures.
    private static func withModels(_ body: @Sendable (StudioFixture, ScriptedProvider) async throws -> Void)
        async throws
    {
        let provider = try await ScriptedProvider { _, _ in .text("A red dot.") }
        try await StudioFixture.open(configure: {
            var models = Array(StudioFixture.models(at: provider.baseURL).prefix(2))
            models[1].profile.replaces = ["gpt-4o"]
            $0.otherLanguageModels = models
        }) { try await body($0, provider) }
        await provider.stop()
    }

    private static func ask(
        _ studio: StudioFixture,
        _ contents: JSONValue...,
        model: String = "spotter",
        as credential: Credential? = nil
    ) async throws -> DoorAnswer {
        try await studio.door(
            "POST",
            "/v1beta/models/\(model):generateContent",
            credential ?? studio.token,
            ["contents": .array(contents)]
        )
    }

    private static func content(_ provider: ScriptedProvider) throws -> [JSONValue] {
        try #require(provider.requests.last?.json["messages"]?.array?.last?["content"]?.array)
    }

    @Test func aPictureReachesAModelThatSeesAndStandsBeforeTheText() async throws {
        try await Self.withModels { studio, provider in
            let answer = try await Self.ask(
                studio,
                Self.turn("user", Self.file("image/png", Self.png), ["text": "What is this?"])
            )
            #expect(
                answer.status == 200 && answer.json["modelVersion"] == "qwen/qwen2.5-vl-32b-instruct",
                "\(answer.text)"
            )
            #expect(provider.requests.last?.json["model"] == "qwen/qwen2.5-vl-32b-instruct")
            let parts = try Self.content(provider)
            #expect(parts.map { $0["type"] } == ["image_url", "text"])
        }
    }

    /// The app sends the whole conversation with every question.
    @Test func aPictureOfAnEarlierTurnIsStillSeen() async throws {
        try await Self.withModels { studio, provider in
            let answer = try await Self.ask(
                studio,
                Self.turn("user", Self.file("image/png", Self.png), ["text": "What is this?"]),
                Self.turn("model", Self.file("image/png", "b3du"), ["text": "A red dot."]),
                Self.turn("user", ["text": "Which red?"])
            )
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try Self.content(provider).count { $0["type"] == "image_url" } == 1)
        }
    }

    @Test func theTextOfADocumentReachesTheModel() async throws {
        try await Self.withModels { studio, provider in
            let pdf = Data(TestPDF.document(pages: [["Squats on Monday"]])).base64EncodedString()
            let answer = try await Self.ask(
                studio,
                Self.turn("user", Self.file("application/pdf", pdf), ["text": "What is planned?"])
            )
            #expect(answer.status == 200 && answer.json["modelVersion"] == "deepseek/deepseek-chat", "\(answer.text)")
            let sent = try #require(provider.requests.last)
            #expect(sent.json["model"] == "deepseek/deepseek-chat" && sent.json.text.contains("Squats on Monday"))
        }
    }

    @Test func filesNeedTheirScopesAndTheirTypes() async throws {
        try await Self.withModels { studio, provider in
            let picture = Self.file("image/png", Self.png)
            let narrow = Credential.header(try await studio.key("assistant"))
            let refused = try await Self.ask(studio, Self.turn("user", picture, ["text": "What?"]), as: narrow)
            #expect(refused.status == 403 && refused.error?["status"] == "PERMISSION_DENIED")
            for wrong in [
                Self.file("text/html", "PGI+"), Self.file("image/png", "!!"), ["inlineData": ["mimeType": "image/png"]],
                ["fileData": ["fileUri": "https://example.com/a.png"]],
            ] {
                let answer = try await Self.ask(studio, Self.turn("user", wrong, ["text": "What?"]))
                #expect(answer.status == 400 && answer.error?["status"] == "INVALID_ARGUMENT", "\(wrong.text)")
            }
            #expect(provider.requests.isEmpty)
        }
    }

    /// Apps have the names of Google's models built in; those that a model of the operator's replaces are its.
    @Test(arguments: [
        ("gemini-flash-latest", "deepseek/deepseek-chat"), ("gemini-2.5-flash-lite", "deepseek/deepseek-chat"),
        ("gpt-4o", "qwen/qwen2.5-vl-32b-instruct"),
    ])
    func aModelIsAskedByTheAppsName(name: String, model: String) async throws {
        try await Self.withModels { studio, provider in
            let answer = try await Self.ask(studio, Self.turn("user", ["text": "Name three stretches."]), model: name)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(provider.requests.last?.json["model"]?.string == model)
            guard name.hasPrefix("gemini-") else { return }
            let shown = try await studio.door("GET", "/v1beta/models/\(name)", studio.token)
            #expect(shown.json["name"]?.string == "models/\(name)")
        }
    }

    @Test func aNameOfNoModelIsNone() async throws {
        try await Self.withModels { studio, _ in
            for name in ["claude-9", "gemini-embedding-001"] {
                let answer = try await Self.ask(studio, Self.turn("user", ["text": "Hello"]), model: name)
                #expect(answer.status == 404, "\(answer.text)")
            }
        }
    }
}
