import Accounts
import AsyncHTTPClient
import Domain
import Foundation
import Messaging
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServerTestKit
import SpotterAPI
import SpotterServer

/// Another calendar program, signed in with a key.
struct DAVProgram: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: String
    }

    let studio: StudioFixture
    let user: TestUser
    let login: String?

    init(_ studio: StudioFixture, as user: TestUser? = nil, login: String?) {
        (self.studio, self.user, self.login) = (studio, user ?? studio.alex, login)
    }

    init(
        _ studio: StudioFixture,
        as user: TestUser? = nil,
        scopes: [KeyScope] = [.calendarRead, .calendarWrite]
    ) async throws {
        let user = user ?? studio.alex
        let accounts = studio.server.server.messaging.accounts
        let principal = try await accounts.authenticate(user.accessToken)
        let made = try await accounts.makeKey(NewKeyRequest(name: "Phone", scopes: scopes), by: principal)
        self.init(studio, as: user, login: "\(user.user.email):\(made.secret.reveal())")
    }

    var calendar: String { "/dav/calendars/\(user.id)/spotter/" }

    func send(
        _ method: String,
        _ path: String,
        _ headers: [(String, String)] = [],
        body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: studio.server.baseURL + path)
        request.method = HTTPMethod(rawValue: method)
        if let login {
            request.headers.add(name: "Authorization", value: "Basic \(Data(login.utf8).base64EncodedString())")
        }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let bytes = try await response.body.collect(upTo: 8 << 20)
        return Answer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            body: String(buffer: bytes)
        )
    }

    func put(_ name: String, _ object: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await send("PUT", calendar + name, [("Content-Type", "text/calendar")] + headers, body: object)
    }

    func get(_ name: String) async throws -> Answer { try await send("GET", calendar + name) }

    /// The names of all objects, with their ETags.
    func names() async throws -> [String: String] {
        let body = #"<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>"#
        let answer = try await send("PROPFIND", calendar, [("Depth", "1")], body: body)
        var names: [String: String] = [:]
        let pattern = /<d:href>[^<]*\/spotter\/([^<]+)<\/d:href>.*?getetag[^>]*>([^<]*)</
        for match in answer.body.matches(of: pattern) {
            names[String(match.output.1)] = String(match.output.2).replacing("&quot;", with: "\"")
        }
        return names
    }

    func sync(_ token: String = "", limit: Int? = nil) async throws -> (answer: Answer, token: String) {
        let limit = limit.map { "<d:limit><d:nresults>\($0)</d:nresults></d:limit>" } ?? ""
        let body = """
            <d:sync-collection xmlns:d="DAV:"><d:sync-token>\(token)</d:sync-token><d:sync-level>1</d:sync-level>\(limit)\
            <d:prop><d:getetag/></d:prop></d:sync-collection>
            """
        let answer = try await send("REPORT", calendar, body: body)
        let next = answer.body.firstMatch(of: /<d:sync-token>([^<]*)<\/d:sync-token><\/d:multistatus>/)
        return (answer, next.map { String($0.1) } ?? "")
    }

    /// A document with one event.
    static func event(
        _ uid: String,
        _ lines: [String] = ["DTSTART:20260320T150000Z", "DTEND:20260320T160000Z", "SUMMARY:Dentist"],
        others: [[String]] = []
    ) -> String {
        let events = [lines] + others
        let parts = events.map { lines in
            ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260311T120000Z"] + lines + ["END:VEVENT"]
        }
        let whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"] + parts.flatMap { $0 } + ["END:VCALENDAR"]
        return whole.joined(separator: "\r\n") + "\r\n"
    }
}
