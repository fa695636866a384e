import Crypto
import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// A file that is the same for everybody, compressed once for clients that take gzip.
struct StaticFile: Sendable {
    /// What caches may do with it.
    enum Caching: String {
        /// Its name changes with its content.
        case forever = "public, max-age=31536000, immutable"
        /// After five minutes a browser asks again, with the file's tag, and mostly gets a 304 without a body.
        case minutes = "public, max-age=300"
        /// A browser asks each time, and mostly gets a 304.
        case revalidated = "no-cache"
        case never = "no-store"
    }

    private let content: ByteBuffer
    private let compressed: ByteBuffer?
    private let headers: HTTPFields
    private let tag: String?

    /// - Parameter headers: further headers of the response.
    init(_ bytes: some Sequence<UInt8>, mediaType: String, caching: Caching = .minutes, headers: HTTPFields = [:]) {
        let bytes = Array(bytes)
        content = ByteBuffer(bytes: bytes)
        // Pictures are compressed already.
        compressed = Gzip.compressed(bytes).flatMap { $0.count < bytes.count * 9 / 10 ? ByteBuffer(bytes: $0) : nil }
        var headers = headers
        headers[.contentType] = mediaType
        headers[.cacheControl] = caching.rawValue
        if compressed != nil { headers[.vary] = "Accept-Encoding" }
        // Weak, since the compressed file and the plain one have the same tag (RFC 9110 §8.8.1).
        tag = caching == .never ? nil : "W/\"\(Hexadecimal.encode(SHA256.hash(data: bytes).prefix(12)))\""
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
        // HEAD tells of the plain file: clients that decompress stumble over a compressed one without a body.
        guard let compressed, request.method != .head, Self.takesGzip(request.headers[.acceptEncoding]) else {
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: content))
        }
        var headers = headers
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: compressed))
    }

    /// Whether the client has this version (RFC 9110 §13.1.2, where weak tags compare alike).
    private func isKnown(to request: Request) -> Bool {
        guard let tag, let tags = request.headers[.ifNoneMatch] else { return false }
        return tags.split(separator: ",").map { String($0).trimmed }.contains {
            $0 == "*" || $0 == tag || "W/\($0)" == tag
        }
    }

    /// Whether a header `Accept-Encoding` names gzip, and doesn't exclude it by `q=0` (RFC 9110 §12.5.3).
    static func takesGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.lowercased().split(separator: ",").contains { part in
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard fields.first == "gzip" else { return false }
            return !fields.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
        }
    }
}
