import Accounts
import Contacts
import Domain
import Foundation
import Gateway
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import Gateway

/// Nobody is reached unasked: what a stranger who calls themselves a trainer gets before and after a yes.
@Suite(.standardTimeLimit) struct ConsentTests {
    @Test func nothingReachesEitherBeforeTheYes() async throws {
        try await TestServer.run { server in
            let trainer = try await server.register("Support Team", role: .trainer)
            let sara = try await server.register("Sara", role: .client)
            let puppet = try await server.register("Puppet", role: .client)
            try await server.addClient(puppet, of: trainer)
            let (socket, _) = try await server.open(sara)
            let asked = try await server.request("POST", "/v1/contacts", as: trainer, json: ["email": sara.user.email])
            let nobody = try await server.request(
                "POST",
                "/v1/contacts",
                as: trainer,
                json: ["email": "no@example.com"]
            )
            #expect(asked.status == 202 && nobody.status == 202)
            #expect(asked.keys("contact") == nobody.keys("contact"))
            // What the client gets is a name and a request.
            let frame = try await socket.next("contact.request")
            let request = try #require(frame.json["request"] as? [String: Any])
            #expect(Set(request.keys) == ["id", "userId", "displayName", "at"])
            #expect(request["displayName"] as? String == "Support Team")

            try await refused(server, trainer, sara, puppet)
            let presence = try await server.request("GET", "/v1/presence?userIds=\(sara.id)", as: trainer)
            #expect(presence.items("presence").first?["status"] as? String == "offline")
            for query in ["Sara", sara.user.email, ""] {
                let found = try await server.request("GET", "/v1/users?query=\(query)", as: trainer).items("users")
                #expect(!found.contains { $0["userId"] as? String == "\(sara.id)" }, "\(query)")
            }
            #expect(try await server.request("GET", "/v1/contacts", as: trainer).items("contacts").count == 1)

            let id = try #require(request["id"] as? String)
            let accept = "/v1/contacts/requests/\(id)/accept"
            #expect(try await server.request("POST", accept, as: puppet).status == 404)
            #expect(try await server.request("POST", accept, as: sara).status == 200)
            #expect(try await server.request("POST", accept, as: sara).status == 404)
            let direct: [String: Any] = ["kind": "direct", "memberIds": ["\(sara.id)"]]
            #expect(try await server.request("POST", "/v1/chats", as: trainer, json: direct).status == 201)
            let shown = try await server.request("GET", "/v1/presence?userIds=\(sara.id)", as: trainer)
            #expect(shown.items("presence").first?["status"] as? String == "online")
            // She ends it herself.
            #expect(try await server.request("DELETE", "/v1/contacts/\(trainer.id)", as: sara).status == 204)
            let hidden = try await server.request("GET", "/v1/presence?userIds=\(sara.id)", as: trainer)
            #expect(hidden.items("presence").first?["status"] as? String == "offline")
            #expect(try await server.request("GET", "/v1/contacts", as: sara).items("contacts").isEmpty)
            _ = try await socket.drained()
        }
    }

