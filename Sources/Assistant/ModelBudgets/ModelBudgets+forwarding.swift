package import Domain
package import LanguageModels
import Synchronization

extension ModelBudgets {
    /// Reserves the most that a request can use which a program made for itself and the server only passes on.
    ///
    /// - Parameters:
    ///   - model: by which people choose it, as in the ledger.
    ///   - request: as far as it can be told; only its tokens are estimated.
    ///   - output: the tokens that all its answers may have together.
    /// - Throws: `quota_exceeded`, with the time at which the budget begins anew.
    package func reserve(
        _ request: ModelRequest,
        to model: String,
        at price: ModelPrice?,
        output: Int,
        for owner: UserID
    ) async throws -> ForwardedUse {
        let input = TokenEstimate(request)
        do {
            let reservation = try await ledger.reserve(model, price, for: owner, input: input.most, output: output)
            return ForwardedUse(ledger: ledger, reservation: reservation, input: input)
        } catch let error as SpotterError where error.code == .quotaExceeded {
            throw SpotterError(
                .quotaExceeded,
                "Your budget for the language models is used up. Ask whoever runs this server, or wait until it begins anew.",
                retryable: true,
                retryAfterMs: error.retryAfterMs
            )
        }
    }
}

/// What one request that is passed on uses of its user's budget. The first `settle` or `release` ends it, later ones do
/// nothing. One that the server didn't live to end is charged what was reserved.
package struct ForwardedUse: Sendable {
    private let ledger: UsageLedger
    private let reservation: UsageLedger.Reservation
    private let tally: UsageTally
    private let end = FirstCall()

    init(ledger: UsageLedger, reservation: UsageLedger.Reservation, input: TokenEstimate) {
        self.ledger = ledger
        self.reservation = reservation
        tally = UsageTally(input: input, mostOutput: reservation.isBounded ? reservation.outputTokens : .max)
    }

    /// The tokens that the answers may have; `nil` if no budget limits them.
    package var maxOutputTokens: Int? { reservation.isBounded ? reservation.outputTokens : nil }

    /// Notes a part of the answer. - Returns: whether the answer may go on.
    package func admit(_ event: ModelEvent) -> Bool { tally.admit(event) }

    /// Charges what the provider reported if that can be true, otherwise an estimate.
    package func settle() async throws {
        guard end.isFirst() else { return }
        let (usage, isEstimate) = tally.usage
        try await ledger.settle(reservation, usage, isEstimate: isEstimate)
    }

    /// The request was refused or never made, and has used nothing.
    package func release() async throws {
        guard end.isFirst() else { return }
        try await ledger.release(reservation)
    }

    private final class FirstCall: Sendable {
        private let wasMade = Atomic(false)

        func isFirst() -> Bool { !wasMade.exchange(true, ordering: .acquiringAndReleasing) }
    }
}
