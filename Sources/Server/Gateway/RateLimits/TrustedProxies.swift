package import NIOCore

/// A network such as `10.0.0.0/8` or `2001:db8::/32`. A plain address is a network of one.
package struct AddressRange: Sendable, Hashable {
    private let bytes: [UInt8]
    /// The length of the prefix, of 128 bits.
    private let bits: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0),
            let bytes = ClientAddress.bytes(of: address)
        else { return nil }
        let width = address.protocol == .inet ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard let given = Int(parts[1]), (0...width).contains(given) else { return nil }
            length = given
        }
        self.bytes = bytes
        bits = 128 - width + length
    }

    func contains(_ other: [UInt8]) -> Bool {
        guard other.count == 16 else { return false }
        let whole = bits / 8
        guard other.prefix(whole).elementsEqual(bytes.prefix(whole)) else { return false }
        let rest = bits % 8
        guard rest > 0 else { return true }
        return (other[whole] ^ bytes[whole]) >> UInt8(8 - rest) == 0
    }
}

/// The proxies whose `X-Forwarded-For` is trusted. None by default, because any client can send the header.
package struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange] = []) { self.ranges = ranges }

    /// The client of a request: the last address in `X-Forwarded-For` that isn't a trusted proxy's.
    /// - Parameter forwarded: the header's values, in order.
    package func client(peer: SocketAddress?, forwarded: [String]) -> ClientAddress {
        let direct = ClientAddress(peer: peer)
        guard !ranges.isEmpty, trusts(direct) else { return direct }
        var nearest = direct
        for text in forwarded.flatMap({ $0.split(separator: ",") }).reversed() {
            // No trusted proxy writes an unreadable entry, so earlier entries can't be trusted either.
            guard let address = ClientAddress(forwarded: text) else { return nearest }
            nearest = address
            if !trusts(address) { return address }
        }
        return nearest
    }

    /// Whether a trusted proxy received the request by HTTPS.
    /// - Parameter forwarded: the values of `X-Forwarded-Proto`; the last is the nearest proxy's.
    func saysHTTPS(peer: SocketAddress?, forwarded: [String]) -> Bool {
        guard !ranges.isEmpty, trusts(ClientAddress(peer: peer)) else { return false }
        return forwarded.tokens.last?.lowercased() == "https"
    }

    func trusts(_ address: ClientAddress) -> Bool { ranges.contains { $0.contains(address.bytes) } }
}
