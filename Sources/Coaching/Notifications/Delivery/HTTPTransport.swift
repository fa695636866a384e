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

/// Sends requests over the network. Each takes at most ten seconds. Redirects aren't followed, because they could lead
/// outside the allowed origins.
struct AsyncHTTPTransport: HTTPTransport {
    static let timeout = TimeAmount.seconds(10)
    /// Maximum concurrent connections per origin.
    static let connectionsPerOrigin = 16

    private let client: HTTPClient

    init(client: HTTPClient = Self.shared) { self.client = client }

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
        let response = try await client.execute(outgoing, timeout: Self.timeout)
        // The body is read so that the connection can be reused; its content is ignored.
        _ = try? await response.body.collect(upTo: 16 * 1024)
        return HTTPTransportResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "Retry-After")
        )
    }
}
