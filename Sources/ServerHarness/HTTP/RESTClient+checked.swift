import Domain
public import NIOCore

/// Requests that must succeed.
extension RESTClient {
    /// - Throws: `unavailable` with the server's message unless the status is 2xx.
    public func post(_ path: String, _ body: [String: Any], token: String? = nil) async throws -> [String: Any] {
        try checked("POST", path, try await request("POST", path, token: token, json: body)).json
    }

    /// - Throws: `unavailable` with the server's message unless the status is 2xx.
    public func patch(_ path: String, _ body: [String: Any], token: String) async throws {
        _ = try checked("PATCH", path, try await request("PATCH", path, token: token, json: body))
    }

    /// - Throws: `unavailable` with the server's message unless the status is 2xx.
    public func delete(_ path: String, token: String) async throws {
        _ = try checked("DELETE", path, try await request("DELETE", path, token: token))
    }

    /// - Throws: `unavailable` with the server's message unless the status is 2xx.
    public func get(_ path: String, token: String? = nil) async throws -> ByteBuffer {
        try checked("GET", path, try await request("GET", path, token: token)).bytes
    }

    private func checked(_ method: String, _ path: String, _ response: RESTResponse) throws -> RESTResponse {
        guard response.isSuccess else {
            let text = String(buffer: response.bytes).prefix(300)
            throw SpotterError(.unavailable, "\(method) \(baseURL)\(path): \(response.status) \(text)")
        }
        return response
    }
}
