import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers over HTTP.
enum MCPResponse {
    static let sessionHeader = HTTPField.Name("Mcp-Session-Id")
    static let versionHeader = HTTPField.Name("MCP-Protocol-Version")
    static let methodHeader = HTTPField.Name("Mcp-Method")
    static let nameHeader = HTTPField.Name("Mcp-Name")

    static let accepted = Response(status: .accepted)

    static func result(_ result: JSONValue, _ id: JSONRPCID, session: String? = nil) -> Response {
        var response = json(message(result, id), .ok)
        if let session, let name = sessionHeader { response.headers[name] = session }
        return response
    }

    static func message(_ result: JSONValue, _ id: JSONRPCID) -> JSONValue {
        ["jsonrpc": "2.0", "id": id.json, "result": result]
    }

    /// - Parameter scopes: what a key lacks, told to whoever can get a better one.
    static func error(_ error: JSONRPCError, _ id: JSONRPCID?, scopes: [KeyScope] = []) -> Response {
        var response = json(error.json(id), error.status)
        switch error.status {
        case .unauthorized: response.headers[.wwwAuthenticate] = "Bearer realm=\"spotter\""
        case .forbidden where !scopes.isEmpty:
            let names = scopes.map(\.rawValue).joined(separator: " ")
            response.headers[.wwwAuthenticate] = "Bearer error=\"insufficient_scope\", scope=\"\(names)\""
        default: break
        }
        if let wait = error.data?["retryAfterMs"]?.int { response.headers[.retryAfter] = String((wait + 999) / 1000) }
        return response
    }

    static func notAllowed(_ methods: String) -> Response {
        Response(status: .methodNotAllowed, headers: [.allow: methods])
    }

    /// A message as an event of a stream.
    static func event(_ message: JSONValue) -> ByteBuffer {
        ByteBuffer(string: "event: message\ndata: \(message.text)\n\n")
    }

    private static func json(_ value: JSONValue, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: value.text))
        )
    }
}

extension Request {
    /// A header's only value; `nil` if it is missing or there several times.
    func single(_ name: HTTPField.Name?) -> String? {
        guard let name else { return nil }
        let values = headers[values: name]
        return values.count == 1 ? values.first : nil
    }

    func has(_ name: HTTPField.Name?) -> Bool { name.map { headers[$0] != nil } ?? false }

    /// Whether the client takes an answer of this media type; one that says nothing takes any.
    func accepts(_ mediaType: String) -> Bool {
        guard let accept = headers[.accept]?.lowercased() else { return true }
        let group = mediaType.prefix { $0 != "/" } + "/*"
        return accept.contains(mediaType) || accept.contains("*/*") || accept.contains(group)
    }
}
