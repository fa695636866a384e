import Synchronization

/// Wakes the service that waits for the next due work: something may be due before all else, or has to be told.
public final class ScheduleChanges: Sendable {
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    public init() {}

    package func announce() { listener.withLock { $0 }?() }
    func listen(_ action: @escaping @Sendable () -> Void) { listener.withLock { $0 = action } }
}
