import Domain
import SpotterAPI
import Synchronization

/// Gathers a connection's events while the last ones are being stored: a catch-up of a thousand events takes a few
/// transactions, a single one isn't kept waiting.
final class Batches: Sendable {
    enum Part: Sendable {
        case events([ServerEvent])
        case connected(Welcome)
        case waiting(reason: String, retryIn: Duration)
        case ended(ClientError)
    }

    private let source: AsyncStream<LiveEvent>
    private let gathered = Mutex<[LiveEvent]>([])
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(_ source: AsyncStream<LiveEvent>) {
        self.source = source
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Runs until the source ends.
    func collect() async {
        for await event in source {
            gathered.withLock { $0.append(event) }
            signal.yield()
        }
        signal.finish()
    }

    /// In order; for one consumer.
    var batches: AsyncMapSequence<AsyncStream<Void>, [Part]> { signals.map { _ in self.take() } }

    private func take() -> [Part] {
        let events = gathered.withLock { gathered in
            defer { gathered = [] }
            return gathered
        }
        var parts: [Part] = []
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
