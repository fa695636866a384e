import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import ServerHarness
import SpotterAPI

/// Sends REST requests to the server under test, at its current port.
struct ServerClient: Sendable {
    struct Response: Sendable {
        let status: Int
        let body: JSONValue

        /// What the response says about a change: 2xx means that it happened, 4xx that it didn't; anything else leaves
        /// it open.
        var outcome: History.Outcome {
            switch status {
            case 200..<300: .done(body)
            case 400..<500: .refused(body["error"]?["code"]?.string ?? "\(status)")
            case 500: .refused("internal_error")
            default: .unknown
            }
        }
    }

    let server: SupervisedServer
    let client: HTTPClient

    /// - Returns: `nil` if the connection broke, so that the outcome is unknown.
    func request(
        _ method: String,
        _ path: String,
        token: String? = nil,
        _ body: (any APIValue)? = nil
    ) async -> Response? {
        let rest = RESTClient(baseURL: await server.address.url, client: client)
        let text = (try? body?.json()).map { String(decoding: $0, as: UTF8.self) }
        guard let response = try? await rest.request(method, path, token: token, body: text) else { return nil }
        return Response(status: response.status, body: JSONValue(reading: response.bytes.readableBytesView) ?? .null)
    }

    /// A request of the set-up, which has to succeed.
    /// - Throws: `unavailable` without a 2xx response that holds an `Answer`.
    func post<Answer: APIValue>(_ path: String, _ body: some APIValue, token: String? = nil) async throws -> Answer {
        try await RESTClient(baseURL: await server.address.url, client: client).post(path, body, token: token)
    }

    /// Accepts a trainer's request.
    /// - Throws: `unavailable` without a 2xx response.
    func agree(to request: ContactRequestID, token: String) async throws {
        let path = "/v1/contacts/requests/\(request)/accept"
        guard let response = await self.request("POST", path, token: token), response.status == 200 else {
            throw SpotterError(.unavailable, "POST \(path) wasn't answered with 200")
        }
    }

    /// A document that has to be there.
    /// - Throws: `unavailable` without a 2xx response.
    func document(_ path: String) async throws -> JSONValue {
        guard let response = await request("GET", path) else {
            throw SpotterError(.unavailable, "GET \(path): no answer")
        }
        guard (200..<300).contains(response.status) else {
            throw SpotterError(.unavailable, "GET \(path): \(response.status) \(response.body.text)")
        }
        return response.body
    }
}
