import AsyncHTTPClient
import Domain
import Foundation
import ServerTestKit
import SpotterAPI
import Testing

/// One way into the server, as a program comes by it. `Doors.all` lists them; every suite of this folder goes over all.
struct Door: Sendable, CustomTestStringConvertible {
    /// What came back, whatever the contract: an HTTP status, or what stands for it, and all that was said.
    struct Visit: Sendable {
        let status: Int
        let text: String

        init(_ status: Int, _ text: String) { (self.status, self.text) = (status, text) }
        init(_ answer: DoorAnswer) { self.init(answer.status, answer.text) }

        var isAdmitted: Bool { (200..<300).contains(status) }
    }

    let name: String
    /// What a key needs for `ask`.
    let scope: KeyScope
    /// Whether it takes the access token of a person, too.
    var takesUserTokens = true
    /// Whether what is asked goes to the assistant, and so to a language model.
    var asksTheAssistant = false
    /// Whether the assistant can propose actions in its answers.
    var proposes = false
    /// Uses the door for what it is there for: asks a question, or reads what it would be answered from.
    let ask: @Sendable (StudioFixture, _ token: String?, _ question: String) async throws -> Visit
    /// Names an object of somebody else; 404 if that is told from nothing that doesn't exist. `nil` for doors that name
    /// no objects.
    var reach: (@Sendable (StudioFixture, _ token: String, Rivals) async throws -> Visit)?

    var testDescription: String { name }

    /// Another trainer's things, which hold a secret.
    struct Rivals: Sendable {
        static let secret = "zq4711"

        let trainer: TestUser
        let client: TestUser
        let chat: ChatID
        /// A stored answer, under its name in OpenAI's contract.
        let response: String

        init(in studio: StudioFixture) async throws {
            let rivals = try await studio.rivals()
            (trainer, client, chat) = (rivals.trainer, rivals.client, rivals.chat)
            try await studio.say("The pineapple secret is \(Self.secret).", client, in: chat)
            let token = Credential.bearer(trainer.accessToken.reveal())
            let answer = try await studio.respond("What is the pineapple secret?", by: token)
            response = try #require(answer.json["id"]?.string, "\(answer.text)")
        }
    }
}

extension StudioFixture {
    /// A key of Alex's, as a program keeps it.
    func newKey(_ scopes: [KeyScope], expiresAt: Timestamp? = nil) async throws -> (
        id: String, secret: String
    ) {
        var body: [String: Any] = ["name": "door", "scopes": scopes.map(\.rawValue)]
        body["expiresAt"] = expiresAt?.description
        let made = try await server.request("POST", "/v1/keys", as: alex, json: body)
        let key = try #require(made.json["key"] as? [String: Any])
        return (try #require(key["id"] as? String), try #require(key["secret"] as? String))
    }

    /// A credential for doors with a bearer token.
    static func credential(_ token: String?) -> Credential { token.map(Credential.bearer) ?? .none }
}
