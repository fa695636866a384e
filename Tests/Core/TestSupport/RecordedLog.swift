public import Logging
import Synchronization

/// What was logged, by level.
public final class RecordedLog: Sendable {
    private let entries = Mutex<[(level: Logger.Level, line: String)]>([])

    public init() {}

    public var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    /// Each line is the message, and the metadata as `name=value`, sorted.
    public func lines(of level: Logger.Level) -> [String] {
        entries.withLock { $0.filter { $0.level == level }.map(\.line) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
            log.entries.withLock { $0.append((event.level, (["\(event.message)"] + metadata).joined(separator: " "))) }
        }
    }
}
