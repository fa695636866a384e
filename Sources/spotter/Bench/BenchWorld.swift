import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// Requests to a server whose answers are measured, or needed to measure.
struct BenchWorld {
    struct Person: Sendable {
        let id: String
        let token: String
    }

    let address: String

    func post(_ path: String, _ body: [String: Any], as person: Person? = nil) async throws -> [String: Any] {
        var request = HTTPClientRequest(url: address + path)
        request.method = .POST
        if let person { request.headers.add(name: "Authorization", value: "Bearer \(person.token)") }
        request.body = .bytes(ByteBuffer(data: try JSONSerialization.data(withJSONObject: body)))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let data = Data(buffer: try await response.body.collect(upTo: 1 << 22))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
}
