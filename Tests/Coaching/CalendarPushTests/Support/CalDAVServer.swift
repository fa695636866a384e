import Domain
import Foundation
import ModelTestKit
import Notifications
import Synchronization

/// A CalDAV server of one calendar, `/sara/cal/`, over a real socket. Its answers are those that Radicale 3.9.0 gave to the
/// same requests, but for the tags and dates.
final class CalDAVServer: Sendable {
    struct Object: Sendable, Hashable {
        var text: String
        var tag: String
    }

    /// What becomes of one request, in place of the usual.
    enum Fault: Sendable {
        /// An answer without a look at the request.
        case answer(status: String, headers: [String])
        /// The request is done, and the connection ends without an answer.
        case lost
    }

    final class Calendar: Sendable {
        fileprivate struct State {
            var objects: [String: Object] = [:]
            var tags = 0
            var credentials = "sara:lantern 7"
            var exists = true
            var isReadOnly = false
            var faults: [Fault] = []
            var requests: [String] = []
        }

        fileprivate let state = Mutex(State())
    }

    let calendar: Calendar
    private let provider: ScriptedProvider

    init() async throws {
        let calendar = Calendar()
        self.calendar = calendar
        provider = try await ScriptedProvider { request, _ in calendar.respond(to: request) }
    }

    func stop() async { await provider.stop() }

    /// `http://127.0.0.1:port`
    var origin: String { provider.baseURL.replacing("/v1", with: "") }
    var url: String { origin + "/sara/cal/" }

    /// What is in the calendar, by name.
    var objects: [String: Object] { calendar.state.withLock { $0.objects } }

    /// Requests since the last call, such as `PUT a.ics`.
    func take() -> [String] {
        calendar.state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    // MARK: What a test does there

    func set(_ text: String, as name: String) {
        calendar.state.withLock { $0.store(text, as: name) }
    }

    func remove(_ name: String) { calendar.state.withLock { $0.objects[name] = nil } }
    func set(password: String) { calendar.state.withLock { $0.credentials = "sara:\(password)" } }
    func set(exists: Bool) { calendar.state.withLock { $0.exists = exists } }
    func set(isReadOnly: Bool) { calendar.state.withLock { $0.isReadOnly = isReadOnly } }
    func fail(_ faults: Fault...) { calendar.state.withLock { $0.faults = faults } }
}

extension CalDAVServer.Calendar.State {
    fileprivate mutating func store(_ text: String, as name: String) {
        tags += 1
        objects[name] = CalDAVServer.Object(text: text, tag: "\"a6da3a69-\(tags)\"")
    }
}

extension CalDAVServer.Calendar {
    fileprivate func respond(to request: ScriptedProvider.Request) -> ScriptedResponse {
        state.withLock { state in
            let name = request.path.split(separator: "/").dropFirst(2).first.map(String.init) ?? ""
            state.requests.append("\(request.method) \(name)".trimmed)
            let fault = state.faults.isEmpty ? nil : state.faults.removeFirst()
            if case .answer(let status, let headers) = fault { return Self.answer(status, headers: headers) }
            let answer = Self.answer(to: request, name, &state)
            if case .lost = fault { return .disconnect }
            return answer
        }
    }

    private static func answer(
        to request: ScriptedProvider.Request,
        _ name: String,
        _ state: inout State
    ) -> ScriptedResponse {
        let expected = "Basic \(Data(state.credentials.utf8).base64EncodedString())"
        guard request.headers["authorization"] == expected else {
            return answer(
                "401 Unauthorized",
                headers: ["WWW-Authenticate: Basic realm=\"Radicale - Password Required\""],
                "Access to the requested resource forbidden."
            )
        }
        let object = state.objects[name]
        let isMatched = request.headers["if-match"].map { $0 == object?.tag } ?? true
        let isAbsent = request.headers["if-none-match"] == nil || object == nil
        switch request.method {
        case "PROPFIND": return properties(request.path, exists: state.exists)
        case "GET":
            guard let object else { return notFound }
            return answer("200 OK", headers: ["ETag: \(object.tag)"], type: "text/calendar", object.text)
        case "PUT" where state.isReadOnly:
            return answer("403 Forbidden", "Access to the requested resource forbidden.")
        case "PUT" where !state.exists: return answer("409 Conflict", "Conflict in the request.")
        case "PUT" where !isMatched || !isAbsent: return answer("412 Precondition Failed", "Precondition failed.")
        case "PUT":
            let text = String(decoding: request.body, as: UTF8.self)
            let uid = line("UID", in: text)
            guard !state.objects.contains(where: { $0.key != name && line("UID", in: $0.value.text) == uid }) else {
                return answer(
                    "409 Conflict",
                    type: "text/xml",
                    """
                    <?xml version='1.0' encoding='utf-8'?>
                    <error xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:no-uid-conflict /></error>
                    """
                )
            }
            state.store(text, as: name)
            let tag = state.objects[name]?.tag ?? ""
            return object == nil
                ? answer("201 Created", headers: ["ETag: \(tag)"])
                : raw("HTTP/1.1 204 No Content\r\nETag: \(tag)\r\n\r\n")
        case "DELETE":
            guard object != nil else { return notFound }
            guard isMatched else { return answer("412 Precondition Failed", "Precondition failed.") }
            state.objects[name] = nil
            return answer(
                "200 OK",
                type: "text/xml",
                """
                <?xml version='1.0' encoding='utf-8'?>
                <multistatus xmlns="DAV:"><response><href>\(request.path)</href><status>HTTP/1.1 200 OK</status></response></multistatus>
                """
            )
        default: return answer("405 Method Not Allowed")
        }
    }

    private static let notFound = answer("404 Not Found", "The requested resource could not be found.")

    private static func properties(_ path: String, exists: Bool) -> ScriptedResponse {
        let types = ["/sara/cal/": "<C:calendar /><collection />", "/sara/": "<principal /><collection />"]
        guard exists, let type = types[path] else { return notFound }
        return answer(
            "207 Multi-Status",
            headers: ["DAV: 1, 2, 3, calendar-access, addressbook, extended-mkcol"],
            type: "text/xml",
            """
            <?xml version='1.0' encoding='utf-8'?>
            <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><response><href>\(path)</href><propstat><prop>\
            <resourcetype>\(type)</resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
            """
        )
    }

    private static func line(_ name: String, in text: String) -> Substring? {
        text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("\(name):") }
    }

    private static func answer(
        _ status: String,
        headers: [String] = [],
        type: String = "text/plain",
        _ body: String = ""
    ) -> ScriptedResponse {
        let all = headers + ["Content-Type: \(type); charset=utf-8", "Content-Length: \(body.utf8.count)"]
        return raw("HTTP/1.1 \(status)\r\n" + all.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    private static func raw(_ text: String) -> ScriptedResponse {
        var response = ScriptedResponse.raw(Array(text.utf8))
        response.ending = .complete
        return response
    }
}
