import Domain
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Client profiles that a language model reads as well, on a running server.
@Suite(.standardTimeLimit) struct ProfileModelDoorTests {
    private static let phrase = "Ich habe mir eine Langhantel gekauft"
    /// What the rules don't read.
    private static let foreign = "Mi sono comprato un bilanciere"

    private static func provider() async throws -> ScriptedProvider {
        try await ScriptedProvider { request, _ in
            let lines = request.json["messages"]?.array?.last?["content"]?.string?.split(separator: "\n") ?? []
            let numbers = lines.filter { $0.hasPrefix("[") }.enumerated().filter { $0.element.contains(phrase) }
            let facts = numbers.map { number in
                [
                    "message": .integer(number.offset + 1), "category": "equipment", "quote": .string(phrase),
                    "status": "holds",
                ] as JSONValue
            }
            return .text((["facts": .array(facts)] as JSONValue).text)
        }
    }

    private static func texts(_ answer: AssistantFixture.Answer) -> Set<String> {
        Set(answer.json["items"]?.array?.compactMap { $0["text"]?.string } ?? [])
    }

    /// The profile once it has so many items.
    private static func profile(
        _ path: String,
        _ studio: AssistantFixture,
        of count: Int
    ) async throws -> AssistantFixture.Answer {
        var answer = try await studio.request("GET", path)
        try await until("the profile has \(count) items") {
            answer = try await studio.request("GET", path)
            return texts(answer).count >= count
        }
        return answer
    }

    @Test func aRebuildGoesThroughTheModelThatTheOperatorHasNamed() async throws {
        let provider = try await Self.provider()
        try await AssistantFixture.open(provider: provider) {
            $0.profileModel = "scripted"
        } _: { studio in
            let message = try await studio.say(Self.phrase, studio.sara)
            try await studio.say("My left knee hurts when I run", studio.sara)
            let path = "/v1/clients/\(studio.sara.id)/profile"
            #expect(try await studio.request("POST", path + "/rebuild").status == 202)
            await provider.requestArrived()
            let answer = try await Self.profile(path, studio, of: 2)
            #expect(Self.texts(answer) == [Self.phrase, "My left knee hurts when I run"])
            let item = try #require(answer.json["items"]?.array?.first { $0["category"]?.string == "equipment" })
            #expect(item["sources"]?[0]?["messageId"]?.string == "\(message.id)" && item["createdBy"] == "ai")
            let own = try await studio.request("GET", "/v1/me/profile", as: studio.sara)
            #expect(own.json["profiles"]?[0]?["items"]?.array?.count == 2)
            // The trainer is charged.
            let usage = try await studio.request("GET", "/v1/me/usage").json
            #expect(usage["day"]?["requests"] == 1)
            #expect(try await studio.request("GET", "/v1/me/usage", as: studio.sara).json["day"]?["requests"] == 0)
        }
        await provider.stop()
    }

    @Test func nothingIsSentUnlessTheOperatorHasTurnedItOn() async throws {
        let provider = try await Self.provider()
        try await AssistantFixture.open(provider: provider) { studio in
            try await studio.say(Self.foreign, studio.sara)
            try await studio.say("My left knee hurts when I run", studio.sara)
            let path = "/v1/clients/\(studio.sara.id)/profile"
            #expect(try await studio.request("POST", path + "/rebuild").status == 202)
            let answer = try await Self.profile(path, studio, of: 1)
            #expect(Self.texts(answer) == ["My left knee hurts when I run"])
            #expect(studio.server.server.useCases.profileModelReader == nil && provider.requests.isEmpty)
        }
        await provider.stop()
    }

    @Test func anUnknownModelStopsTheStart() async throws {
        await #expect(throws: SpotterError.self) {
            try await TestServer.run {
                $0.profileModel = "nobody"
            } _: { _ in
            }
        }
    }
}
