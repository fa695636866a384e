import Domain
import Foundation
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Pictures stand in a question as parts of its content.
@Suite(.standardTimeLimit) struct AdvicePictureTests {
    /// A red pixel.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="

    private static func question(_ parts: JSONValue...) -> JSONValue {
        ["conversation": [["role": "user", "content": .array([["type": "text", "text": "What is this?"]] + parts)]]]
    }

    private static let picture: JSONValue = [
        "type": "image_url", "image_url": ["url": .string("data:image/png;base64,\(png)")],
    ]

    private static func withVision(
        _ body: @Sendable (StudioFixture, ScriptedProvider) async throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider { _, _ in .text(#"{"advice":"A red dot.","confidence":0.9}"#) }
        var settings = ServerConfiguration.LanguageModelSettings(
            baseURL: provider.baseURL,
            apiKey: nil,
            model: "scripted"
        )
        settings.profile.readsImages = true
        try await StudioFixture.open(model: settings) { try await body($0, provider) }
        await provider.stop()
    }

    @Test func aPictureReachesAModelThatSees() async throws {
        try await Self.withVision { studio, provider in
            let flat: JSONValue = ["type": "input_image", "image_url": .string("data:image/png;base64,\(Self.png)")]
            for part in [Self.picture, flat] {
                let events = try await studio.advise(Self.question(part))
                #expect(events.advice?["main_advice"] == "A red dot.")
                let sent = try #require(provider.requests.last?.json["messages"]?.array?.last?["content"]?.array)
                let image = sent.first { $0["type"] == "image_url" }?["image_url"]?["url"]?.string
                #expect(image?.hasPrefix("data:image/") == true)
            }
            // The same picture is one file of the user's.
            let turns = try await studio.server.request("GET", "/v1/assistant/conversations", as: studio.alex)
            #expect(turns.status == 200 && provider.requests.count == 2)
        }
    }

    /// Apps name a model of their own, or none.
    @Test(arguments: [nil, "gpt-4.1-mini", "deepseek/deepseek-chat"] as [String?])
    func aPictureFindsAModelThatSees(named name: String?) async throws {
        let provider = try await ScriptedProvider { _, _ in .text(#"{"advice":"A red dot.","confidence":0.9}"#) }
        try await StudioFixture.open(configure: {
            $0.otherLanguageModels = Array(StudioFixture.models(at: provider.baseURL).prefix(2))
        }) { studio in
            var body = Self.question(Self.picture).object ?? [:]
            body["model"] = name.map { .string($0) }
            let events = try await studio.advise(.object(body))
            #expect(events.advice?["main_advice"] == "A red dot.")
            #expect(provider.requests.last?.json["model"] == "qwen/qwen2.5-vl-32b-instruct")
            let parts = try #require(provider.requests.last?.json["messages"]?.array?.last?["content"]?.array)
            #expect(parts.first?["type"] == "image_url" && parts.last?["type"] == "text")
        }
        await provider.stop()
    }

    @Test func aKeyNeedsTheScopesOfFiles() async throws {
        try await Self.withVision { studio, provider in
            let asks = try await studio.key("assistant")
            let refused = try await studio.door("POST", "/advice", .bearer(asks), Self.question(Self.picture))
            #expect(refused.status == 403 && refused.json["detail"]?.string?.contains("messages:") == true)
            #expect(provider.requests.isEmpty)
            let may = try await studio.key("assistant", "messages:read", "messages:write")
            let answer = try await studio.door("POST", "/advice", .bearer(may), Self.question(Self.picture))
            #expect(answer.status == 200 && provider.requests.count == 1)
        }
    }

    @Test func whatIsNoPictureIsRefused() async throws {
        try await Self.withVision { studio, provider in
            for address in ["data:image/png;base64,!!", "data:text/html;base64,\(Self.png)", "file:///etc/passwd", ""] {
                let part: JSONValue = ["type": "image_url", "image_url": ["url": .string(address)]]
                let answer = try await studio.door("POST", "/advice", studio.token, Self.question(part))
                #expect(answer.status == 422, "\(address): \(answer.text)")
            }
            let five = Self.question(Self.picture, Self.picture, Self.picture, Self.picture, Self.picture)
            #expect(try await studio.door("POST", "/advice", studio.token, five).status == 400)
            #expect(provider.requests.isEmpty)
        }
    }
}
