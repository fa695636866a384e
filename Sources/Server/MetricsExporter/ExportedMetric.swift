/// A metric that a registry exports.
protocol ExportedMetric: AnyObject, Sendable {
    var kind: MetricKind { get }
    var samples: [Sample] { get }
}

/// The type of a metric, as the text format names it.
enum MetricKind: String {
    case counter, gauge, histogram
}

/// Identifies a metric. Its labels are kept as they are exported: sorted by name, escaped and quoted.
struct MetricKey: Hashable {
    let name: String
    let labels: String

    init(name: String, dimensions: [(String, String)]) {
        self.name = name
        labels = dimensions.sorted { $0.0 < $1.0 }.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// One line of the export.
struct Sample {
    /// Follows the metric's name, as `_sum`.
    var suffix = ""
    /// A further label, as `le="0.5"`.
    var label: String?
    let value: Double

    func line(of key: MetricKey) -> String {
        let labels = [key.labels, label ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
        return "\(key.name)\(suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
    }
}
