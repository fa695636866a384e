import Domain
import Gateway
import HTTPTypes
import Hummingbird
import NIOCore

/// What a multistatus tells, in parts that are made one after another.
protocol MultistatusSource: Sendable {
    /// Writes the next part, of some hundred kilobytes at most.
    /// - Parameter room: the bytes that the whole answer may still have. Once they are written the source says that there
    ///   is more, and ends.
    /// - Returns: whether there is another part.
    mutating func write(to writer: inout XMLWriter, room: Int) async throws -> Bool
}

/// An answer with a `multistatus` (RFC 4918 §13), made while it is sent: of a large calendar there is never more than a part
/// in memory, and it has a bound.
struct Multistatus<Source: MultistatusSource>: Sendable {
    private var source: Source
    private let declarations: String
    private var room: Int
    private var hasBegun = false
    private var hasEnded = false

    /// - Parameters:
    ///   - declarations: of namespaces, besides the usual ones.
    ///   - maxBytes: of the whole answer, about.
    init(_ source: Source, declarations: String = "", maxBytes: Int = CalDAVAnswer.maxBytes) {
        (self.source, self.declarations, room) = (source, declarations, maxBytes)
    }

    /// The next part of the document; `nil` after its end.
    mutating func next() async throws -> String? {
        guard !hasEnded else { return nil }
        var writer = XMLWriter()
        if !hasBegun {
            writer.raw("\(XMLWriter.declaration)<d:multistatus\(XMLWriter.namespaces)\(declarations)>")
            hasBegun = true
        }
        let hasMore = try await source.write(to: &writer, room: room)
        room -= writer.count
        if !hasMore {
            writer.raw("</d:multistatus>\n")
            hasEnded = true
        }
        return writer.text
    }

    /// The whole of a short answer, or one that is sent in parts. An error before the first part is thrown.
    ///
    /// Call this in the caller's turn. Each later part takes one of its own: who reads slowly holds none meanwhile.
    func response(to call: CalDAVCall) async throws -> Response {
        var rest = self
        let first = try await rest.next() ?? ""
        let status = HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status")
        let headers: HTTPFields = [.contentType: "application/xml; charset=utf-8"]
        guard !rest.hasEnded else {
            return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: first)))
        }
        let (context, user) = (call.context, call.actor.userId)
        let body = ResponseBody { [rest, admitted = call.admitted] writer in
            defer { withExtendedLifetime(admitted) {} }
            var rest = rest
            try await writer.write(ByteBuffer(string: first))
            while let part = try await context.inTurn(of: user, { try await rest.next() }) {
                try await writer.write(ByteBuffer(string: part))
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: headers, body: body)
    }
}

extension CalDAVAnswer {
    /// Of a multistatus. All that a calendar may hold is within it, unless it is asked for more than once.
    static let maxBytes = 32 << 20
    /// Of one part.
    static let partBytes = 256 << 10
}

/// Resources that are known from the beginning.
struct KnownResources: MultistatusSource {
    let places: [(place: CalDAVPlace, resource: CalDAVResource?)]
    let asked: CalDAVAsked
    let properties: CalDAVProperties

    mutating func write(to writer: inout XMLWriter, room: Int) async throws -> Bool {
        for (place, resource) in places { writer.response(place, resource, asked, properties) }
        return false
    }
}

/// One resource of which no property can be changed.
struct RefusedChange: MultistatusSource {
    let href: String
    let asked: CalDAVAsked

    mutating func write(to writer: inout XMLWriter, room: Int) async throws -> Bool {
        writer.element("d:response") { writer in
            writer.element("d:href", text: href)
            writer.propstat("403 Forbidden", asked.properties.map { ($0.tag, nil) })
        }
        return false
    }
}

extension XMLWriter {
    /// A resource with the properties that were asked for, those that it has first.
    mutating func response(
        _ place: CalDAVPlace,
        _ resource: CalDAVResource?,
        _ asked: CalDAVAsked,
        _ properties: CalDAVProperties
    ) {
        element("d:response") { writer in
            writer.element("d:href", text: place.path(of: properties.user.id))
            let values = asked.properties.map { ($0.tag, properties.value($0, of: place, resource)) }
            writer.propstat("200 OK", values.filter { $0.1 != nil })
            writer.propstat("404 Not Found", values.filter { $0.1 == nil })
        }
    }

    mutating func propstat(_ status: String, _ values: [(tag: String, value: String?)]) {
        guard !values.isEmpty else { return }
        element("d:propstat") { writer in
            writer.element("d:prop") { writer in
                for (tag, value) in values {
                    writer.raw(value.map { "<\(tag)>\($0)</\(tag)>" } ?? "<\(tag)/>")
                }
            }
            writer.element("d:status", text: "HTTP/1.1 \(status)")
        }
    }

    mutating func missing(_ href: String) {
        element("d:response") { writer in
            writer.element("d:href", text: href)
            writer.element("d:status", text: "HTTP/1.1 404 Not Found")
        }
    }

    /// Says that there is more than an answer tells (RFC 5323 §5.9, RFC 6578 §3.6).
    mutating func truncated(_ href: String) {
        element("d:response") { writer in
            writer.element("d:href", text: href)
            writer.element("d:status", text: "HTTP/1.1 507 Insufficient Storage")
            writer.element("d:error") { $0.empty("d:number-of-matches-within-limits") }
        }
    }
}
