import Crypto
import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// A file that is the same for everybody, and that caches may keep.
///
/// After five minutes a browser asks again, with the file's tag, and mostly gets a 304 without a body.
struct StaticFile: Sendable {
    private let content: ByteBuffer
    private let headers: HTTPFields
    private let tag: String

    /// - Parameter headers: further headers of the response.
    init(_ bytes: some Sequence<UInt8>, mediaType: String, headers: HTTPFields = [:]) {
        content = ByteBuffer(bytes: bytes)
        tag = "\"\(Hexadecimal.encode(SHA256.hash(data: content.readableBytesView).prefix(12)))\""
        var headers = headers
        headers[.contentType] = mediaType
        headers[.cacheControl] = "public, max-age=300"
        headers[.eTag] = tag
        self.headers = headers
    }

    /// Adds the file for GET and HEAD.
    func add(to group: RouterGroup<AppContext>, at path: String) {
        for method in [HTTPRequest.Method.get, .head] {
            group.on(RouterPath(path), method: method) { request, _ in response(to: request) }
        }
    }

    func response(to request: Request) -> Response {
        if isKnown(to: request) { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: content))
    }

    /// Whether the client has this version (RFC 9110 §13.1.2, where weak tags compare alike).
    private func isKnown(to request: Request) -> Bool {
        guard let tags = request.headers[.ifNoneMatch] else { return false }
        return tags.split(separator: ",").map { String($0).trimmed }.contains {
            $0 == "*" || $0 == tag || $0 == "W/\(tag)"
        }
    }
}
