public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// Sends requests to any server, in this process or another, over a real socket.
public struct RESTClient: Sendable {
    public let baseURL: String
    private let client: HTTPClient
    private let timeout: TimeAmount

    public init(baseURL: String, client: HTTPClient = .shared, timeoutSeconds: Int64 = 120) {
        self.baseURL = baseURL
        self.client = client
        timeout = .seconds(timeoutSeconds)
    }

    /// Accepts any certificate, because a server under test has a self-signed one. Lives as long as the process.
    public static let trustingClient: HTTPClient = {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.certificateVerification = .none
        return HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup,
            configuration: HTTPClient.Configuration(tlsConfiguration: tls)
        )
    }()

    /// - Parameter headers: additional headers. They replace the request's default headers of the same name.
    public func request(
        _ method: String,
        _ path: String,
        token: String? = nil,
        headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> RESTResponse {
        var request = HTTPClientRequest(url: baseURL + path)
        request.method = HTTPMethod(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        let response = try await client.execute(request, timeout: timeout)
        return RESTResponse(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            bytes: try await response.body.collect(upTo: 16 << 20)
        )
    }

    /// Sends a request with a JSON body of plain values.
    public func request(
        _ method: String,
        _ path: String,
        token: String? = nil,
        json: [String: Any]
    ) async throws -> RESTResponse {
        let data = try JSONSerialization.data(withJSONObject: json)
        return try await request(method, path, token: token, body: String(decoding: data, as: UTF8.self))
    }
}
