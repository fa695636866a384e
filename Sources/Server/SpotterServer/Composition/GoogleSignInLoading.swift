import AsyncHTTPClient
import Domain
import FunctionsCompat
import NIOCore
import NIOHTTP1
import OpenAIClient

/// Creates the provider by whose ID tokens people sign in.
enum GoogleSignInLoading {
    private static let maxBytes = 1 << 18
    /// Lives as long as the process, because a client must outlive every request. It follows no redirects.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService(connectTimeout: .seconds(5))
    )

    static func provider(_ configuration: ServerConfiguration, clock: any WallClock) -> IdentityProvider? {
        guard let settings = configuration.googleSignIn else { return nil }
        return IdentityProvider(issuer: settings.issuer, audiences: Set(settings.clientIds), clock: clock) { url in
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
            guard response.status == .ok else {
                throw SpotterError(.unavailable, "\(url) answers \(response.status.code).")
            }
            return [UInt8](buffer: try await response.body.collect(upTo: maxBytes))
        }
    }
}
