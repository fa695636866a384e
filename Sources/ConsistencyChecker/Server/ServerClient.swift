import AsyncHTTPClient
import Domain
import NIOCore
import ServerHarness

/// REST requests to the server under test, at whatever port it listens now.
struct ServerClient: Sendable {
    struct Response: Sendable {
        let status: Int
        let body: JSONValue

        /// What the response means for a change: 2xx happened, 4xx didn't, anything else promises nothing.
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

    /// A request that has to succeed, as in the set-up.
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
