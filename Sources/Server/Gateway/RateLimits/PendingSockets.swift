import Domain
import Synchronization

/// Counts the unauthenticated open sockets of each address.
final class PendingSockets: Sendable {
    private let counts = Mutex<[ClientAddress.Network: Int]>([:])
    private let maxSockets: Int

    init(maxSockets: Int) { self.maxSockets = maxSockets }

    /// - Throws: `rate_limited` if the address has too many.
    func admit(_ address: ClientAddress) throws {
        guard !address.isLoopback, count(of: address) >= maxSockets else { return }
        throw SpotterError(
            .rateLimited,
            "Too many connections of this address haven't logged in yet.",
            retryable: true,
            retryAfterMs: 1000
        )
    }

    func opened(_ address: ClientAddress) { counts.withLock { $0[address.network, default: 0] += 1 } }

    /// The socket has closed or authenticated.
    func ended(_ address: ClientAddress) {
        counts.withLock { counts in
            let left = (counts[address.network] ?? 0) - 1
            counts[address.network] = left > 0 ? left : nil
        }
    }

    func count(of address: ClientAddress) -> Int { counts.withLock { $0[address.network] ?? 0 } }
}
