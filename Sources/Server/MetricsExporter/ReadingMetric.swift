/// A number that somebody else keeps, read when it's exported.
final class ReadingMetric: ExportedMetric {
    let kind: MetricKind
    private let read: @Sendable () -> Double?

    init(kind: MetricKind, read: @escaping @Sendable () -> Double?) {
        self.kind = kind
        self.read = read
    }

    var samples: [Sample] { read().map { [Sample(value: $0)] } ?? [] }
}

/// What a number that is read at each export does.
public enum ReadingKind: Sendable {
    /// It only goes up.
    case counter
    /// It goes up and down.
    case gauge
}
