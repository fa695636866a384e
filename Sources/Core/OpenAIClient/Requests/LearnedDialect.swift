import Synchronization

/// Where a server turned out to depart from the current protocol. Each departure costs one refused request, once.
final class LearnedDialect<Dialect: OptionSet & Sendable>: Sendable {
    private let dialect = Mutex<Dialect>([])

    var current: Dialect { dialect.withLock { $0 } }

    func learn(_ departures: Dialect) { dialect.withLock { $0 = $0.union(departures) } }
}
