import Synchronization

/// Which host of an address is tried first: the one that was reached last, or after a failure the one after it.
///
/// A host whose machine is gone costs each connection that tries it first two seconds (`connect_timeout`). So only one has to
/// wait. The library itself goes on to the next host if one refuses or is silent, but not if one accepts and hangs up, as a
/// proxy without its server does.
final class HostOrder: Sendable {
    struct Place: Sendable, Hashable {
        let host: String
        let port: String
    }

    private struct Known: Sendable {
        /// Where the last connection has led.
        var place: Place?
        var places: [Place]
        /// Index into `places`.
        var first = 0

        var order: [Place] { Array(places[first...] + places[..<first]) }
    }

    private let known = Mutex<Known?>(nil)

    /// The host that was reached last.
    var place: Place? { known.withLock { $0?.place } }

    /// - Parameters:
    ///   - hosts: those of the address, separated by commas.
    ///   - ports: one for each host, or one for all of them.
    func reached(_ place: Place, of hosts: String, _ ports: String) {
        let places = Self.places(hosts, ports)
        known.withLock { $0 = Known(place: place, places: places, first: places.firstIndex(of: place) ?? 0) }
    }

    /// Nothing was reached. Of several connections that miss at the same time, one counts: two hosts would change places
    /// twice.
    ///
    /// - Parameters: as they were tried.
    func missed(_ hosts: String, _ ports: String) {
        let tried = Self.places(hosts, ports)
        guard tried.count > 1 else { return }
        known.withLock { known in
            var now = known ?? Known(places: tried)
            guard now.order == tried else { return }
            now.first = (now.first + 1) % now.places.count
            known = now
        }
    }

    /// What overrides the address; nothing for a single host.
    var keywords: [(name: String, value: String)] {
        guard let known = known.withLock({ $0 }), known.places.count > 1 else { return [] }
        let order = known.order
        return [
            ("host", order.map(\.host).joined(separator: ",")), ("port", order.map(\.port).joined(separator: ",")),
        ]
    }

    /// - Returns: nothing if the lists don't fit each other.
    private static func places(_ hosts: String, _ ports: String) -> [Place] {
        let hosts = hosts.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let ports = ports.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let port = ports.first, ports.count == 1 { return hosts.map { Place(host: $0, port: port) } }
        return hosts.count == ports.count ? zip(hosts, ports).map(Place.init) : []
    }
}
