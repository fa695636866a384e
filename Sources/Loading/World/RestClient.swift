import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// Requests to the server under load, as any client makes them.
struct RestClient: Sendable {
    let address: String

    func post(_ path: String, _ body: [String: Any], token: String? = nil) async throws -> [String: Any] {
        var request = HTTPClientRequest(url: address + path)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(data: try JSONSerialization.data(withJSONObject: body)))
        let bytes = try await send(request, token)
        return try JSONSerialization.jsonObject(with: Data(buffer: bytes)) as? [String: Any] ?? [:]
    }

    func get(_ path: String, token: String? = nil) async throws -> ByteBuffer {
        try await send(HTTPClientRequest(url: address + path), token)
    }

    /// - Throws: `unavailable` with what the server said, where that isn't 2xx.
    private func send(_ request: HTTPClientRequest, _ token: String?) async throws -> ByteBuffer {
        var request = request
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        guard (200..<300).contains(response.status.code) else {
            let said = String(buffer: bytes).prefix(300)
            throw SpotterError(.unavailable, "\(request.method) \(request.url): \(response.status.code) \(said)")
        }
        return bytes
    }
}
