import Synchronization

/// Wakes the notice service: a reminder may be due before all others, or somebody has to be told of a change.
public final class NoticeChanges: Sendable {
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    public init() {}

    func announce() { listener.withLock { $0 }?() }
    func listen(_ action: @escaping @Sendable () -> Void) { listener.withLock { $0 = action } }
}
