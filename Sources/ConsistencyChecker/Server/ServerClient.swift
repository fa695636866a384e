import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// REST requests to the server under test, wherever it is now.
struct Door: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: JSONValue

        /// What the answer means for a change: 2xx happened, 4xx didn't, anything else promises nothing.
        var outcome: History.Outcome {
            switch status {
            case 200..<300: .done(body)
            case 400..<500: .refused(body["error"]?["code"]?.string ?? "\(status)")
            case 500: .refused("internal_error")
            default: .unknown
            }
        }
    }

    let server: CheckedServer
    let client: HTTPClient

    /// - Returns: `nil` when the connection broke, so that nobody knows what happened.
    func call(_ method: String, _ path: String, token: String? = nil, _ json: JSONValue? = nil) async -> Answer? {
        let address = await server.address
        var request = HTTPClientRequest(url: address.url + path)
        request.method = HTTPMethod(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let json {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: json.text))
        }
        do {
            let response = try await client.execute(request, timeout: .seconds(30))
            let body = try await response.body.collect(upTo: 16 << 20)
            return Answer(status: Int(response.status.code), body: JSONValue(reading: body.readableBytesView) ?? .null)
        } catch {
            return nil
        }
    }

    /// A request that has to succeed, as while the stage is set.
    func need(_ method: String, _ path: String, token: String? = nil, _ json: JSONValue? = nil) async throws
        -> JSONValue
    {
        guard let answer = await call(method, path, token: token, json) else {
            throw SpotterError(.unavailable, "\(method) \(path): no answer")
        }
        guard (200..<300).contains(answer.status) else {
            throw SpotterError(.unavailable, "\(method) \(path): \(answer.status) \(answer.body.text)")
        }
        return answer.body
    }
}
