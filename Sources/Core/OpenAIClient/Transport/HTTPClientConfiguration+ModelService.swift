public import AsyncHTTPClient
import NIOCore

extension HTTPClient.Configuration {
    /// A client for model services. It gives up on a connection after `connectTimeout` without trying again, because
    /// ``RetryPolicy`` decides about that, and follows no redirect, which could carry a key elsewhere.
    public static func modelService(connectTimeout: Duration = .seconds(10)) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: Timeout(connect: TimeAmount(min(max(connectTimeout, .milliseconds(1)), .seconds(86_400))))
        )
        configuration.connectionPool.retryConnectionEstablishment = false
        // An answer keeps its connection for as long as it is streamed, and a tenth one must not wait for the others.
        // How many there are is limited per user.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1024
        return configuration
    }
}
