import Dispatch
import Synchronization

/// The bus of servers that run in one process.
public final class InProcessBus: EventBus {
    private let subscribers = Mutex<[@Sendable ([UInt8]) -> Void]>([])
    private let queue = DispatchQueue(label: "spotter.bus")

    public init() {}

    public func publish(_ message: [UInt8]) {
        queue.async { [self] in
            for receive in subscribers.withLock({ $0 }) { receive(message) }
        }
    }

    public func subscribe(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
        subscribers.withLock { $0.append(receive) }
    }

    /// Waits until everything that was published is received. Others may go on: a process's servers share the bus.
    public func close() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
