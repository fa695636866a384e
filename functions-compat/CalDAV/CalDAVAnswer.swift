import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Scheduling

/// Answers of WebDAV.
enum CalDAVAnswer {
    static let davHeader = HTTPField.Name("DAV")
    static let methods = "OPTIONS, PROPFIND, PROPPATCH, REPORT, GET, HEAD, PUT, DELETE"

    static func plain(_ status: HTTPResponse.Status) -> Response { Response(status: status) }

    static var options: Response {
        var response = Response(status: .ok, headers: [.allow: methods])
        if let davHeader { response.headers[davHeader] = "1, calendar-access" }
        return response
    }

    static func multistatus(_ body: (inout XMLWriter) -> Void) -> Response {
        var writer = XMLWriter()
        writer.root("d:multistatus", body)
        return xml(writer.text, HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status"))
    }

    /// A refusal with its precondition, and words for people.
    static func refusal(
        _ status: HTTPResponse.Status,
        _ message: String,
        _ condition: (inout XMLWriter) -> Void = { _ in }
    ) -> Response {
        var writer = XMLWriter()
        writer.root("d:error") { writer in
            condition(&writer)
            writer.element("d:responsedescription", text: message)
        }
        return xml(writer.text, status)
    }

    static func refusal(_ refusal: CalendarObjectRefusal, of user: UserID) -> Response {
        let isOwn = refusal.reason == .timeTaken || refusal.reason == .rule
        return Self.refusal(refusal.reason == .timeTaken ? .conflict : .forbidden, refusal.message) { writer in
            let tag = "\(isOwn ? "s" : "c"):\(refusal.reason.rawValue)"
            guard let name = refusal.conflicting else { return writer.empty(tag) }
            writer.element(tag) { $0.element("d:href", text: CalDAVPlace.object(name).path(of: user)) }
        }
    }

    private static func xml(_ text: String, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/xml; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }
}

extension XMLWriter {
    /// A resource with the properties that were asked for, those that it has first.
    mutating func response(
        _ place: CalDAVPlace,
        _ object: CalendarObject?,
        _ asked: [XMLElement],
        _ properties: CalDAVProperties
    ) {
        element("d:response") { writer in
            writer.element("d:href", text: place.path(of: properties.user.id))
            let values = asked.map { ($0, properties.value($0, of: place, object)) }
            writer.propstat("200 OK", values.filter { $0.1 != nil })
            writer.propstat("404 Not Found", values.filter { $0.1 == nil })
        }
    }

    mutating func propstat(_ status: String, _ values: [(XMLElement, String?)]) {
        guard !values.isEmpty else { return }
        element("d:propstat") { writer in
            writer.element("d:prop") { writer in
                for (property, value) in values {
                    let name = XMLWriter.escaped(property.name)
                    let opening = "x:\(name) xmlns:x=\"\(XMLWriter.escaped(property.namespace))\""
                    writer.raw(value.map { "<\(opening)>\($0)</x:\(name)>" } ?? "<\(opening)/>")
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
}
