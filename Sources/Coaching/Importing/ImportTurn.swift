import Domain
import Synchronization

/// Lets one import of a running server be under way.
final class ImportTurn: Sendable {
    /// The place of the import that runs, given back when nothing refers to it any more.
    final class Place: Sendable {
        private let turn: ImportTurn

        fileprivate init(_ turn: ImportTurn) { self.turn = turn }

        deinit { turn.isTaken.store(false, ordering: .relaxed) }
    }

    private let isTaken = Atomic(false)

    /// - Throws: `rate_limited` while another is under way.
    func begin() throws(SpotterError) -> Place {
        guard isTaken.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            throw SpotterError(
                .rateLimited,
                "Another import is running; wait until it is done.",
                retryable: true,
                retryAfterMs: 5000
            )
        }
        return Place(self)
    }
}
