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

    static let tooManyProperties = refusal(
        .badRequest,
        "Ask for at most \(CalDAVAsked.maxProperties) properties at once."
    )

    private static func xml(_ text: String, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/xml; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }
}
