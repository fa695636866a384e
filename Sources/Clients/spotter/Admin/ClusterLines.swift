import CommandLineSupport
import Domain
import SpotterServer

/// The state of a cluster as text.
struct ClusterLines {
    let lines: [String]

    init(_ status: ClusterStatus) {
        guard !status.nodes.isEmpty else {
            lines = ["no server has joined within the last hour; spotter serve --cluster does"]
            return
        }
        let nodes = status.nodes.map { node in
            [
                node.name, String(node.id.suffix(8)), node.address, node.version, node.state.rawValue,
                "\(node.heartbeatAgeMs / 1000) s ago", "\(node.lagMs) ms",
            ]
        }
        let names = Dictionary(status.nodes.map { ($0.id, "\($0.name) \($0.id.suffix(8))") }) { first, _ in first }
        let leases = status.leases.map { lease in
            [lease.work, lease.node.map { names[$0] ?? $0 } ?? "nobody", "\(lease.terms)"]
        }
        lines =
            Self.table([["SERVER", "ID", "ADDRESS", "VERSION", "STATE", "HEARD", "LAG"]] + nodes) + [""]
            + Self.table([["WORK", "DONE BY", "TERMS"]] + leases)
    }

    private static func table(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }
            return cells.joined(separator: "  ").trimmed
        }
    }
}
