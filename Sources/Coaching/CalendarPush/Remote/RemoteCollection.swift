import Crypto
import Domain
import Foundation
import Notifications
import Scheduling

/// A collection of another CalDAV server (RFC 4791), as far as one writes to it.
///
/// Nothing of others is overwritten: each change names the version that it replaces. What has another UID under our name
/// stays as it is. An event of ours that somebody has changed there is written again when it changes here.
struct RemoteCollection: RemoteCalendar {
    private let target: CalendarPushTarget
    private let clock: any WallClock
    private let authorization: (String, String)

    init(_ target: CalendarPushTarget, clock: any WallClock) {
        self.target = target
        self.clock = clock
        let credentials = "\(target.username):\(target.password.reveal())"
        authorization = ("Authorization", "Basic \(Data(credentials.utf8).base64EncodedString())")
    }

    private static let question = """
        <?xml version="1.0" encoding="utf-8"?>
        <propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>
        """

    /// - Throws: `RemoteFailure` unless it is a calendar, and these credentials see it.
    func check() async throws {
        let headers = [("Depth", "0"), ("Content-Type", "application/xml; charset=utf-8")]
        let response = try await send("PROPFIND", target.collection.description, headers, Array(Self.question.utf8))
        switch response.status {
        case 207: break
        case 403: throw RemoteFailure(kind: .collection, message: "The other server doesn't let you see this address.")
        case 404, 410: throw RemoteFailure(kind: .collection, message: "There is nothing at this address.")
        default:
            throw RemoteFailure(
                kind: .collection,
                message: "This isn't the address of a CalDAV calendar (status \(response.status))."
            )
        }
        // An empty element of this name stands in the collection's types only.
        guard String(decoding: response.body, as: UTF8.self).contains(/<(?:[\w.\-]+:)?calendar(?:\s[^<>]*)?\/>/) else {
            throw RemoteFailure(
                kind: .collection,
                message: "There is no calendar at this address, but something else; give the calendar's own address."
            )
        }
    }

    func put(_ object: CalendarObject, as name: String, replacing tag: String?) async throws -> RemoteOutcome {
        let (document, uid) = (try object.text(), object.uid)
        let first = try await put(document, as: name, if: tag)
        guard first.status == 412 else { return try await outcome(of: first) }
        guard let found = try await find(name) else {
            return try await outcome(of: try await put(document, as: name, if: nil))
        }
        guard found.uid == uid else { return .refused("Another event has this one's name there.") }
        return try await outcome(of: try await put(document, as: name, if: found.tag, isThere: true))
    }

    func delete(_ name: String, uid: String, tag: String?) async throws -> RemoteOutcome {
        if let tag {
            let first = try await send("DELETE", address(of: name), [("If-Match", tag)])
            if first.status != 412 { return try await deletion(first) }
        }
        guard let found = try await find(name), found.uid == uid else { return .gone }
        let condition = found.tag.map { [("If-Match", $0)] } ?? []
        return try await deletion(try await send("DELETE", address(of: name), condition))
    }

    // MARK: Requests

    private func put(_ document: String, as name: String, if tag: String?, isThere: Bool = false) async throws
        -> RemoteResponse
    {
        var headers = [("Content-Type", "text/calendar; charset=utf-8")]
        if let tag { headers.append(("If-Match", tag)) } else if !isThere { headers.append(("If-None-Match", "*")) }
        return try await send("PUT", address(of: name), headers, Array(document.utf8))
    }

    /// What is there under a name.
    private func find(_ name: String) async throws -> (uid: String?, tag: String?)? {
        let response = try await send("GET", address(of: name), [])
        switch response.status {
        case 200: return (CalendarObjects.uid(in: response.body), response.strongTag)
        case 404, 410: return nil
        default: throw RemoteFailure.unclear
        }
    }

    private func send(
        _ method: String,
        _ url: String,
        _ headers: [(String, String)],
        _ body: [UInt8] = []
    ) async throws -> RemoteResponse {
        let all = [authorization, ("User-Agent", "Spotter")] + headers
        let response = try await RemoteTransport.send(method, url, headers: all, body: body)
        if let failure = RemoteFailure(response, at: clock.now()) { throw failure }
        return response
    }

    private func outcome(of response: RemoteResponse) async throws -> RemoteOutcome {
        switch response.status {
        case 200..<300: return .written(tag: response.strongTag)
        case 412: throw RemoteFailure(kind: .busy, message: "The event is being changed in the other calendar.")
        default: break
        }
        // Whether this is about the event or about the collection, the collection tells.
        try await check()
        return .refused(Self.reason(response))
    }

    private func deletion(_ response: RemoteResponse) async throws -> RemoteOutcome {
        if response.status == 404 || response.status == 410 { return .gone }
        let outcome = try await outcome(of: response)
        if case .written = outcome { return .gone }
        return outcome
    }

    private static func reason(_ response: RemoteResponse) -> String {
        let text = String(decoding: response.body.prefix(4_096), as: UTF8.self)
        if text.contains("no-uid-conflict") { return "The event is there already, under another name." }
        if response.status == 413 || text.contains("max-resource-size") { return "The event is too large there." }
        return "The other server refuses the event (status \(response.status))."
    }

    private func address(of name: String) -> String { target.collection.description + Self.fileName(of: name) }

    /// The name there: the same, unless other programs have given it one that isn't everywhere a good name.
    static func fileName(of name: String) -> String {
        if name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9_@.\-]{0,120}\.ics/) != nil { return name }
        return Hexadecimal.encode(SHA256.hash(data: Data(name.utf8)).prefix(20)) + ".ics"
    }
}
