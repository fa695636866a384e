/// Limits how often a connection's typing in one chat is published: at most once a second, and the latest state always
/// last.
struct TypingThrottle {
    /// Nanoseconds between two publications.
    static let spacing: Int64 = 1_000_000_000

    enum Action: Equatable {
        case nothing
        case publish
        /// Publish at this moment, unless the typing ends earlier.
        case publishAt(Int64)
    }

    /// Whether others currently see the user typing.
    private(set) var isPublished = false
    private var publishedAt: Int64?

    /// The user starts or continues to type.
    mutating func start(at now: Int64) -> Action {
        if let publishedAt, now - publishedAt < Self.spacing {
            return isPublished ? .nothing : .publishAt(publishedAt + Self.spacing)
        }
        isPublished = true
        publishedAt = now
        return .publish
    }

    /// The user stops typing.
    /// - Returns: whether the stop must be published.
    mutating func stop() -> Bool {
        defer { isPublished = false }
        return isPublished
    }

    /// Whether this state can be discarded.
    func isOver(at now: Int64) -> Bool { !isPublished && now - (publishedAt ?? 0) >= Self.spacing }
}
