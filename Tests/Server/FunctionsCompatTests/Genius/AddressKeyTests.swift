import Domain
import ServerTestKit
import TestSupport
import Testing

/// The app as it is: it is told an address, and sends no header of its own.
@Suite(.standardTimeLimit) struct AddressKeyTests {
    @Test func anAddressWithAKeyIsEnough() async throws {
        try await StudioFixture.withKnee { studio in
            let key = try await studio.key("assistant")
            let model = try await studio.door("GET", "/k/\(key)/model", .none)
            #expect(model.status == 200 && model.json["model"]?.string != nil)
            let question = StudioFixture.asking("What did Sara say about her knee?")
            let answer = try await studio.door("POST", "/k/\(key)/advice", .none, question)
            let events = AppStream.events(of: answer.text)
            #expect(answer.status == 200 && events.last?.name == "response_complete")
            #expect(events.advice?["main_advice"]?.string?.contains("knee") == true)
            // It's the key's owner who asks.
            #expect(try await studio.conversations().count == 1)
            // A base address that ends with a slash.
            #expect(try await studio.door("GET", "/k/\(key)//model", .none).status == 200)
        }
    }

    /// What is in an address is seen by more than a header is.
    @Test func onlyKeysThatJustAskCount() async throws {
        try await StudioFixture.withKnee { studio in
            let more = try await studio.key("assistant", "messages:read")
            let other = try await studio.key("search")
            let question = StudioFixture.asking("Should Sara run?")
            let login = studio.alex.accessToken.reveal()
            for (token, status) in [(login, 403), (more, 403), (other, 403), ("sp_k_none", 401)] {
                let answer = try await studio.door("POST", "/k/\(token)/advice", .none, question)
                #expect(answer.status == status && answer.json["detail"]?.string != nil)
                #expect(!answer.text.contains(token))
            }
            // A header doesn't stand in for the address.
            let key = try await studio.key("assistant")
            #expect(try await studio.door("GET", "/k/sp_k_none/model", .bearer(key)).status == 401)
            #expect(try await studio.conversations().isEmpty)
        }
    }

    @Test func nothingElseIsBehindIt() async throws {
        try await StudioFixture.withKnee { studio in
            let key = try await studio.key("assistant")
            for path in ["v1/chats", "openai/v1/models", "k/\(key)/model", ""] {
                #expect(try await studio.door("GET", "/k/\(key)/\(path)", .none).status == 404)
            }
            let document = try await studio.door("GET", "/openapi.json", .none)
            #expect(document.json["paths"]?["/advice"] != nil && document.json["paths"]?["/k/{key}/advice"] == nil)
            #expect(!document.text.contains("/k/{key}"))
        }
    }
}
