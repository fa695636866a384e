import HTTPTypes
import Logging
import Synchronization

/// Notices requests that came through a proxy on this machine that the operator didn't name.
///
/// To the server such a proxy looks like a program of the operator's, which is exempt from the limits of strangers. All of
/// the proxy's clients would be.
final class UnnamedProxyWarning: Sendable {
    private static let names = ["X-Forwarded-For", "Forwarded", "X-Real-IP"].compactMap { HTTPField.Name($0) }

    private let wasLogged = Atomic(false)

    /// The address to count the request against: one without exemption if the request was forwarded.
    func checked(_ address: ClientAddress, _ headers: HTTPFields, _ logger: Logger) -> ClientAddress {
        guard address.isLoopback, let name = Self.names.first(where: { headers[$0] != nil }) else { return address }
        if !wasLogged.exchange(true, ordering: .relaxed) {
            logger.warning(
                "a request from this machine carries \(name), so it came through a proxy that --trusted-proxies doesn't name: all of the proxy's clients count as one address. Name it (--trusted-proxies 127.0.0.1,::1), and let it send X-Forwarded-For"
            )
        }
        return address.withoutExemption
    }
}
