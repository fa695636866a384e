import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Writes a large body in small pieces, each when the client has taken the ones before.
///
/// A body that is written at once waits in the connection's queue, where nothing bounds it. A piece is a copy: a slice
/// would keep the whole body in memory until its last byte is sent.
struct PacedBody: ResponseBodyWriter {
    /// Bodies up to this many bytes are written at once.
    static let unpacedBytes = 64 * 1024
    private static let pieceBytes = 32 * 1024

    private var writer: any ResponseBodyWriter

    private init(_ writer: any ResponseBodyWriter) { self.writer = writer }

    /// - Returns: a body that writes `body` in pieces; `body` itself if it is small.
    static func pacing(_ body: ResponseBody) -> ResponseBody {
        guard !isSmall(body) else { return body }
        return ResponseBody(contentLength: body.contentLength) { writer in try await body.write(PacedBody(writer)) }
    }

    static func isSmall(_ body: ResponseBody) -> Bool { body.contentLength.map { $0 <= unpacedBytes } ?? false }

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        guard buffer.readableBytes > Self.pieceBytes else { return try await writer.write(buffer) }
        var rest = buffer
        while rest.readableBytes > 0 {
            let count = min(rest.readableBytes, Self.pieceBytes)
            guard let piece = rest.readSlice(length: count) else { return }
            try await writer.write(ByteBuffer(bytes: piece.readableBytesView))
        }
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}

/// Paces the bodies of all responses.
struct PacedResponses: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.body = PacedBody.pacing(response.body)
        return response
    }
}
