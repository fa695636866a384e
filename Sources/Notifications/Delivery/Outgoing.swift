import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A POST on its way out.
package struct OutgoingRequest: Sendable {
    package let url: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}

package struct OutgoingAnswer: Sendable {
    package let status: Int
    package let retryAfter: String?

    package init(status: Int, retryAfter: String? = nil) {
        self.status = status
        self.retryAfter = retryAfter
    }
}

/// Sends requests; a seam for tests.
package protocol Outgoing: Sendable {
    /// - Throws: whatever kept an answer from coming.
    func post(_ request: OutgoingRequest) async throws -> OutgoingAnswer
}

/// Over the network: ten seconds in all, and no redirect is followed, which would lead past the allowed origins.
struct HTTPOutgoing: Outgoing {
    static let timeout = TimeAmount.seconds(10)
    /// Connections to one origin at once.
    static let connectionsPerOrigin = 16

    private let client: HTTPClient

    init(client: HTTPClient = Self.shared) { self.client = client }

    /// For the whole process, as there's nothing to wait for at its end.
    static let shared: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = timeout
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerOrigin
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    func post(_ request: OutgoingRequest) async throws -> OutgoingAnswer {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        outgoing.body = .bytes(ByteBuffer(bytes: request.body))
        let response = try await client.execute(outgoing, timeout: Self.timeout)
        // Read what little there is, so that the connection can be used again; nobody wants to see it.
        _ = try? await response.body.collect(upTo: 16 * 1024)
        return OutgoingAnswer(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "Retry-After")
        )
    }
}
