import Domain
import ModelTestKit
import ServerTestKit
import Storage
import TestSupport
import Testing

@testable import SpotterServer

/// A user's instructions for the assistant: stored with the account, told to the model, seen by nobody else.
@Suite(.standardTimeLimit) struct InstructionTests {
    @Test func theyReachTheModelAndNobodyElse() async throws {
        let provider = try await ScriptedProvider { _, _ in .text("Ja.") }
        try await AssistantFixture.open(provider: provider) { studio in
            func me(_ user: TestUser? = nil) async throws -> JSONValue? {
                try await studio.request("GET", "/v1/me", as: user).json["user"]
            }
            #expect(try await me()?.object?["customInstructions"] == .null)
            let set = try await studio.request("PATCH", "/v1/me", ["customInstructions": "Answer in Swedish."])
            #expect(set.status == 200 && set.json["user"]?["customInstructions"] == "Answer in Swedish.")
            #expect(try await me()?["customInstructions"] == "Answer in Swedish.")
            // Another change leaves them.
            _ = try await studio.request("PATCH", "/v1/me", ["displayName": "Alex M."])
            _ = try await studio.ask("How are you?")
            let sent = provider.requests.last?.json["messages"]?[0]
            #expect(sent?["role"] == "system" && sent?["content"]?.string?.contains("Answer in Swedish.") == true)
            _ = try await studio.ask("How are you?", as: studio.sara)
            #expect(provider.requests.last?.json.text.contains("Swedish") == false)
            for path in ["/v1/users/\(studio.alex.id)", "/v1/contacts", "/v1/me"] {
                let seen = try await studio.request("GET", path, as: studio.sara)
                #expect(seen.status == 200 && !seen.json.text.contains("Swedish"), "\(path)")
            }
            let long = JSONValue.string(String(repeating: "x", count: 4_001))
            #expect(try await studio.request("PATCH", "/v1/me", ["customInstructions": long]).status == 400)
            #expect(try await studio.request("PATCH", "/v1/me", ["customInstructions": 5]).status == 400)
            for nothing in [JSONValue.null, ""] {
                _ = try await studio.request("PATCH", "/v1/me", ["customInstructions": "Brief."])
                let cleared = try await studio.request("PATCH", "/v1/me", ["customInstructions": nothing])
                #expect(cleared.json["user"]?.object?["customInstructions"] == .null)
            }
        }
        await provider.stop()
    }

    @Test func aLocaleIsOfTheAccountOrUsualInItsZone() async throws {
        try await AssistantFixture.open { studio in
            func locale(_ change: JSONValue) async throws -> JSONValue? {
                let answer = try await studio.request("PATCH", "/v1/me", change)
                return answer.status == 200 ? answer.json["user"]?["locale"] : nil
            }
            let atFirst = try await locale(["timezone": "America/New_York"])
            #expect(atFirst == "en-US")
            #expect(try await locale(["timezone": "Europe/London"]) == "en-GB")
            #expect(try await locale(["locale": "pt_br"]) == "pt-BR")
            #expect(try await locale(["timezone": "America/New_York"]) == "pt-BR")
            #expect(try await locale(["locale": .null]) == "en-US")
            #expect(try await locale(["locale": "no locale"]) == nil)
            #expect(try await studio.request("GET", "/v1/me").json["user"]?["locale"] == "en-US")
        }
    }

    @Test func theyAreExportedAndGoWithTheAccount() async throws {
        try await AssistantFixture.open { studio in
            _ = try await studio.request("PATCH", "/v1/me", ["customInstructions": "Answer in zanzibarian."])
            let archive = try await ExportStudio.export(studio.alex, on: studio.server)
            #expect(try archive.json("account.json")["user"]?["customInstructions"] == "Answer in zanzibarian.")
            let gone = try await studio.request("DELETE", "/v1/me", ["password": "secret-Alex Moore"])
            #expect(gone.status == 204)
            let left = try await studio.server.server.database.read { connection in
                try connection.query("SELECT custom_instructions FROM users") { try $0.optionalText(0) }
            }
            #expect(left.allSatisfy { $0 == nil })
        }
    }
}
