import AsyncHTTPClient
import Domain
import Foundation
package import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// Requests to the server under load, as any client makes them.
package struct RestClient: Sendable {
    package let address: String

    package init(address: String) { self.address = address }

    /// Lives as long as the process. Whom it talks to isn't verified: a server under test vouches for itself.
    private static let client: HTTPClient = {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = .none
        return HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup,
            configuration: HTTPClient.Configuration(tlsConfiguration: tls)
        )
    }()

    package func post(_ path: String, _ body: [String: Any], token: String? = nil) async throws -> [String: Any] {
        try await send(.POST, path, body, token: token)
    }

    package func patch(_ path: String, _ body: [String: Any], token: String) async throws {
        _ = try await send(.PATCH, path, body, token: token)
    }

    package func delete(_ path: String, token: String) async throws {
        var request = HTTPClientRequest(url: address + path)
        request.method = .DELETE
        _ = try await send(request, token)
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [String: Any],
        token: String?
    ) async throws -> [String: Any] {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(data: try JSONSerialization.data(withJSONObject: body)))
        let bytes = try await send(request, token)
        return try JSONSerialization.jsonObject(with: Data(buffer: bytes)) as? [String: Any] ?? [:]
    }

    package func get(_ path: String, token: String? = nil) async throws -> ByteBuffer {
        try await send(HTTPClientRequest(url: address + path), token)
    }

    /// - Throws: `unavailable` with what the server said, where that isn't 2xx.
    private func send(_ request: HTTPClientRequest, _ token: String?) async throws -> ByteBuffer {
        var request = request
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        let response = try await Self.client.execute(request, timeout: .seconds(120))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        guard (200..<300).contains(response.status.code) else {
            let said = String(buffer: bytes).prefix(300)
            throw SpotterError(.unavailable, "\(request.method) \(request.url): \(response.status.code) \(said)")
        }
        return bytes
    }
}
