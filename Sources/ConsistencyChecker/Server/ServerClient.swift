import AsyncHTTPClient
import Domain
import NIOCore
import ServerHarness

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
    func request(_ method: String, _ path: String, token: String? = nil, _ json: JSONValue? = nil) async -> Response? {
        let rest = RESTClient(baseURL: await server.address.url, client: client)
        guard let response = try? await rest.request(method, path, token: token, body: json?.text) else { return nil }
        return Response(status: response.status, body: JSONValue(reading: response.bytes.readableBytesView) ?? .null)
    }

    /// A request that must succeed, such as one of the set-up.
    /// - Throws: `unavailable` without a 2xx response.
    func require(_ method: String, _ path: String, token: String? = nil, _ json: JSONValue? = nil) async throws
        -> JSONValue
    {
        guard let response = await request(method, path, token: token, json) else {
            throw SpotterError(.unavailable, "\(method) \(path): no answer")
        }
        guard (200..<300).contains(response.status) else {
            throw SpotterError(.unavailable, "\(method) \(path): \(response.status) \(response.body.text)")
        }
        return response.body
    }
}
