package import NIOCore

/// A client's address. An IPv6 client owns at least a /64, so a /64 counts as one address.
package struct ClientAddress: Sendable, Hashable {
    /// 16 bytes; IPv4 as `::ffff:a.b.c.d`.
    let bytes: [UInt8]
    /// Whether the TCP peer is a program of this machine that speaks for itself.
    package let isLoopback: Bool

    /// The key of per-address budgets.
    package struct Network: Sendable, Hashable {
        let bytes: [UInt8]
    }

    package var network: Network { Network(bytes: isIPv4 ? bytes : Array(bytes.prefix(8))) }

    private var isIPv4: Bool { bytes.starts(with: Self.mapped) }
    static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// - Parameter peer: the TCP peer; `nil` for a caller in this process.
    package init(peer: SocketAddress?) {
        let bytes = peer.flatMap(Self.bytes)
        self.bytes = bytes ?? [UInt8](repeating: 0, count: 16)
        let isLocal = bytes.map { $0.starts(with: Self.mapped + [127]) || $0 == [UInt8](repeating: 0, count: 15) + [1] }
        isLoopback = isLocal ?? true
    }

    private init(bytes: [UInt8], isLoopback: Bool) {
        self.bytes = bytes
        self.isLoopback = isLoopback
    }

    /// The same address, counted as a stranger's.
    var withoutExemption: ClientAddress { ClientAddress(bytes: bytes, isLoopback: false) }

    /// Parses an address from a trusted proxy: `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::1`, `[2001:db8::1]:4711`.
    init?(forwarded text: some StringProtocol) {
        var host = String(text).trimmingPrefix { $0 == " " || $0 == "\t" }
        while let last = host.last, last == " " || last == "\t" { host.removeLast() }
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = host[host.index(after: host.startIndex)..<end]
        } else if host.contains("."), let colon = host.firstIndex(of: ":"), !host[..<colon].isEmpty,
            host.filter({ $0 == ":" }).count == 1
        {
            host = host[..<colon]
        }
        guard let address = try? SocketAddress(ipAddress: String(host), port: 0), let bytes = Self.bytes(of: address)
        else { return nil }
        self.bytes = bytes
        isLoopback = false
    }

    static func bytes(of address: SocketAddress) -> [UInt8]? {
        address.withSockAddr { pointer, size in
            let raw = UnsafeRawBufferPointer(start: pointer, count: size)
            return switch address {
            // sockaddr_in: family, port, address; sockaddr_in6: family, port, flow, address.
            case .v4 where size >= 8: mapped + Array(raw[4..<8])
            case .v6 where size >= 24: Array(raw[8..<24])
            default: nil
            }
        }
    }
}
