import Foundation

/// Tells the current time. Injected everywhere, so that tests and demos can choose it.
public protocol WallClock: Sendable {
    func now() -> Timestamp
}

extension Timestamp {
    /// How far a clock may be set back, as time synchronisation does, before what it stamped counts as from the future.
    public static let toleratedStepBackSeconds: Int64 = 300

    /// Whether the instant lies so far after `now` that the clock must have been set back since it was stamped.
    public func isFromTheFuture(at now: Timestamp) -> Bool {
        self > now.adding(seconds: Self.toleratedStepBackSeconds)
    }
}

/// The system's clock.
public struct SystemClock: WallClock {
    public init() {}
    public func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}

/// A clock that starts at a chosen time and runs on from there (`--now`).
///
/// ```swift
/// let clock = ShiftedClock(startingAt: Timestamp(milliseconds: 1_773_234_900_000))
/// ```
public struct ShiftedClock: WallClock {
    private let base: any WallClock
    private let offset: Int64

    public init(startingAt start: Timestamp, base: any WallClock = SystemClock()) {
        self.base = base
        self.offset = start.milliseconds(since: base.now())
    }

    public func now() -> Timestamp { base.now().adding(milliseconds: offset) }
}
