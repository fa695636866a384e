import Domain
import SpotterAPI
import Synchronization

/// Collects events while the previous ones are being stored. Catching up on a thousand events takes a few transactions,
/// and a single event isn't delayed.
final class EventBatcher: Sendable {
    enum Item: Sendable {
        case events([ServerEvent])
        case connected(Welcome)
        case waiting(reason: String, retryIn: Duration)
        case ended(ClientError)
    }

    private let source: AsyncStream<LiveEvent>
    private let buffer = Mutex<[LiveEvent]>([])
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(_ source: AsyncStream<LiveEvent>) {
        self.source = source
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Collects until the source ends.
    func collect() async {
        for await event in source {
            buffer.withLock { $0.append(event) }
            signal.yield()
        }
        signal.finish()
    }

    /// The batches in order, for a single consumer.
    var batches: AsyncMapSequence<AsyncStream<Void>, [Item]> { signals.map { _ in self.take() } }

    private func take() -> [Item] {
        let events = buffer.withLock { buffer in
            defer { buffer = [] }
            return buffer
        }
        var parts: [Item] = []
        var run: [ServerEvent] = []
        func endRun() {
            if !run.isEmpty { parts.append(.events(run)) }
            run = []
        }
        for event in events {
            switch event {
            case .event(let event): run.append(event)
            case .connected(let welcome):
                endRun()
                parts.append(.connected(welcome))
            case .waiting(let reason, let wait):
                endRun()
                parts.append(.waiting(reason: reason, retryIn: wait))
            case .ended(let error):
                endRun()
                parts.append(.ended(error))
            }
        }
        endRun()
        return parts
    }
}
