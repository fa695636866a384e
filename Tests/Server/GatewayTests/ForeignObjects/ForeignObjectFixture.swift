import CheckIns
import Domain
import Foundation
import ServerTestKit
import Storage
import Testing

@testable import SpotterServer

/// Alex's studio, in which every text and name contains "zebra", and all kinds of people who have no access to it.
struct ForeignObjectFixture: Sendable {
    static let mark = "zebra"
    /// An address on which nothing listens.
    static let hook = "http://127.0.0.1:9/zebra"

    struct Person: Sendable {
        let name: String
        let id: String
        let email: String
        let token: String
    }

    struct Stranger: Sendable {
        let name: String
        /// `nil` for an anonymous caller.
        let token: String?
        /// The caller's own objects, to precede foreign ones in a path.
        let own: [ObjectKind: String]
        /// Whether the caller is a known user. Others get 401 everywhere.
        let isKnown: Bool
    }

    let server: TestServer
    let alex: Person
    let sara: Person
    let strangers: [Stranger]
    /// Alex's objects.
    private(set) var objects: [ObjectKind: String] = [:]

    /// Creates the people, before any of Alex's objects exist.
    init(on server: TestServer) async throws {
        self.server = server
        alex = try await Self.register("Alex", "trainer", on: server)
        sara = try await Self.register("Sara Zebra", "client", on: server)
        let tess = try await Self.register("Tess", "trainer", on: server)
        let tom = try await Self.register("Tom", "client", on: server)
        let rita = try await Self.register("Rita", "client", on: server)
        let ivan = try await Self.register("Ivan", "client", on: server)
        let gone = try await Self.login(alex, on: server)
        try await Self.expect(200..<300, try await server.request("POST", "/v1/auth/logout", token: gone))
        try await Self.relate(tom, to: tess, on: server)
        let own = try await Self.chat(of: tess, with: [tom.id], on: server)
        let message = try await Self.say("mine", in: own, tess, on: server)
        strangers = [
            Stranger(name: "another trainer", token: tess.token, own: [.chat: own, .message: message], isKnown: true),
            Stranger(name: "another client", token: tom.token, own: [.chat: own, .message: message], isKnown: true),
            Stranger(name: "a removed member", token: rita.token, own: [:], isKnown: true),
            Stranger(name: "somebody invited", token: ivan.token, own: [:], isKnown: true),
            Stranger(name: "a logged-out token", token: gone, own: [:], isKnown: false),
            Stranger(
                name: "a made-up token",
                token: "sp_a_" + String(repeating: "A", count: 43),
                own: [:],
                isKnown: false
            ),
            Stranger(name: "nobody", token: nil, own: [:], isKnown: false),
        ]
        self.rita = rita
        self.ivan = ivan
    }

    private let rita: Person
    private let ivan: Person

    /// Creates Alex's objects: one of every kind.
    mutating func furnish(_ routes: [RouteProbe]) async throws {
        let server = server
        let alex = alex
        func make(_ path: String, _ json: [String: Any]) async throws -> [String: Any] {
            let answer = try await server.request(
                "POST",
                path,
                token: alex.token,
                body: String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
            )
            #expect((200..<300).contains(answer.status), "\(path): \(answer.status)")
            return answer.json
        }
        func id(_ json: [String: Any], _ key: String) throws -> String {
            try #require((json[key] as? [String: Any])?["id"] as? String)
        }
        for client in [sara, rita] { try await Self.relate(client, to: alex, on: server) }
        let invited = try await make("/v1/invitations", ["email": ivan.email])
        objects[.invitation] = try id(invited, "invitation")
        // One that waits for an answer, of somebody who isn't among the strangers.
        let asked = try await make("/v1/contacts", ["email": "zoe-zebra@example.com"])
        objects[.request] = try id(asked, "contact")
        let chat = try await Self.chat(of: alex, with: [sara.id, rita.id], on: server)
        objects[.chat] = chat
        objects[.message] = try await Self.say("zebra crossing", in: chat, alex, on: server)
        for path in ["/v1/chats/\(chat)/members/\(rita.id)", "/v1/contacts/\(rita.id)"] {
            try await Self.expect(200..<300, try await server.request("DELETE", path, token: alex.token))
        }
        objects[.user] = sara.id
        objects[.prospect] = try id(try await make("/v1/prospects", ["displayName": "Zebra prospect"]), "prospect")
        let time = ["startsAt": "2031-02-01T10:00:00Z", "endsAt": "2031-02-01T11:00:00Z"]
        let event = time.merging(["eventType": "call", "title": "Zebra call", "clientId": sara.id]) { $1 }
        objects[.event] = try id(try await make("/v1/calendar/events", event), "event")
        let reminder = ["text": "Feed the zebra", "dueAt": "2031-02-01T10:00:00Z"]
        objects[.reminder] = try id(try await make("/v1/reminders", reminder), "reminder")
        let later = ["chatId": chat, "text": "zebra crossing later", "sendAt": "2031-02-01T10:00:00Z"]
        objects[.scheduled] = try id(try await make("/v1/scheduled-messages", later), "scheduledMessage")
        let template = ["name": "Zebra crossing", "text": "zebra crossing, {first}"]
        objects[.template] = try id(try await make("/v1/templates", template), "template")
        let checkIn: [String: Any] = [
            "title": "Zebra crossing", "questions": [["kind": "number", "prompt": "Zebras"]], "clientIds": [sara.id],
            "when": "every Sunday at 18:00",
        ]
        objects[.checkIn] = try id(try await make("/v1/check-ins", checkIn), "checkIn")
        objects[.asked] = try await askNow()
        let kind: [String: Any] = ["name": "zebras", "unit": "a day", "min": 0, "max": 9]
        objects[.measureKind] = try id(try await make("/v1/measure-kinds", kind), "kind")
        objects[.key] = try id(try await make("/v1/keys", ["name": "Zebra key", "scopes": ["search"]]), "key")
        objects[.notice] = try await notice(planning: event)
        let answer = try await make(
            "/v1/assistant/query",
            ["message": "Schedule a call with Sara Zebra tomorrow at 3pm"]
        )
        objects[.conversation] = answer["conversationId"] as? String
        // Advice, since only that has a rating.
        let advised = try await make(
            "/v1/assistant/advice",
            ["message": "What of the zebra crossing?", "conversationId": objects[.conversation] ?? ""]
        )
        objects[.turn] = advised["responseId"] as? String
        objects[.response] = objects[.turn]
        objects[.proposal] = (answer["proposals"] as? [[String: Any]])?.first?["id"] as? String
        let names = Set(routes.map(\.name))
        if names.contains("GET /v1/auth/sessions") {
            let sessions = try await server.request("GET", "/v1/auth/sessions", token: alex.token)
            objects[.session] = (sessions.json["sessions"] as? [[String: Any]])?.first?["id"] as? String
        }
        if names.contains("POST /v1/me/notifications") {
            let made = try await make("/v1/me/notifications", ["kind": "webhook", "url": Self.hook])
            objects[.subscription] = try id(made, "subscription")
        }
        if names.contains("POST /v1/media") {
            let file = try await RESTClient(baseURL: server.baseURL).request(
                "POST",
                "/v1/media?clientMediaId=m&fileName=zebra.txt",
                token: alex.token,
                headers: ["Content-Type": "text/plain"],
                body: "zebra crossing"
            )
            objects[.media] = try id(file.json, "media")
        }
    }

