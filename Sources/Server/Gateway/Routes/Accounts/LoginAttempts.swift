package import Accounts
import Domain
import Hummingbird
import Logging

/// Log-ins by password, at any door: throttled, counted, and logged if they fail.
package struct LoginAttempts: Sendable {
    private let accounts: Accounts
    private let metrics: RequestMetrics

    package init(accounts: Accounts, metrics: RequestMetrics) {
        self.accounts = accounts
        self.metrics = metrics
    }

    /// A log-in whose failure is logged with the client's address.
    ///
    /// What was typed isn't: people type their password into the wrong field, and the address of somebody who has no
    /// account here is nobody's business. An account that exists is named by its id.
    /// - Throws: `rate_limited` with the time to wait; errors of `attempt`.
    package func run<Value>(
        _ email: String,
        _ context: AppContext,
        _ attempt: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await context.guarded(email, attempt)
        } catch let error as SpotterError where error.code == .invalidCredentials {
            metrics.loginFailed()
            let account = try? await accounts.id(of: email)
            context.logger.notice(
                "log-in failed",
                metadata: ["address": "\(context.address)", "account": "\(account.map { "\($0)" } ?? "unknown")"]
            )
            throw error
        }
    }
}
