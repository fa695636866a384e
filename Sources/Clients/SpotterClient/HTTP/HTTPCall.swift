import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1

/// A request without the server's address and the token.
struct HTTPCall: Sendable {
    var method: HTTPMethod
    var path: String
    var query: [(name: String, value: String)] = []
    var body: (any Encodable & Sendable)?
    /// The body, if it isn't JSON.
    var bytes: ByteBuffer?
    var headers: [(name: String, value: String)] = []
    var accept = "application/json"
    var isAuthorised = true
    /// The time limit until the head of the response has arrived.
    var timeout = TimeAmount.seconds(60)

    static func get(_ path: String, _ query: [(String, String?)] = []) -> HTTPCall {
        HTTPCall(method: .GET, path: path, query: query.compactMap { name, value in value.map { (name, $0) } })
    }

    static func post(_ path: String, _ body: (any Encodable & Sendable)? = nil) -> HTTPCall {
        HTTPCall(method: .POST, path: path, body: body)
    }

    /// A body that isn't JSON.
    static func post(_ path: String, bytes: ByteBuffer, type: String) -> HTTPCall {
        var call = HTTPCall(method: .POST, path: path)
        call.headers = [("Content-Type", type)]
        call.bytes = bytes
        return call
    }

    static func patch(_ path: String, _ body: any Encodable & Sendable) -> HTTPCall {
        HTTPCall(method: .PATCH, path: path, body: body)
    }

    static func put(_ path: String, _ body: (any Encodable & Sendable)? = nil) -> HTTPCall {
        HTTPCall(method: .PUT, path: path, body: body)
    }

    static func delete(_ path: String) -> HTTPCall { HTTPCall(method: .DELETE, path: path) }

    /// The same request without a token.
    var anonymous: HTTPCall {
        var call = self
        call.isAuthorised = false
        return call
    }

    func request(to server: ServerAddress, token: Secret?) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(server)\(path)\(queryText)")
        request.method = method
        request.headers.add(name: "Accept", value: accept)
        request.headers.add(name: "User-Agent", value: "spotter")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token.reveal())") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let bytes {
            request.body = .bytes(bytes)
        } else if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        }
        return request
    }

    private var queryText: String {
        guard !query.isEmpty else { return "" }
        return "?" + query.map { name, value in "\(name)=\(PercentEncoding.encode(value))" }.joined(separator: "&")
    }
}
