import Accounts
import Domain
import Gateway

/// One function. Its return value becomes `result`.
struct CallableFunction: Sendable {
    let name: String
    /// The quota that a call counts against, in addition to the request limit.
    var quota: Quota?
    /// Whether a call stores a text that its body carries. The body's bytes then count as stored.
    var storesText = false
    /// What an API key needs; `nil` if only a person may call.
    let keyScope: KeyScope?
    /// What a caller without a token is told.
    let withoutToken: String
    let call: @Sendable (Call) async throws -> JSONValue

    struct Call: Sendable {
        let data: JSONValue
        let caller: Principal
        /// Sends a part of the answer to a client that reads the answer while it is made; others get nothing.
        let send: @Sendable (JSONValue) -> Void
        let context: AppContext

        /// Runs a part that reads much in its caller's turn; see `RouteCost.ownTurns`.
        func inTurn<Value>(_ work: () async throws -> Value) async throws -> Value {
            try await context.inTurn(of: caller.userId, work)
        }
    }
}
