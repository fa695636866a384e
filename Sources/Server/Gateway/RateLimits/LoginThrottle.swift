import Domain
import Synchronization

/// Slows down password guessing without letting one client lock another out.
///
/// Failures are counted per pair of account and address. After five, each further failure doubles the wait, up to a
/// minute; 15 quiet minutes reset the count. Failures are never counted per account alone, so the owner can still log
/// in from another address. All failures of an address share a budget, too. Accounts that don't exist are treated the
/// same. Where several servers count, each gives its part of the free tries, and waits are longer by their number.
package final class LoginThrottle: Sendable {
    static let freeTries = 5
    /// Nanoseconds.
    static let maxWait: Int64 = 60_000_000_000
    static let forgivenAfter: Int64 = 900_000_000_000
    /// Maximum concurrent attempts of one pair. The hashing pool queues no more.
    static let maxAtOnce = 64

    private struct Pair: Hashable {
        let account: String
        let network: ClientAddress.Network
    }

    private struct Tries {
        var failures = 0
        var underWay = 0
        var lastFailure: Int64 = 0

        /// When the next attempt is allowed.
        func freeAt(sharedBy nodes: Int) -> Int64 {
            let freeTries = LoginThrottle.freeTries(sharedBy: nodes)
            guard failures >= freeTries else { return 0 }
            let doublings = min(failures - freeTries, 6)
            let wait = min(1_000_000_000 << Int64(doublings), LoginThrottle.maxWait)
            return lastFailure + wait * Int64(nodes)
        }
    }

    /// The part of one of several servers. Nobody is left without any.
    private static func freeTries(sharedBy nodes: Int) -> Int { max(freeTries / nodes, 1) }

    private let tries = Mutex<[Pair: Tries]>([:])
    private let addresses: RateLimiters<ClientAddress.Network>
    private let localAddresses: RateLimiters<ClientAddress.Network>
    private let capacity: Int
    private let nodes: (@Sendable () -> Int)?
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - rate: failures of one address for all accounts together. This machine may have twenty times as many.
    ///   - nodes: how many servers share that budget and the tries; `nil` if this one is alone.
    package init(
        _ rate: Rate?,
        nodes: (@Sendable () -> Int)? = nil,
        capacity: Int = 100_000,
        now: @escaping @Sendable () -> Int64
    ) {
        let local = rate.map { Rate(burst: $0.burst &* 20, interval: max($0.interval / 20, 1)) }
        addresses = RateLimiters(rate, nodes: nodes)
        localAddresses = RateLimiters(local, nodes: nodes)
        self.capacity = capacity
        self.nodes = nodes
        self.now = now
    }

    /// Runs `check` if another attempt is allowed now, and records its result.
    /// - Parameter account: the account as entered, whether it exists or not; `nil` if a token is checked.
    /// - Throws: `rate_limited` with the time to wait; errors of `check`.
    package func attempt<Value>(
        _ account: String? = nil,
        from address: ClientAddress,
        _ check: () async throws -> Value
    ) async throws -> Value {
        let meter = (address.isLoopback ? localAddresses : addresses).meter(of: address.network, at: now())
        if let meter, meter.remaining(at: now()).remaining == 0 {
            throw Self.refusal(afterMs: Int(meter.rate.interval / 1_000_000) + 1)
        }
        let pair = account.map { Pair(account: EmailAddress.lookup($0).current, network: address.network) }
        if let pair { try begin(pair) }
        do {
            let value = try await check()
            if let pair { tries.withLock { $0[pair] = nil } }
            return value
        } catch {
            let isWrong = (error as? SpotterError).map(Self.isWrong) ?? false
            if let pair { end(pair, failed: isWrong) }
            if isWrong { _ = meter?.take(at: now()) }
            throw error
        }
    }

    private static func isWrong(_ error: SpotterError) -> Bool {
        switch error.code {
        case .invalidCredentials, .unauthorized, .refreshReused, .expired, .registrationClosed, .emailTaken: true
        default: false
        }
    }

    private func begin(_ pair: Pair) throws {
        let now = now()
        let nodes = min(max(nodes?() ?? 1, 1), 1000)
        let waitMs: Int64? = tries.withLock { all in
            if all.count >= capacity, all[pair] == nil { Self.makeRoom(in: &all, capacity: capacity, at: now) }
            var tries = all[pair] ?? Tries()
            if tries.underWay == 0, now - tries.lastFailure >= Self.forgivenAfter { tries.failures = 0 }
            let freeAt = tries.freeAt(sharedBy: nodes)
            if freeAt > now { return (freeAt - now) / 1_000_000 + 1 }
            // After a failure, attempts of the pair run one by one. Otherwise many concurrent guesses would share one
            // wait.
            let freeTries = Self.freeTries(sharedBy: nodes)
            let allowed = tries.failures == 0 ? Self.maxAtOnce : max(1, freeTries - tries.failures)
            guard tries.underWay < allowed else { return 1000 }
            tries.underWay += 1
            all[pair] = tries
            return nil
        }
        if let waitMs { throw Self.refusal(afterMs: Int(waitMs)) }
    }

    private func end(_ pair: Pair, failed: Bool) {
        let now = now()
        tries.withLock { all in
            // Another attempt of the pair has succeeded in the meantime and removed the entry.
            guard failed || all[pair] != nil else { return }
            var tries = all[pair] ?? Tries()
            tries.underWay = max(tries.underWay - 1, 0)
            if failed {
                tries.failures = min(tries.failures + 1, 64)
                tries.lastFailure = now
            }
            all[pair] = tries.failures == 0 && tries.underWay == 0 ? nil : tries
        }
    }

    private static func makeRoom(in all: inout [Pair: Tries], capacity: Int, at now: Int64) {
        all = all.filter { $0.value.underWay > 0 || now - $0.value.lastFailure < forgivenAfter }
        guard all.count >= capacity else { return }
        for (pair, _) in all.sorted(by: { $0.value.lastFailure < $1.value.lastFailure }).prefix(capacity / 4 + 1) {
            all[pair] = nil
        }
    }

    private static func refusal(afterMs milliseconds: Int) -> SpotterError {
        SpotterError(
            .rateLimited,
            "Too many wrong tries; wait a moment before the next one.",
            retryable: true,
            retryAfterMs: milliseconds
        )
    }

    /// The number of recorded pairs.
    var count: Int { tries.withLock { $0.count } }
}
