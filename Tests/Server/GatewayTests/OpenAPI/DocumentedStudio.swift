import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import ServerTestKit
import Testing

/// A trainer and her client use every route once, so that each has an answer with something in it.
struct DocumentedStudio: Sendable {
    let http: DocumentedServer
    let alex: TestUser
    let sara: TestUser
    let mike: TestUser
    let olga: TestUser
    let group: String
    let direct: String

    var trainer: String { alex.accessToken.reveal() }
    var client: String { sara.accessToken.reveal() }

    init(on http: DocumentedServer) async throws {
        self.http = http
        let server = http.server
        alex = try await server.register("Alex", role: .trainer, timezone: "America/New_York")
        sara = try await server.register("Sara", role: .client)
        mike = try await server.register("Mike", role: .client)
        olga = try await server.register("Olga", role: .client)
        let token = alex.accessToken.reveal()
        for client in [sara, mike, olga] {
            let body = #"{"email":"\#(client.user.email)"}"#
            let asked = try await http.call("POST", "/v1/contacts", token: token, body: body, status: 202)
            let request = ["requestId": try #require(asked["contact"]?["id"]?.string)]
            let own = client.accessToken.reveal()
            try await http.call("GET", "/v1/contacts/requests", token: own)
            try await http.call("POST", "/v1/contacts/requests/{requestId}/accept", request, token: own)
        }
        func open(_ body: String, _ status: Int) async throws -> String {
            let answer = try await http.call("POST", "/v1/chats", token: token, body: body, status: status)
            return try #require(answer["chat"]?["id"]?.string)
        }
        direct = try await open(#"{"kind":"direct","memberIds":["\#(sara.id)"]}"#, 201)
        #expect(try await open(#"{"kind":"direct","memberIds":["\#(sara.id)"]}"#, 200) == direct)
        group = try await open(#"{"kind":"group","name":"Monday","memberIds":["\#(sara.id)","\#(mike.id)"]}"#, 201)
    }

    /// Sends a message to the direct chat; its id.
    @discardableResult
    func say(_ text: String, in chat: String? = nil, as token: String? = nil, more: String = "") async throws -> String
    {
        let body = #"{"clientMessageId":"\#(UUID().uuidString)","text":"\#(text)"\#(more)}"#
        let answer = try await http.call(
            "POST",
            "/v1/chats/{chatId}/messages",
            ["chatId": chat ?? direct],
            token: token ?? client,
            body: body,
            status: 201
        )
        return try #require(answer["message"]?["id"]?.string)
    }

    // MARK: Accounts and people

    func accounts() async throws {
        let account = #""email":"nina@example.com","password":"secret-nina""#
        let registered = try await http.call(
            "POST",
            "/v1/auth/register",
            token: nil,
            body: "{\(account),\"displayName\":\"Nina\",\"role\":\"client\"}",
            status: 201
        )
        let nina = try #require(registered["accessToken"]?.string)
        let login = try await http.call("POST", "/v1/auth/login", token: nil, body: "{\(account)}")
        let refresh = try #require(login["refreshToken"]?.string)
        try await http.call("POST", "/v1/auth/refresh", token: nil, body: #"{"refreshToken":"\#(refresh)"}"#)
        let sessions = try await http.call("GET", "/v1/auth/sessions", token: nina)
        let other = try #require(sessions["sessions"]?.array?.first { $0["current"] == false }?["id"]?.string)
        try await http.call("DELETE", "/v1/auth/sessions/{sessionId}", ["sessionId": other], token: nina, status: 204)
        try await http.call("DELETE", "/v1/auth/sessions", token: nina, status: 204)
        try await http.call("GET", "/v1/me", token: nina)
        try await http.call("PATCH", "/v1/me", token: nina, body: #"{"displayName":"Nina N.","sharesPresence":false}"#)
        try await http.call("PATCH", "/v1/me", token: nina, body: #"{"customInstructions":"Brief."}"#)
        let change = #"{"currentPassword":"secret-nina","newPassword":"secret-nina-2"}"#
        try await http.call("POST", "/v1/auth/password", token: nina, body: change, status: 204)
        let deletion = #"{"password":"secret-nina-2"}"#
        try await http.call("POST", "/v1/me/export", token: nina, body: deletion)
        try await http.call("DELETE", "/v1/me", token: nina, body: deletion, status: 204)
    }

    func people() async throws {
        try await http.call("GET", "/v1/contacts", token: client)
        try await http.call("GET", "/v1/users", token: trainer, query: "?query=sa&limit=5")
        let person = ["userId": sara.id.description]
        try await http.call("GET", "/v1/users/{userId}", person, token: trainer)
        try await http.call("PUT", "/v1/blocks/{userId}", ["userId": "\(mike.id)"], token: trainer, status: 204)
        try await http.call("GET", "/v1/blocks", token: trainer)
        try await http.call("DELETE", "/v1/blocks/{userId}", ["userId": "\(mike.id)"], token: trainer, status: 204)
        try await http.call("GET", "/v1/presence", token: trainer, query: "?userIds=\(sara.id),\(mike.id)")
        let prospect = try await http.call(
            "POST",
            "/v1/prospects",
            token: trainer,
            body: #"{"displayName":"Pia","timezone":"Europe/Berlin"}"#,
            status: 201
        )
        try await http.call("GET", "/v1/prospects", token: trainer)
        let id = ["prospectId": try #require(prospect["prospect"]?["id"]?.string)]
        let pia = try await http.server.register("Pia", role: .client)
        let (email, own) = (#"{"email":"\#(pia.user.email)"}"#, pia.accessToken.reveal())
        let path = "/v1/prospects/{prospectId}/upgrade"
        let asked = try await http.call("POST", path, id, token: trainer, body: email, status: 202)
        let request = ["requestId": try #require(asked["contact"]?["id"]?.string)]
        try await http.call("GET", "/v1/contacts/requests", token: trainer)
        try await http.call("POST", "/v1/contacts/requests/{requestId}/accept", request, token: own)
        let second = try await http.call(
            "POST",
            "/v1/prospects",
            token: trainer,
            body: #"{"displayName":"Otto"}"#,
            status: 201
        )
        let otto = ["prospectId": try #require(second["prospect"]?["id"]?.string)]
        try await http.call("DELETE", "/v1/prospects/{prospectId}", otto, token: trainer, status: 204)
        try await http.call(
            "DELETE",
            "/v1/contacts/{userId}",
            ["userId": "\(pia.id)"],
            token: trainer,
            status: 204
        )
        // The trainer may take her back; she may end it as well, and decline.
        try await http.call("POST", "/v1/contacts", token: trainer, body: email, status: 201)
        try await http.call("DELETE", "/v1/contacts/{userId}", ["userId": "\(alex.id)"], token: own, status: 204)
        let rita = try await http.server.register("Rita", role: .client)
        let again = try await http.call(
            "POST",
            "/v1/contacts",
            token: trainer,
            body: #"{"email":"\#(rita.user.email)"}"#,
            status: 202
        )
        try await http.call(
            "POST",
            "/v1/contacts/requests/{requestId}/decline",
            ["requestId": try #require(again["contact"]?["id"]?.string)],
            token: rita.accessToken.reveal(),
            status: 204
        )
    }

    // MARK: Chats and messages

    func chats() async throws {
        let chat = ["chatId": group]
        try await http.call("GET", "/v1/chats/{chatId}", chat, token: trainer)
        try await http.call("PATCH", "/v1/chats/{chatId}", chat, token: trainer, body: #"{"name":"Tuesday"}"#)
        let members = #"{"memberIds":["\#(olga.id)"]}"#
        try await http.call("POST", "/v1/chats/{chatId}/members", chat, token: trainer, body: members)
        try await http.call("GET", "/v1/chats/{chatId}/members", chat, token: client)
        try await http.call("GET", "/v1/chats/{chatId}/presence", chat, token: client)
        let member = chat.merging(["userId": "\(olga.id)"]) { $1 }
        try await http.call(
            "PATCH",
            "/v1/chats/{chatId}/members/{userId}",
            member,
            token: trainer,
            body: #"{"role":"admin"}"#
        )
        try await http.call("DELETE", "/v1/chats/{chatId}/members/{userId}", member, token: trainer, status: 204)
        try await http.call(
            "PATCH",
            "/v1/chats/{chatId}/settings",
            chat,
            token: client,
            body: #"{"mutedUntil":"forever","isPinned":true}"#
        )
        try await http.call("PUT", "/v1/chats/{chatId}/draft", chat, token: client, body: #"{"text":"See you"}"#)
        try await http.call("GET", "/v1/drafts", token: client)
        try await http.call("GET", "/v1/chats", token: client)
        let changed = try await http.call("POST", "/v1/chats/changes", token: client, body: #"{"known":{}}"#)
        #expect(changed["chats"]?.array?.isEmpty == false)
        try await http.call("PUT", "/v1/chats/{chatId}/archive", chat, token: client, status: 204)
        let archived = try await http.call("GET", "/v1/archived-chats", token: client)
        #expect(archived["chats"]?.array?.count == 1)
        try await http.call("DELETE", "/v1/chats/{chatId}/archive", chat, token: client, status: 204)
        let export = "13/06/2025, 18:12 - Alex: one\n13/06/2025, 18:13 - Sara: two"
        try await http.call(
            "POST",
            "/v1/chats/{chatId}/import",
            ["chatId": direct],
            token: trainer,
            query: "?dryRun=true",
            body: export
        )
        try await http.call("DELETE", "/v1/chats/{chatId}/draft", chat, token: client, status: 204)
        let message = try await say("Pin me", in: group)
        let pin = chat.merging(["messageId": message]) { $1 }
        try await http.call("PUT", "/v1/chats/{chatId}/pins/{messageId}", pin, token: trainer, status: 204)
        try await http.call("GET", "/v1/chats/{chatId}", chat, token: trainer)
        try await http.call("DELETE", "/v1/chats/{chatId}/pins/{messageId}", pin, token: trainer, status: 204)
        try await http.call("POST", "/v1/chats/{chatId}/read", chat, token: trainer, body: #"{"seq":1}"#)
        try await http.call("POST", "/v1/chats/read", token: trainer)
    }

    func messages() async throws {
        let first = try await say("My knee hurts")
        let reply = try await say("@Alex and my back", more: #","replyTo":"\#(first)""#)
        let message = ["chatId": direct, "messageId": reply]
        let path = "/v1/chats/{chatId}/messages/{messageId}"
        try await http.call("GET", path, message, token: trainer)
        try await http.call("PATCH", path, message, token: client, body: #"{"text":"And my neck"}"#)
        try await http.call("GET", path + "/edits", message, token: trainer)
        try await http.call("GET", path + "/receipts", message, token: client)
        try await http.call("POST", path + "/reactions", message, token: trainer, body: #"{"emoji":"💪"}"#)
        let emoji = message.merging(["emoji": "%F0%9F%91%8D"]) { $1 }
        try await http.call("PUT", path + "/reactions/{emoji}", emoji, token: trainer)
        try await http.call("GET", path + "/reactions", message, token: client)
        try await http.call("DELETE", path + "/reactions/{emoji}", emoji, token: trainer)
        try await http.call("GET", "/v1/chats/{chatId}/messages", ["chatId": direct], token: client, query: "?limit=50")
        let unwanted = try await say("Never mind")
        let gone = ["chatId": direct, "messageId": unwanted]
        try await http.call("DELETE", path, gone, token: client, status: 204)
        try await http.call("GET", "/v1/chats/{chatId}/messages", ["chatId": direct], token: client)
    }

    func media() async throws {
        let begun = try await http.call(
            "POST",
            "/v1/media",
            token: client,
            body: #"{"clientMediaId":"file-1","fileName":"notes.txt","size":5}"#,
            status: 201
        )
        let file = ["mediaId": try #require(begun["media"]?["id"]?.string)]
        let bytes = ["Content-Type": "application/octet-stream", "Upload-Offset": "0"]
        try await http.call("PATCH", "/v1/media/{mediaId}", file, token: client, headers: bytes, body: "notes")
        try await say("Look", more: #","mediaIds":["\#(try #require(file["mediaId"]))"]"#)
        // Its owner and somebody else see different things of it.
        for token in [client, trainer] { try await http.call("GET", "/v1/media/{mediaId}", file, token: token) }
        try await http.call("HEAD", "/v1/media/{mediaId}", file, token: client)
        for method in ["GET", "HEAD"] {
            try await http.call(method, "/v1/media/{mediaId}/content", file, token: trainer)
        }
        let picture = ["mediaId": try await uploadPicture(as: client)]
        for method in ["GET", "HEAD"] {
            try await http.call(method, "/v1/media/{mediaId}/thumbnail", picture, token: client)
        }
        try await http.call("DELETE", "/v1/media/{mediaId}", picture, token: client, status: 204)
    }

    /// One pixel; the file's id.
    func uploadPicture(as user: String) async throws -> String {
        let pixel = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5E"
                    + "rkJggg=="
            )
        )
        var request = HTTPClientRequest(
            url: http.server.baseURL + "/v1/media?clientMediaId=image-1&fileName=pixel.png"
        )
        request.method = .POST
        request.headers.add(name: "Authorization", value: "Bearer \(user)")
        request.headers.add(name: "Content-Type", value: "image/png")
        request.body = .bytes(ByteBuffer(bytes: pixel))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1 << 20)
        let answer = try #require(JSONValue.parse(Array(body.readableBytesView)))
        return try #require(answer["media"]?["id"]?.string)
    }

    func searchAndSync() async throws {
        let message = try await say("The zebra stands on the crossing")
        let search = #"{"query":"zebra crossing","mode":"text","explain":true,"chatIds":["\#(direct)"]}"#
        let found = try await http.call("POST", "/v1/search", token: trainer, body: search)
        #expect(found["results"]?.array?.isEmpty == false)
        try await http.call("GET", "/v1/messages/{messageId}/related", ["messageId": message], token: trainer)
        let summary = try await http.call(
            "POST",
            "/v1/chats/{chatId}/summary",
            ["chatId": direct],
            token: trainer,
            body: "{}"
        )
        #expect(summary["points"]?.array?.isEmpty == false)
        let gaps = try await http.call("POST", "/v1/sync", token: client, body: #"{"positions":{"\#(direct)":1}}"#)
        #expect(gaps["chats"]?.array?.contains { $0["events"]?.array?.isEmpty == false } == true)
    }
}
