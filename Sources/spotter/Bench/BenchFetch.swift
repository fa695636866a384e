import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// One GET over HTTP.
func fetch(_ url: String) async throws -> (Data, Int) {
    let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(30))
    return (Data(buffer: try await response.body.collect(upTo: 1 << 24)), Int(response.status.code))
}
