import AsyncHTTPClient
import Domain
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServerTestKit

extension TestServer {
    /// One request as another app sends it.
    func send(
        _ method: String,
        _ path: String,
        headers: [(String, String)] = [],
        type: String? = "application/json",
        body: String? = nil
    ) async throws -> CallableAnswer {
        var request = HTTPClientRequest(url: baseURL + path)
        request.method = HTTPMethod(rawValue: method)
        if let type { request.headers.add(name: "Content-Type", value: type) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return CallableAnswer(
            http: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            json: JSONValue.parse(Array(buffer: bytes), maxBytes: 16 << 20) ?? .null
        )
    }
}
