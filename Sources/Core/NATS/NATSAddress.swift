package import Domain
import Foundation

/// Where NATS is: `nats://user:password@host1:4222,host2:4222`, `nats://token@host`, or `tls://…` to refuse a server that
/// doesn't encrypt. `?ca=/path/ca.pem` names the authority to trust in place of the system's.
///
/// ```swift
/// let address = try NATSAddress("nats://spotter:secret@bus1,bus2:4223")
/// print(address)  // nats://bus1:4222,bus2:4223
/// ```
package struct NATSAddress: Sendable, CustomStringConvertible {
    struct Server: Sendable, Equatable, CustomStringConvertible {
        let host: String
        let port: Int
        /// The name that its certificate has to have; `nil` for `host`. Servers of a cluster name each other by addresses,
        /// so one that was learned from another has to prove that one's name.
        var name: String?
        /// Whether it must encrypt, because the server does from which it was learned.
        var requiresTLS = false

        func isAt(_ other: Server) -> Bool { host == other.host && port == other.port }

        var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    enum Login: Sendable, Equatable {
        case none
        case user(String, password: Secret)
        case token(Secret)
    }

    static let defaultPort = 4222

    let servers: [Server]
    let login: Login
    let requiresTLS: Bool
    /// The file of the authority to trust, in PEM; `nil` for the system's.
    let authority: String?

    /// - Throws: `invalid_request`, without any part of the address.
    package init(_ text: String) throws(SpotterError) {
        guard let scheme = ["nats://", "tls://"].first(where: text.hasPrefix) else {
            throw .invalid("bus must be an address like nats://host:4222.")
        }
        requiresTLS = scheme == "tls://"
        let rest = text.dropFirst(scheme.count)
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        let fields = place.split(separator: "@", omittingEmptySubsequences: false)
        guard fields.count <= 2, let hosts = fields.last else {
            throw .invalid("bus has more than one @: in a password @, :, / and % are written %40, %3A, %2F and %25.")
        }
        login = fields.count == 2 ? try Self.login(fields[0]) : .none
        var servers: [Server] = []
        for name in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            guard let server = Self.server(name) else {
                throw .invalid("bus must name hosts like host1:4222,host2:4222, and percent-encode its password.")
            }
            servers.append(server)
        }
        self.servers = servers
        authority = try Self.authority(rest.dropFirst(place.count))
    }

    private static func login(_ text: Substring) throws(SpotterError) -> Login {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false).map {
            String($0).removingPercentEncoding
        }
        if fields.count == 1, let token = fields[0], !token.isEmpty { return .token(Secret(token)) }
        if fields.count == 2, let user = fields[0], let password = fields[1], !user.isEmpty {
            return .user(user, password: Secret(password))
        }
        throw .invalid("bus must hold user:password@ or token@ before its hosts, percent-encoded.")
    }

    /// The rest of the address, behind its hosts.
    private static func authority(_ text: Substring) throws(SpotterError) -> String? {
        let options = text.hasPrefix("/") ? text.dropFirst() : text
        if options.isEmpty { return nil }
        guard options.hasPrefix("?ca="), let path = String(options.dropFirst(4)).removingPercentEncoding, !path.isEmpty
        else { throw .invalid("bus has no other option than ?ca=FILE behind its hosts.") }
        return path
    }

    static func server(_ text: Substring) -> Server? {
        if let match = text.wholeMatch(of: /\[([0-9A-Fa-f:.]+)\](?::([0-9]{1,5}))?/) {
            return server(match.1, match.2)
        }
        guard let match = text.wholeMatch(of: /([A-Za-z0-9._\-]+)(?::([0-9]{1,5}))?/) else { return nil }
        return server(match.1, match.2)
    }

    private static func server(_ host: Substring, _ port: Substring?) -> Server? {
        let port = port.map { Int($0) ?? 0 } ?? defaultPort
        return (1...65_535).contains(port) ? Server(host: String(host), port: port) : nil
    }

    /// Whether the address holds a password or token, which others see if it stands on a command line.
    package var hasPassword: Bool { login != .none }

    /// Without user, password, token and options.
    package var description: String {
        (requiresTLS ? "tls://" : "nats://") + servers.map(\.description).joined(separator: ",")
    }
}