    /// Everything by which a trainer might reach somebody whose id they know.
    private func refused(_ server: TestServer, _ trainer: TestUser, _ sara: TestUser, _ puppet: TestUser) async throws {
        let time = ["startsAt": "2100-01-01T10:00:00Z", "endsAt": "2100-01-01T11:00:00Z"]
        let attempts: [(String, [String: Any])] = [
            ("/v1/chats", ["kind": "direct", "memberIds": ["\(sara.id)"]]),
            ("/v1/chats", ["kind": "group", "name": "All", "memberIds": ["\(sara.id)", "\(puppet.id)"]]),
            ("/v1/calendar/events", time.merging(["eventType": "call", "clientId": "\(sara.id)"]) { $1 }),
            (
                "/v1/reminders",
                ["text": "Ask", "dueAt": "2100-01-01T10:00:00Z", "clientId": "\(sara.id)"]
            ),
        ]
        for (path, body) in attempts {
            let answer = try await server.request("POST", path, as: trainer, json: body)
            #expect([403, 404].contains(answer.status), "\(path): \(answer.status)")
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("Sara"))
        }
        #expect(try await server.request("GET", "/v1/users/\(sara.id)", as: trainer).status == 404)
        let direct: [String: Any] = ["kind": "direct", "memberIds": ["\(sara.id)"]]
        #expect(try await server.request("POST", "/v1/chats", as: puppet, json: direct).status == 404)
    }

    @Test func closedDoorsLookTheSameForEveryAddress() async throws {
        for mode in [RegistrationMode.invited, .closed] {
            try await TestServer.run(configure: { $0.registration = mode }) { server in
                let taken = try await server.server.messaging.accounts.create(
                    .init(email: "sara@example.com", password: Secret("secret"), displayName: "Sara", role: .client)
                )
                for invite in [nil, "sp_i_guess"] {
                    var answers: [String] = []
                    for email in [taken.email, "nobody@example.com"] {
                        var body = ["email": email, "password": "secret", "displayName": "Eve", "role": "client"]
                        body["invite"] = invite
                        let answer = try await server.request("POST", "/v1/auth/register", json: body)
                        #expect(answer.status == 403 && answer.errorCode == "registration_closed")
                        answers.append((answer.json["error"] as? [String: Any])?["message"] as? String ?? "")
                    }
                    #expect(Set(answers).count == 1)
                }
            }
        }
    }

    @Test func clientsComeByATrainersInvitation() async throws {
        try await TestServer.run(configure: { $0.registration = .invited }) { server in
            let first = try #require(try await server.server.messaging.registrations.issueFirstCode())
            func register(_ name: String, _ role: String, _ invite: String) async throws -> RESTResponse {
                let email = "\(name)@example.com"
                return try await server.request(
                    "POST",
                    "/v1/auth/register",
                    json: ["email": email, "password": "secret", "displayName": name, "role": role, "invite": invite]
                )
            }
            let alex = try await register("alex", "trainer", first.reveal())
            let token = try #require(alex.json["accessToken"] as? String)
            let invited = try await server.request("POST", "/v1/invitations", token: token, body: "{}")
            let invitation = try #require(invited.json["invitation"] as? [String: Any])
            let code = try #require(invitation["code"] as? String)
            #expect(invitation["link"] as? String == "\(server.baseURL)/invite/\(code)")
            #expect(try await register("sara", "client", code).status == 201)
            #expect(try await register("mike", "client", code).status == 403)
            let contacts = try await server.request("GET", "/v1/contacts", token: token).items("contacts")
            #expect(contacts.map { $0["displayName"] as? String } == ["sara"])
        }
    }

    @Test(arguments: [RegistrationMode.invited, .open])
    func anInvitationIsLookedAtBeforeThereIsAnAccount(mode: RegistrationMode) async throws {
        try await TestServer.run(configure: { $0.registration = mode }) { server in
            // An open server needs no code for its first trainer.
            let first = try await server.server.messaging.registrations.issueFirstCode()?.reveal()
            #expect((first == nil) == (mode == .open))
            func look(_ code: String) async throws -> RESTResponse {
                try await server.request("GET", "/v1/invitations/\(code)")
            }
            func register(_ name: String, _ role: String, _ invite: String?) async throws -> RESTResponse {
                var body = ["email": "\(name)@example.com", "password": "secret", "displayName": name, "role": role]
                body["invite"] = invite
                return try await server.request("POST", "/v1/auth/register", json: body)
            }
            if let first {
                let operators = try #require(try await look(first).json["invitation"] as? [String: Any])
                #expect(Set(operators.keys) == ["invitedBy", "trainerId", "hasPhoto", "role", "mayRegister"])
                #expect(operators["invitedBy"] is NSNull && operators["trainerId"] is NSNull)
                #expect(operators["role"] as? String == "trainer")
            }
            let alex = try await register("alex", "trainer", first)
            let token = try #require(alex.json["accessToken"] as? String)
            func invite(_ body: String = "{}") async throws -> (id: String, code: String) {
                let made = try await server.request("POST", "/v1/invitations", token: token, body: body)
                let invitation = try #require(made.json["invitation"] as? [String: Any])
                return (try #require(invitation["id"] as? String), try #require(invitation["code"] as? String))
            }
            let (used, gone, mikes) = (
                try await invite(), try await invite(), try await invite(#"{"email":"mike@example.com"}"#)
            )
            for code in [used.code, mikes.code] {
                let shown = try #require(try await look(code).json["invitation"] as? [String: Any])
                #expect(shown["invitedBy"] as? String == "alex" && shown["role"] as? String == "client")
                #expect(shown["mayRegister"] as? Bool == true)
                #expect(shown["trainerId"] as? String == (alex.json["user"] as? [String: Any])?["id"] as? String)
                #expect(!"\(shown)".contains("mike"))
            }
            #expect(try await register("sara", "client", used.code).status == 201)
            #expect(try await server.request("DELETE", "/v1/invitations/\(gone.id)", token: token).status == 204)
            // Used, taken back, the first trainer's, of that form, an id, and nothing at all.
            var answers: Set<String> = []
            for code in [
                used.code, gone.code, first ?? used.code, "sp_i_" + String(repeating: "A", count: 43), mikes.id, "x",
            ] {
                let answer = try await look(code)
                #expect(answer.status == 404)
                let error = try #require(answer.json["error"] as? [String: Any])
                answers.insert("\(error["code"] ?? "") \(error["message"] ?? "")")
            }
            #expect(answers.count == 1)
        }
    }

    @Test func guessesOfInvitationsAreSlowedDown() async throws {
        // This machine has twenty times as many.
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.failures = Rate(1, perSeconds: 86_400, burst: 1)
        }) { server in
            var statuses: [Int] = []
            for number in 0..<21 {
                statuses.append(try await server.request("GET", "/v1/invitations/sp_i_\(number)").status)
            }
            #expect(statuses == [Int](repeating: 404, count: 20) + [429])
        }
    }

    @Test func operatorDecidesWhileTheServerRuns() async throws {
        try await TestServer.run(configure: { $0.registration = nil }) { server in
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let body = ["email": "eve@example.com", "password": "secret", "displayName": "Eve", "role": "client"]
            #expect(try await server.request("POST", "/v1/auth/register", json: body).status == 403)
            let path = "/v1/admin/registration"
            let opened = try await server.request("PUT", path, token: admin, body: #"{"mode":"open"}"#)
            #expect((opened.json["registration"] as? [String: Any])?["mode"] as? String == "open")
            #expect(try await server.request("POST", "/v1/auth/register", json: body).status == 201)
            #expect(try await server.request("PUT", path, token: admin, body: #"{"mode":"ajar"}"#).status == 400)
            #expect(try await server.request("PUT", path, token: nil, body: #"{"mode":"closed"}"#).status == 401)
        }
    }

    @Test(arguments: ["evil.example/x?", "a@b", "x y", "", String(repeating: "a", count: 256)])
    func linkTakesNothingButAHost(host: String) { #expect(!InvitationLinks.isHost(host)) }

    @Test(arguments: ["chat.example.com", "127.0.0.1:8080", "[::1]:8080"])
    func linkTakesHosts(host: String) { #expect(InvitationLinks.isHost(host)) }
}
