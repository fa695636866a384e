import ModelFetch
import Synchronization

/// Collects what a fetch reports.
final class EventLog: Sendable {
    private let log = Mutex<[FetchEvent]>([])

    var report: FetchReport { { event in self.log.withLock { $0.append(event) } } }
    var events: [FetchEvent] { log.withLock { $0 } }

    /// All but the progress.
    var steps: [FetchEvent] {
        events.filter { if case .progress = $0 { false } else { true } }
    }

    /// How many bytes of a file were there at each report.
    func progress(of name: String) -> [Int] {
        events.compactMap { if case .progress(name, let bytes, _) = $0 { bytes } else { nil } }
    }
}
