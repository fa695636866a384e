import HTTPTypes
import Hummingbird
import NIOCore

/// A file of the web app, compressed once at the start for browsers that take gzip.
struct WebAppFile: Sendable {
    private let content: ByteBuffer
    private let packed: ByteBuffer?
    private let headers: HTTPFields

    init(_ bytes: [UInt8], headers: HTTPFields) {
        content = ByteBuffer(bytes: bytes)
        // Pictures are compressed already.
        packed = Gzip.packed(bytes).flatMap { $0.count < bytes.count * 9 / 10 ? ByteBuffer(bytes: $0) : nil }
        self.headers = headers
    }

    func response(to request: Request) -> Response {
        guard let packed, Self.takesGzip(request.headers[.acceptEncoding]) else {
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: content))
        }
        var headers = headers
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packed))
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
