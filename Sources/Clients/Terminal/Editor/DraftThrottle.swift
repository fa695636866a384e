import Domain

/// When what is being typed is kept on this device, and when the server gets it: here half a second after it was typed, so
/// that a crash loses little; there when typing pauses, and every five seconds while it doesn't.
struct DraftThrottle: Sendable {
    enum Step: Equatable { case keep, send }

    private static let keepInterval: Int64 = 500
    private static let pause: Int64 = 1_000
    /// How long this device is ahead of the server. With the half seconds before and after it, it's at most five seconds.
    private static let maxAhead: Int64 = 4_000

    /// When it was first kept without being given to the server.
    private var keptSince: Timestamp?

    /// Whether this device has a draft that the server wasn't given.
    var isAhead: Bool { keptSince != nil }

    /// When the next step is due; `nil` if there is nothing to do.
    /// - Parameter hasChanged: since the last step.
    func next(hasChanged: Bool, after now: Timestamp) -> Timestamp? {
        if hasChanged { return now.adding(milliseconds: Self.keepInterval) }
        return isAhead ? now.adding(milliseconds: Self.pause) : nil
    }

    /// What is to be done now.
    /// - Parameters:
    ///   - hasChanged: since the last step.
    ///   - atOnce: without waiting for a pause.
    mutating func step(hasChanged: Bool, atOnce: Bool, now: Timestamp) -> Step? {
        guard hasChanged || isAhead else { return nil }
        let since = keptSince ?? now
        // A clock that was set back doesn't stop it.
        let mayWait = (0..<Self.maxAhead).contains(now.milliseconds(since: since))
        let isKept = hasChanged && mayWait && !atOnce
        keptSince = isKept ? since : nil
        return isKept ? .keep : .send
    }
}