    /// The clients of all check-ins are asked, before their time.
    private func askNow() async throws -> String {
        try await server.server.database.write { connection in
            _ = try connection.execute("UPDATE check_in_clients SET next_at = 1, wake_at = 1")
        }
        try await server.server.useCases.checkInService.askDue()
        let list = try await server.request("GET", "/v1/check-ins/asked", token: alex.token)
        return try #require((list.json["asked"] as? [[String: Any]])?.first?["id"] as? String)
    }

    /// Alex is told that a client who closes their account won't come.
    private func notice(planning event: [String: Any]) async throws -> String {
        let nora = try await Self.register("Nora Zebra", "client", on: server)
        try await Self.relate(nora, to: alex, on: server)
        let later = ["startsAt": "2031-02-02T10:00:00Z", "endsAt": "2031-02-02T11:00:00Z", "clientId": nora.id]
        let json = try JSONSerialization.data(withJSONObject: event.merging(later) { $1 })
        let body = String(decoding: json, as: UTF8.self)
        let made = try await server.request("POST", "/v1/calendar/events", token: alex.token, body: body)
        try await Self.expect(200..<300, made)
        let password = #"{"password":"secret-password"}"#
        let gone = try await server.request("DELETE", "/v1/me", token: nora.token, body: password)
        try await Self.expect(200..<300, gone)
        let list = try await server.request("GET", "/v1/notices", token: alex.token)
        return try #require((list.json["notices"] as? [[String: Any]])?.first?["id"] as? String)
    }

    // MARK: Steps

    private static func register(_ name: String, _ role: String, on server: TestServer) async throws -> Person {
        let email = "\(name.split(separator: " ")[0].lowercased())@example.com"
        let answer = try await server.request(
            "POST",
            "/v1/auth/register",
            json: ["email": email, "password": "secret-password", "displayName": name, "role": role]
        )
        let id = try #require((answer.json["user"] as? [String: Any])?["id"] as? String)
        return Person(name: name, id: id, email: email, token: try #require(answer.json["accessToken"] as? String))
    }

    private static func relate(_ client: Person, to trainer: Person, on server: TestServer) async throws {
        let body = "{\"email\":\"\(client.email)\"}"
        let asked = try await server.request("POST", "/v1/contacts", token: trainer.token, body: body)
        let request = try #require((asked.json["contact"] as? [String: Any])?["id"] as? String)
        let path = "/v1/contacts/requests/\(request)/accept"
        try await expect(200..<300, try await server.request("POST", path, token: client.token))
    }

    private static func login(_ person: Person, on server: TestServer) async throws -> String {
        let answer = try await server.request(
            "POST",
            "/v1/auth/login",
            json: ["email": person.email, "password": "secret-password"]
        )
        return try #require(answer.json["accessToken"] as? String)
    }

    private static func chat(of owner: Person, with others: [String], on server: TestServer) async throws -> String {
        let json: [String: Any] =
            others.count == 1
            ? ["kind": "direct", "memberIds": others] : ["kind": "group", "name": "Zebra group", "memberIds": others]
        let body = String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
        let answer = try await server.request("POST", "/v1/chats", token: owner.token, body: body)
        return try #require((answer.json["chat"] as? [String: Any])?["id"] as? String)
    }

    private static func say(_ text: String, in chat: String, _ sender: Person, on server: TestServer) async throws
        -> String
    {
        let body = #"{"clientMessageId":"c-\#(text.hashValue)","text":"\#(text)"}"#
        let answer = try await server.request("POST", "/v1/chats/\(chat)/messages", token: sender.token, body: body)
        return try #require((answer.json["message"] as? [String: Any])?["id"] as? String)
    }

    private static func expect(_ statuses: Range<Int>, _ answer: RESTResponse) async throws {
        #expect(statuses.contains(answer.status), "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
}
