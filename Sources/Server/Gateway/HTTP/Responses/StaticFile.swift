import Crypto
import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A file that is the same for everybody. It is made and compressed when it is first asked for, so that a start doesn't
/// wait for files that may never be.
final class StaticFile: Sendable {
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

    private struct Content {
        let plain: ByteBuffer
        /// For clients that take gzip.
        let compressed: ByteBuffer?
        let headers: HTTPFields
        let tag: String?
    }

    private let mediaType: String
    private let caching: Caching
    private let headers: HTTPFields
    private let make: @Sendable () throws -> [UInt8]
    private let made = Mutex<Content?>(nil)

    /// - Parameters:
    ///   - headers: further headers of the response.
    ///   - make: the file's bytes, the same each time.
    init(
        mediaType: String,
        caching: Caching = .minutes,
        headers: HTTPFields = [:],
        _ make: @escaping @Sendable () throws -> [UInt8]
    ) {
        (self.mediaType, self.caching, self.headers, self.make) = (mediaType, caching, headers, make)
    }

    /// One request makes it, and others wait meanwhile.
    private func content() throws -> Content {
        try made.withLock { made in
            if let made { return made }
            let content = prepare(try make())
            made = content
            return content
        }
    }

    private func prepare(_ bytes: [UInt8]) -> Content {
        // Pictures are compressed already.
        let compressed = Gzip.compressed(bytes).flatMap { $0.count < bytes.count * 9 / 10 ? $0 : nil }
        // Weak, since the compressed file and the plain one have the same tag (RFC 9110 §8.8.1).
        let tag = caching == .never ? nil : "W/\"\(Hexadecimal.encode(SHA256.hash(data: bytes).prefix(12)))\""
        var headers = headers
        headers[.contentType] = mediaType
        headers[.cacheControl] = caching.rawValue
        if compressed != nil { headers[.vary] = "Accept-Encoding" }
        headers[.eTag] = tag
        return Content(
            plain: ByteBuffer(bytes: bytes),
            compressed: compressed.map { ByteBuffer(bytes: $0) },
            headers: headers,
            tag: tag
        )
    }

    /// Adds the file for GET and HEAD.
    func add(to group: RouterGroup<AppContext>, at path: String) {
        for method in [HTTPRequest.Method.get, .head] {
            group.on(RouterPath(path), method: method) { request, _ in try self.response(to: request) }
        }
    }

    func response(to request: Request) throws -> Response {
        let content = try content()
        if let tag = content.tag, EntityTags(request.headers[.ifNoneMatch]).contains(tag) {
            return Response(status: .notModified, headers: content.headers)
        }
        // HEAD tells of the plain file: clients that decompress stumble over a compressed one without a body.
        guard let compressed = content.compressed, request.method != .head,
            Self.takesGzip(request.headers[.acceptEncoding])
        else { return Response(status: .ok, headers: content.headers, body: .init(byteBuffer: content.plain)) }
        var headers = content.headers
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: compressed))
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
