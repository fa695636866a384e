import Accounts
import Domain
import Foundation
import Live
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import Gateway

/// What API keys may do, and when they end.
@Suite(.standardTimeLimit) struct APIKeyTests {
    private func key(
        _ server: TestServer,
        _ user: TestUser,
        _ scopes: [KeyScope],
        name: String = "Robot",
        more: [String: Any] = [:]
    ) async throws -> (id: String, secret: String) {
        let json = more.merging(["name": name, "scopes": scopes.map(\.rawValue)]) { first, _ in first }
        let made = try await server.request("POST", "/v1/keys", as: user, json: json)
        #expect(made.status == 201)
        let key = try #require(made.json["key"] as? [String: Any])
        return (try #require(key["id"] as? String), try #require(key["secret"] as? String))
    }

    /// Every operation either has a scope or is closed to keys: one that nobody has thought of is closed.
    @Test(arguments: KeyScope.allCases.filter { $0 != .admin })
    func aKeyReachesNothingBeyondItsScopes(scope: KeyScope) async throws {
        try await TestServer.run { server in
            let (alex, _, _) = try await server.pair()
            let document = try await server.request("GET", "/openapi.json")
            let paths = try #require(document.json["paths"] as? [String: [String: [String: Any]]])
            var (open, closed): (Set<String>, Set<String>) = ([], [])
            let secret = try await key(server, alex, [scope], name: scope.rawValue).secret
            for (path, methods) in paths {
                for (method, operation) in methods {
                    guard let security = operation["security"] as? [[String: Any]], security.first?["user"] != nil,
                        let id = operation["operationId"] as? String
                    else { continue }
                    let needed = KeyScopes.scope(of: id)
                    if needed == nil { closed.insert(id) } else { open.insert(id) }
                    guard needed != scope else { continue }
                    let concrete = path.replacing(/\{[^}]*\}/, with: "018f0000-0000-7000-8000-00000000000d")
                    let answer = try await server.request(method.uppercased(), concrete, token: secret, body: "{}")
                    #expect(answer.status == 403, "\(method) \(path) \(scope)")
                    if let needed, method != "head" {
                        let text = String(decoding: answer.body, as: UTF8.self)
                        #expect(text.contains("'\(needed.rawValue)'"), "\(text)")
                    }
                }
            }
            // Every listed operation exists; the socket is open to be upgraded, and asks its scope in the hello.
            #expect(KeyScopes.operations.subtracting(open) == ["openSocket"])
            // What no key may do, by name, so that an addition is a decision.
            #expect(
                closed.isSuperset(of: [
                    "makeKey", "listKeys", "revokeKey", "changePassword", "logout", "endSession", "endOtherSessions",
                    "listSessions", "deleteAccount", "exportAccount", "updateProfile", "confirmProposal", "subscribe",
                    "addContact", "removeContact", "invite", "blockPerson", "leaveChat", "addMembers",
                ])
            )
        }
    }

    /// Routes that check their caller in their own read ask for the scope before it, also of a key that was seen lately.
    @Test func scopesAreAskedEachTime() async throws {
        try await TestServer.run { server in
            let (alex, _, chat) = try await server.pair()
            let deaf = try await key(server, alex, [.search], name: "Deaf").secret
            let reader = try await key(server, alex, [.messagesRead], name: "Reader").secret
            for path in ["/v1/chats", "/v1/chats/\(chat.id)/messages"] {
                for _ in 1...2 {
                    #expect(try await server.request("GET", path, token: deaf).status == 403)
                    #expect(try await server.request("GET", path, token: reader).status == 200)
                }
            }
        }
    }

    @Test func aBotReadsAndWritesAndItsMessagesAreMarked() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let bot = try await key(server, alex, [.messagesRead, .messagesWrite], name: "Nightly")
            let (phone, _) = try await server.open(sara)
            let path = "/v1/chats/\(chat.id)/messages"
            let body = #"{"clientMessageId":"b1","text":"Good night"}"#
            let sent = try await server.request("POST", path, token: bot.secret, body: body)
            #expect(sent.status == 201)
            let marked = ["name": "Nightly"]
            #expect((sent.json["message"] as? [String: Any])?["bot"] as? [String: String] == marked)
            let live = try await phone.next("message.created").json["message"] as? [String: Any]
            #expect(live?["bot"] as? [String: String] == marked)
            // The same by the socket, and read again.
            let socket = try await server.socket()
            socket.send(text: #"{"type":"hello","token":"\#(bot.secret)","deviceId":"bot"}"#)
            _ = try await socket.next("welcome")
            socket.send(
                text: #"{"type":"message.send","id":"1","chatId":"\#(chat.id)","clientMessageId":"b2","text":"Two"}"#
            )
            _ = try await socket.next("ack")
            let page = try await server.request("GET", path, as: sara).json["messages"] as? [[String: Any]]
            #expect(page?.map { $0["bot"] as? [String: String] } == [marked, marked])
            _ = try await server.request("POST", path, as: alex, json: ["clientMessageId": "h", "text": "I"])
            let last = try await server.request("GET", path, as: sara).json["messages"] as? [[String: Any]]
            #expect(last?.last?["bot"] == nil)
            // A connected program doesn't make its owner present.
            #expect(server.server.live.presence.currentPresence(of: alex.id)?.status != .online)
            let list = try await server.request("GET", "/v1/keys", as: alex).json["keys"] as? [[String: Any]]
            #expect(list?.first?["lastUsedAt"] is String && list?.first?["secret"] == nil)
            let sessions = try await server.request("GET", "/v1/auth/sessions", as: alex).json["sessions"] as? [Any]
            #expect(sessions?.count == 1, "a key is no device")
            // Revoked: the socket closes, the token is refused.
            #expect(try await server.request("DELETE", "/v1/keys/\(bot.id)", as: sara).status == 404)
            #expect(try await server.request("DELETE", "/v1/keys/\(bot.id)", as: alex).status == 204)
            _ = await socket.rest()
            #expect(try await server.request("GET", "/v1/chats", token: bot.secret).status == 401)
            #expect(try await server.request("DELETE", "/v1/keys/\(bot.id)", as: alex).status == 404)
        }
    }

    @Test func aSocketIsHeldToTheScopesToo() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let writer = try await key(server, sara, [.messagesWrite])
            let refused = try await server.socket()
            refused.send(text: #"{"type":"hello","token":"\#(writer.secret)"}"#)
            #expect("\(try await refused.next("error").json)".contains("messages:read"))
            _ = await refused.rest()
            let reader = try await key(server, sara, [.messagesRead])
            let socket = try await server.socket()
            socket.send(text: #"{"type":"hello","token":"\#(reader.secret)"}"#)
            _ = try await socket.next("welcome")
            socket.send(text: #"{"type":"receipt.read","chatId":"\#(chat.id)","seq":1}"#)
            #expect("\(try await socket.next("error").json)".contains("messages:write"))
            // Of the calendar it hears nothing; messages do arrive.
            let now = server.server.clock.now()
            let event = [
                "eventType": "call", "clientId": "\(sara.id)", "startsAt": "\(now.adding(minutes: 60))",
                "endsAt": "\(now.adding(minutes: 90))",
            ]
            let (phone, _) = try await server.open(sara)
            #expect(try await server.request("POST", "/v1/calendar/events", as: alex, json: event).status == 201)
            _ = try await phone.next("event.created")
            let say = ["clientMessageId": "1", "text": "Hello"]
            _ = try await server.request("POST", "/v1/chats/\(chat.id)/messages", as: alex, json: say)
            let first = try await socket.next { $0.type == "event.created" || $0.type == "message.created" }
            #expect(first.type == "message.created")
        }
    }

    @Test func keysEndWithTimePasswordAndAccount() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let start = Timestamp(milliseconds: 1_773_234_900_000)
        let secrets = try await TestServer.run(in: folder.path, startingAt: start) { server in
            let alex = try await server.register("Alex", role: .trainer)
            let short = try await key(
                server,
                alex,
                [.messagesRead],
                more: ["expiresAt": "\(start.adding(minutes: 60))"]
            ).secret
            let long = try await key(server, alex, [.messagesRead]).secret
            #expect(try await server.request("GET", "/v1/chats", token: short).status == 200)
            return [short, long]
        }
        try await TestServer.run(in: folder.path, startingAt: start.adding(minutes: 61)) { server in
            #expect(try await server.request("GET", "/v1/chats", token: secrets[0]).errorCode == "token_expired")
            #expect(try await server.request("GET", "/v1/chats", token: secrets[1]).status == 200)
            let login = ["email": "alex@example.com", "password": "secret-Alex"]
            let token = try await server.request("POST", "/v1/auth/login", json: login).json["accessToken"] as? String
            let listed = try await server.request("GET", "/v1/keys", token: token).json["keys"] as? [Any]
            #expect(listed?.count == 1)
            let change = #"{"currentPassword":"secret-Alex","newPassword":"another-secret"}"#
            #expect(try await server.request("POST", "/v1/auth/password", token: token, body: change).status == 204)
            #expect(try await server.request("GET", "/v1/chats", token: secrets[1]).status == 401)
        }
    }

    @Test func wrongKeysAreRefusedWithTheReason() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let wrong: [(String, Int)] = [
                (#"{"name":"x","scopes":[]}"#, 400), (#"{"name":" ","scopes":["search"]}"#, 400),
                (#"{"name":"x","scopes":["everything"]}"#, 400), (#"{"name":"x","scopes":["admin"]}"#, 403),
                (#"{"name":"x","scopes":["search"],"expiresAt":"2020-01-01T00:00:00Z"}"#, 400),
            ]
            for (body, status) in wrong {
                #expect(try await server.request("POST", "/v1/keys", as: alex, body: body).status == status, "\(body)")
            }
        }
    }
}
