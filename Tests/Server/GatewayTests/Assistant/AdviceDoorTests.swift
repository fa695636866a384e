import Accounts
import Domain
import Foundation
import Messaging
import ModelTestKit
import ServerTestKit
import SpotterServer
import Testing

/// Advice over the wire: its shape, its stream, its ratings and who may see them.
@Suite struct AdviceDoorTests {
    private static let json =
        #"{"advice":"Rest two days [1].","alternatives":["Swim"],"confidence":0.8,"reasoning":"Pain."}"#

    @Test func adviceIsOneObjectAndOneStream() async throws {
        let provider = try await ScriptedProvider { _, _ in .text(Self.json) }
        try await AssistantFixture.open(provider: provider) { studio in
            try await studio.say("My knee hurts", studio.sara)
            let body: JSONValue = ["message": "Should Sara run, her knee hurts?"]
            let whole = try await studio.request("POST", "/v1/assistant/advice", body)
            #expect(whole.status == 200 && whole.json["mainAdvice"] == "Rest two days [1].")
            #expect(whole.json["reasoning"] == "Pain." && whole.json["confidence"] == 0.8)
            #expect(whole.json["confidenceSource"] == "model" && whole.json["model"] == "scripted")
            #expect(whole.json["alternatives"]?[0]?["title"] == "Swim")
            #expect(whole.json["citations"]?.array?.count == 1)

            let reader = try await ServerEventReader.open(
                studio.server.baseURL + "/v1/assistant/advice",
                token: studio.alex.accessToken.reveal(),
                body: body
            )
            let events = try await reader.rest()
            #expect(events.names.first == "started" && events.names.last == "completed")
            #expect(events.text == "Rest two days [1].")
            #expect(events.first("completed")?.keys == whole.json.keys)
            // Re-attached, it is the answer with its advice.
            let id = try #require(events.first("completed")?["responseId"]?.string)
            let again = try await studio.reattach(id).rest()
            #expect(again.text == "Rest two days [1]." && again.last?.data["advice"]?["confidence"] == 0.8)
        }
        await provider.stop()
    }

    @Test func aRatingIsChangedByItsOwnerAndSeenByNobodyElse() async throws {
        try await AssistantFixture.open { studio in
            try await studio.say("My knee hurts", studio.sara)
            let advice = try await studio.request("POST", "/v1/assistant/advice", ["message": "Whose knee hurts?"])
            #expect(advice.json["confidenceSource"] == "built-in" && advice.json["alternatives"]?.array == [])
            let id = try #require(advice.json["responseId"]?.string)
            let path = "/v1/assistant/messages/\(id)/feedback"
            let rated = try await studio.request("PUT", path, ["outcome": "good", "note": "zebranote"])
            #expect(rated.status == 200 && rated.json["advice"]?["outcome"] == "good")
            #expect(try await studio.request("PUT", path, ["outcome": "bad"]).json["advice"]?["note"] == nil)
            #expect(try await studio.request("PUT", path, ["outcome": "maybe"]).errorCode == "invalid_request")
            for body in [JSONValue.object(["outcome": "good"]), ["outcome": "bad", "note": "x"]] {
                #expect(try await studio.request("PUT", path, as: studio.sara, body).status == 404)
            }
            #expect(try await studio.request("GET", path, as: studio.sara).status == 404)
            #expect(try await studio.request("DELETE", path, as: studio.sara).status == 404)
            #expect(try await studio.request("GET", path).json["advice"]?["outcome"] == "bad")
            let hers = try await studio.request("GET", "/v1/assistant/advice/calibration", as: studio.sara)
            #expect(hers.json["total"]?["given"] == 0)
        }
    }

    /// The operator sees figures, and no word of anybody's.
    @Test func theOperatorSeesFiguresOnly() async throws {
        try await AssistantFixture.open { studio in
            try await studio.say("My knee hurts, zebraknee", studio.sara)
            let question: JSONValue = ["message": "Whose zebraknee hurts?"]
            let advice = try await studio.request("POST", "/v1/assistant/advice", question)
            let id = try #require(advice.json["responseId"]?.string)
            let rating: JSONValue = ["outcome": "good", "note": "zebranote"]
            _ = try await studio.request("PUT", "/v1/assistant/messages/\(id)/feedback", rating)
            let admin = try await studio.server.server.messaging.adminTokens.replace().reveal()
            for path in ["/v1/admin/advice", "/v1/admin/advice/calibration"] {
                #expect(try await studio.request("GET", path).status == 401)
                let seen = try await studio.server.request("GET", path, token: admin)
                let text = String(decoding: seen.body, as: UTF8.self)
                #expect(seen.status == 200 && text.contains("built-in") && !text.contains("zebra"), "\(text)")
                #expect(!text.contains(studio.alex.id.description))
            }
        }
    }
}
