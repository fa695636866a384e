import Domain
import Foundation
import Gateway
import HTTPTypes
import Hummingbird
import NIOCore
import SpotterAPI

/// The protocol's answers: one JSON body, or lines of `data:` for a client that reads along.
enum CallableResponder {
    /// - Parameter isForPages: whether pages of other origins may read the answer. Those of the app may; what only the
    ///   operator may do isn't for browsers.
    static func json(_ result: JSONValue, isForPages: Bool = true) -> Response {
        response(CallableResponse(result: result), .ok, isForPages: isForPages)
    }

    static func json(_ error: CallableError, isForPages: Bool = true) -> Response {
        var response = response(CallableFailure(error), error.code.status, isForPages: isForPages)
        if let retryAfterMs = error.retryAfterMs {
            response.headers[.retryAfter] = String((retryAfterMs + 999) / 1000)
        }
        return response
    }

    /// Streams what `run` sends and then its result. The status is always 200, as in the original, and there is nothing
    /// but lines of `data:`, because one of the clients breaks off at any other.
    static func stream(
        _ run: @escaping @Sendable (@escaping @Sendable (JSONValue) -> Void) async throws(CallableError) -> JSONValue
    ) -> Response {
        Response(
            status: .ok,
            headers: streamHeaders,
            body: .init { writer in
                let (chunks, source) = AsyncStream<JSONValue>.makeStream()
                async let end = outcome(run, source)
                for await chunk in chunks { try await writer.write(line(CallableChunk(message: chunk))) }
                try await writer.write(await end)
                try await writer.finish(nil)
            }
        )
    }

    static func stream(_ error: CallableError) -> Response {
        Response(status: .ok, headers: streamHeaders, body: .init(byteBuffer: line(CallableFailure(error))))
    }

    /// The last line.
    private static func outcome(
        _ run: @escaping @Sendable (@escaping @Sendable (JSONValue) -> Void) async throws(CallableError) -> JSONValue,
        _ source: AsyncStream<JSONValue>.Continuation
    ) async -> ByteBuffer {
        defer { source.finish() }
        do {
            return line(CallableResponse(result: try await run { source.yield($0) }))
        } catch {
            return line(CallableFailure(error))
        }
    }

    private static func line(_ value: some APIValue) -> ByteBuffer {
        var line = ByteBuffer(string: "data: ")
        line.writeBytes((try? value.json()) ?? unencodable)
        line.writeString("\n\n")
        return line
    }

    private static func response(
        _ body: some APIValue,
        _ status: HTTPResponse.Status,
        isForPages: Bool
    ) -> Response {
        var headers = isForPages ? corsHeaders : [:]
        headers[.contentType] = "application/json; charset=utf-8"
        let bytes = (try? body.json()) ?? unencodable
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// For a number that JSON hasn't, which no function returns.
    private static let unencodable = Data(#"{"error":{"message":"INTERNAL","status":"INTERNAL"}}"#.utf8)

    private static let corsHeaders: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "POST, OPTIONS",
        .accessControlAllowHeaders: "Authorization, Content-Type, Firebase-Instance-ID-Token, X-Firebase-AppCheck",
    ]

    private static let streamHeaders: HTTPFields = {
        var headers = corsHeaders
        headers[.contentType] = "text/event-stream; charset=utf-8"
        headers[.cacheControl] = "no-cache"
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return headers
    }()

    /// Preflights, and the refusal of other methods in the protocol's own words.
    static func addRefusals(of path: String, to table: inout RouteTable, isForPages: Bool = true) {
        table.unlisted(.options, path, access: .open, cost: .light) { _, _ in
            Response(status: .noContent, headers: isForPages ? corsHeaders : [:])
        }
        for method in [HTTPRequest.Method.get, .head, .put, .patch, .delete] {
            table.unlisted(method, path, access: .open, cost: .light) { _, _ in
                json(CallableError.badRequest, isForPages: isForPages)
            }
        }
    }
}
