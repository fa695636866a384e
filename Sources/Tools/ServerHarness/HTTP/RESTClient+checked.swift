import Domain
import Foundation
public import NIOCore
public import SpotterAPI

/// Requests that must succeed.
extension RESTClient {
    /// Posts a body of the API and reads the answer as one.
    /// - Throws: `unavailable` with the server's words unless the status is 2xx and the body is what was asked for.
    public func post<Answer: APIValue>(_ path: String, _ body: some APIValue, token: String? = nil) async throws
        -> Answer
    {
        let text = String(decoding: try body.json(), as: UTF8.self)
        let response = try checked("POST", path, try await request("POST", path, token: token, body: text))
        do {
            return try JSONDecoder().decode(Answer.self, from: response.body)
        } catch {
            throw SpotterError(.unavailable, "POST \(baseURL)\(path): the answer is no \(Answer.self): \(error)")
        }
    }

    /// - Throws: `unavailable` with the server's words unless the status is 2xx.
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
