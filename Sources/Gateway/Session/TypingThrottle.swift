/// How often a connection's typing in one chat is told: at most once a second, and what held last.
struct TypingPace {
    /// Nanoseconds.
    static let spacing: Int64 = 1_000_000_000

    enum Action: Equatable {
        case nothing
        case tell
        /// Nothing now, but at this moment, unless it ends before.
        case tellAt(Int64)
    }

    /// Whether others take the user to be writing.
    private(set) var isTold = false
    private var toldAt: Int64?

    /// The user writes, or goes on writing.
    mutating func start(at now: Int64) -> Action {
        if let toldAt, now - toldAt < Self.spacing { return isTold ? .nothing : .tellAt(toldAt + Self.spacing) }
        isTold = true
        toldAt = now
        return .tell
    }

    /// The user no longer writes.
    /// - Returns: whether others have to hear of it.
    mutating func stop() -> Bool {
        defer { isTold = false }
        return isTold
    }

    /// Whether nothing depends on this any more.
    func isOver(at now: Int64) -> Bool { !isTold && now - (toldAt ?? 0) >= Self.spacing }
}
