import Cluster
package import Domain
import Synchronization

/// Remembers what the clock said at the last look, for work that has to know whether it was set back.
///
/// Before the first look it may have been, while the server was down. So may it before the first look of each term: another
/// node has done the work meanwhile, by a clock of its own.
package final class ClockLook: Sendable {
    private let last = Mutex<(term: Int64, at: Timestamp)?>(nil)

    package init() {}

    /// - Returns: whether the clock may have been set back since the last look.
    package func mayBeBack(at now: Timestamp) -> Bool {
        let term = (LeaseTerm.current ?? .alone).number
        return last.withLock { last in
            defer { last = (term, now) }
            return last.map { $0.term != term || now < $0.at } ?? true
        }
    }
}
