import AsyncHTTPClient
import Domain
public import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// What came back over the wire.
public struct TestAnswer: Sendable {
    public let status: Int
    public let headers: [String: String]
    public let body: Data

    public init(status: Int, headers: [String: String], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as JSON: dictionaries, lists, strings, numbers.
    public var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    }

    /// The error envelope's code, if that's what it is.
    public var errorCode: String? { (json["error"] as? [String: Any])?["code"] as? String }
}

/// Requests over a real socket to any server, of this process or another.
public struct TestHTTP: Sendable {
    public let baseURL: String

    public init(baseURL: String) { self.baseURL = baseURL }

    /// - Parameter headers: further ones; they replace those that the request would have.
    public func request(
        _ method: String,
        _ path: String,
        token: String? = nil,
        headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> TestAnswer {
        var request = HTTPClientRequest(url: baseURL + path)
        request.method = HTTPMethod(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let data = Data(buffer: try await response.body.collect(upTo: 16 << 20))
        return TestAnswer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            body: data
        )
    }

    /// One request with a JSON body made of plain values.
    public func request(
        _ method: String,
        _ path: String,
        token: String? = nil,
        json: [String: Any]
    ) async throws -> TestAnswer {
        let data = try JSONSerialization.data(withJSONObject: json)
        return try await request(method, path, token: token, body: String(decoding: data, as: UTF8.self))
    }
}
