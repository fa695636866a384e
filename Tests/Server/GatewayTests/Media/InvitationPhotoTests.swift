import Contacts
import Domain
import Gateway
import MediaTestKit
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// The photo of whoever invites, for somebody without an account.
@Suite(.standardTimeLimit)
struct InvitationPhotoTests {
    @Test func whoHoldsACodeSeesTheInvitersPhotoUntilItIsUsed() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let sara = try await server.register("Sara", role: .client)
            let face = try await server.upload(Fixtures.jpeg, name: "family.jpg", id: "face", as: alex).mediaId
            let other = try await server.upload(Fixtures.webp, name: "plan.webp", id: "plan", as: alex).mediaId
            let (code, revoked) = (try await invite(server, by: alex), try await invite(server, by: alex))
            let path = "/v1/invitations/\(code.code)"

            // Without a photo there is none, and the code still says who invites.
            #expect(try await hasPhoto(server, path) == false)
            #expect(try await server.send("GET", path + "/photo", as: nil).status == 404)
            let change = ["photoMediaId": face]
            #expect(try await server.request("PATCH", "/v1/me", as: alex, json: change).status == 200)
            #expect(try await hasPhoto(server, path) == true)

            // It's the small one, and what the browser has isn't sent again.
            let shown = try await server.send("GET", path + "/photo", as: nil)
            let small = try await server.send("GET", "/v1/media/\(face)/thumbnail", as: alex)
            #expect(shown.status == 200 && shown.body == small.body && !shown.body.isEmpty)
            #expect(shown.headers["content-type"]?.hasPrefix("image/") == true)
            #expect(shown.headers["cache-control"] == "private, no-cache")
            #expect(shown.headers["content-disposition"]?.contains("photo") == true)
            #expect(shown.headers["content-disposition"]?.contains("family") == false)
            let tag = try #require(shown.headers["etag"])
            let again = try await server.send("GET", path + "/photo", as: nil, headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            // The code opens no other file, not even this one by its own address.
            for id in [face, other] {
                #expect(try await server.send("GET", "/v1/media/\(id)/thumbnail", as: nil).status == 401)
            }

            let accepted = try await server.request(
                "POST",
                "/v1/invitations/accept",
                as: sara,
                json: ["code": code.code]
            )
            #expect(accepted.status == 200)
            #expect(try await server.request("DELETE", "/v1/invitations/\(revoked.id)", as: alex).status == 204)
            // Used, taken back, never made, an id: all the same, whatever the browser has kept.
            for code in [code.code, revoked.code, "sp_i_" + String(repeating: "A", count: 43), revoked.id] {
                let gone = try await server.send(
                    "GET",
                    "/v1/invitations/\(code)/photo",
                    as: nil,
                    headers: ["If-None-Match": tag]
                )
                #expect(gone.status == 404 && gone.headers["etag"] == nil)
            }
        }
    }

    @Test func theOperatorHasNone() async throws {
        try await TestServer.run { server in
            let (_, code) = try await server.server.messaging.registrations.invite(email: nil, role: .trainer)
            let path = "/v1/invitations/\(code.reveal())"
            #expect(try await hasPhoto(server, path) == false)
            #expect(try await server.send("GET", path + "/photo", as: nil).status == 404)
        }
    }

    @Test func guessesAreSlowedDown() async throws {
        // This machine has twenty times as many.
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.failures = Rate(1, perSeconds: 86_400, burst: 1)
        }) { server in
            var statuses: [Int] = []
            for number in 0..<21 {
                statuses.append(try await server.request("GET", "/v1/invitations/sp_i_\(number)/photo").status)
            }
            #expect(statuses == [Int](repeating: 404, count: 20) + [429])
        }
    }

    private func invite(_ server: TestServer, by trainer: TestUser) async throws -> (id: String, code: String) {
        let made = try await server.request("POST", "/v1/invitations", as: trainer, json: [:])
        let invitation = try #require(made.json["invitation"] as? [String: Any])
        return (try #require(invitation["id"] as? String), try #require(invitation["code"] as? String))
    }

    private func hasPhoto(_ server: TestServer, _ path: String) async throws -> Bool? {
        let shown = try await server.request("GET", path)
        return (shown.json["invitation"] as? [String: Any])?["hasPhoto"] as? Bool
    }
}
