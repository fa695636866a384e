import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// An outgoing POST request.
package struct HTTPTransportRequest: Sendable {
    package let url: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}

package struct HTTPTransportResponse: Sendable {
    package let status: Int
    package let retryAfter: String?

    package init(status: Int, retryAfter: String? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }
}

/// Sends HTTP requests; tests replace it.
package protocol HTTPTransport: Sendable {
    /// - Throws: an error if there is no response.
    func post(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse
}

/// Sends requests over the network. Each takes at most ten seconds, with its answer's body. Redirects aren't followed, because they could lead
/// outside the allowed origins.
struct AsyncHTTPTransport: HTTPTransport {
    static let timeout = TimeAmount.seconds(10)
    /// Maximum concurrent connections per origin.
    static let connectionsPerOrigin = 16

    private let client: HTTPClient
    private let limit: @Sendable (_ end: ContinuousClock.Instant) async throws -> Void

    /// - Parameter limit: returns when a body has taken too long. The client's own timeout ends with the headers.
    init(
        client: HTTPClient = Self.shared,
        limit: @escaping @Sendable (_ end: ContinuousClock.Instant) async throws -> Void = {
            try await Task.sleep(until: $0, clock: .continuous)
        }
    ) {
        self.client = client
        self.limit = limit
    }

    /// Shared by the whole process, so that it never has to be shut down.
    static let shared: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = timeout
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerOrigin
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    func post(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        outgoing.body = .bytes(ByteBuffer(bytes: request.body))
        let end = ContinuousClock.now + .nanoseconds(Self.timeout.nanoseconds)
        let response = try await client.execute(outgoing, timeout: Self.timeout)
        // The body is read so that the connection can be reused; its content is ignored.
        await withTaskGroup(of: Void.self) { [limit] group in
            group.addTask { _ = try? await response.body.collect(upTo: 16 * 1024) }
            group.addTask { try? await limit(end) }
            await group.next()
            group.cancelAll()
        }
        return HTTPTransportResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "Retry-After")
        )
    }
}
