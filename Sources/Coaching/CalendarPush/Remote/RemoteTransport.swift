import AsyncHTTPClient
import NIOCore
import NIOHTTP1

struct RemoteResponse: Sendable {
    let status: Int
    let etag: String?
    let retryAfter: String?
    let body: [UInt8]

    /// A tag that `If-Match` may hold: weak ones match nothing there (RFC 9110 §13.1.1).
    var strongTag: String? { etag.flatMap { $0.hasPrefix("\"") && $0.utf8.count <= 500 ? $0 : nil } }
}

/// Sends requests to other CalDAV servers. Each takes at most ten seconds. Redirects aren't followed, because they could lead
/// outside the allowed origins.
enum RemoteTransport {
    static let timeout = TimeAmount.seconds(10)
    /// An object here has at most 100 KB, and an answer about a collection far less.
    static let maxBodyBytes = 256 << 10

    /// Shared by the whole process, so that it never has to be shut down.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = timeout
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    /// - Parameter limit: returns when the answer has taken too long. The client's own timeout ends with the headers.
    /// - Throws: `RemoteFailure`, or `CancellationError`. The client's own errors may hold the address.
    static func send(
        _ method: String,
        _ url: String,
        headers: [(String, String)],
        body: [UInt8] = [],
        limit: @escaping @Sendable () async throws -> Void = {
            try await Task.sleep(for: .nanoseconds(RemoteTransport.timeout.nanoseconds))
        }
    ) async throws -> RemoteResponse {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        request.headers = HTTPHeaders(headers)
        if !body.isEmpty { request.body = .bytes(ByteBuffer(bytes: body)) }
        return try await withThrowingTaskGroup(of: RemoteResponse.self) { [request] group in
            group.addTask { try await answer(to: request) }
            group.addTask {
                try await limit()
                throw RemoteFailure.unreachable
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw RemoteFailure.unreachable }
            return answer
        }
    }

    private static func answer(to request: HTTPClientRequest) async throws -> RemoteResponse {
        do {
            let response = try await client.execute(request, timeout: timeout)
            let body = try await response.body.collect(upTo: maxBodyBytes)
            return RemoteResponse(
                status: Int(response.status.code),
                etag: response.headers.first(name: "ETag"),
                retryAfter: response.headers.first(name: "Retry-After"),
                body: Array(body.readableBytesView)
            )
        } catch is NIOTooManyBytesError {
            throw RemoteFailure.unclear
        } catch {
            try Task.checkCancellation()
            throw RemoteFailure.unreachable
        }
    }
}
