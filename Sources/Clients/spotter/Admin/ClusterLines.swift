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
        var servers = TextTable("SERVER", "ID", "ADDRESS", "VERSION", "STATE", "HEARD", "LAG")
        for node in status.nodes {
            servers.add(
                node.name,
                String(node.id.suffix(8)),
                node.address,
                node.version,
                node.state.rawValue,
                "\(node.heartbeatAgeMs / 1000) s ago",
                "\(node.lagMs) ms"
            )
        }
        let names = Dictionary(status.nodes.map { ($0.id, "\($0.name) \($0.id.suffix(8))") }) { first, _ in first }
        var work = TextTable("WORK", "DONE BY", "TERMS")
        for lease in status.leases {
            work.add(lease.work, lease.node.map { names[$0] ?? $0 } ?? "nobody", "\(lease.terms)")
        }
        lines = servers.lines + [""] + work.lines
    }
}
