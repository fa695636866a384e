import Foundation

/// What time it is. Injected everywhere, so that tests and demos choose it.
public protocol WallClock: Sendable {
    func now() -> Timestamp
}

/// The machine's clock.
public struct SystemClock: WallClock {
    public init() {}
    public func now() -> Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}

/// A clock that was set to another time and goes on from there (`--now`).
public struct ShiftedClock: WallClock {
    private let base: any WallClock
    private let offset: Int64

    public init(startingAt start: Timestamp, base: any WallClock = SystemClock()) {
        self.base = base
        self.offset = start.milliseconds(since: base.now())
    }

    public func now() -> Timestamp { base.now().adding(milliseconds: offset) }
}
