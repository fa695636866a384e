/// Limits how often a connection's typing in one chat is published: at most once a second, the latest state last.
struct TypingThrottle {
    /// Nanoseconds.
    static let spacing: Int64 = 1_000_000_000

    enum Action: Equatable {
        case nothing
        case publish
        /// Nothing now, but at this moment, unless the typing ends before.
        case publishAt(Int64)
    }

    /// Whether others see the user as typing.
    private(set) var isPublished = false
    private var publishedAt: Int64?

    /// The user types, or goes on typing.
    mutating func start(at now: Int64) -> Action {
        if let publishedAt, now - publishedAt < Self.spacing {
            return isPublished ? .nothing : .publishAt(publishedAt + Self.spacing)
        }
        isPublished = true
        publishedAt = now
        return .publish
    }

    /// The user stops typing.
    /// - Returns: whether that has to be published.
    mutating func stop() -> Bool {
        defer { isPublished = false }
        return isPublished
    }

    /// Whether this state can be dropped.
    func isOver(at now: Int64) -> Bool { !isPublished && now - (publishedAt ?? 0) >= Self.spacing }
}
