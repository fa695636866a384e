public import Domain
import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: WallClock {
    private let value: Mutex<Timestamp>

    public init(_ start: Timestamp) { value = Mutex(start) }
    public func now() -> Timestamp { value.withLock { $0 } }
    public func set(_ instant: Timestamp) { value.withLock { $0 = instant } }
    public func advance(milliseconds: Int64) { value.withLock { $0 = $0.adding(milliseconds: milliseconds) } }
}
