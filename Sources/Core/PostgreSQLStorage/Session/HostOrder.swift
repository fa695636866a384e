import Synchronization

/// Which host of an address is tried first: the one that was reached last.
///
/// A host whose machine is gone costs each connection that tries it first two seconds (`connect_timeout`). So only one has to
/// wait.
final class HostOrder: Sendable {
    struct Place: Sendable, Hashable {
        let host: String
        let port: String
    }

    private struct Known: Sendable {
        let place: Place
        let hosts: String
        let ports: String
    }

    private let known = Mutex<Known?>(nil)

    /// The host that was reached last.
    var place: Place? { known.withLock { $0?.place } }

    /// - Parameters:
    ///   - hosts: those of the address, separated by commas.
    ///   - ports: one for each host, or one for all of them.
    func reached(_ place: Place, of hosts: String, _ ports: String) {
        known.withLock { $0 = Known(place: place, hosts: hosts, ports: ports) }
    }

    /// What overrides the address; nothing before the first connection, and for a single host.
    var keywords: [(name: String, value: String)] {
        guard let known = known.withLock({ $0 }) else { return [] }
        let order = Self.order(from: known.place, hosts: known.hosts, ports: known.ports)
        return order.map { [("host", $0.hosts), ("port", $0.ports)] } ?? []
    }

    /// The lists with `place` first, and what comes before it last.
    static func order(from place: Place, hosts: String, ports: String) -> (hosts: String, ports: String)? {
        let hosts = hosts.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let given = ports.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let ports = given.count == 1 ? hosts.map { _ in given[0] } : given
        guard hosts.count > 1, ports.count == hosts.count else { return nil }
        let places = zip(hosts, ports).map(Place.init)
        guard let first = places.firstIndex(of: place) else { return nil }
        let ordered = places[first...] + places[..<first]
        return (ordered.map(\.host).joined(separator: ","), ordered.map(\.port).joined(separator: ","))
    }
}
