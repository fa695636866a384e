import NIOCore
import Testing

@testable import Gateway

@Suite struct ClientAddressTests {
    private func peer(_ text: String) throws -> SocketAddress { try SocketAddress(ipAddress: text, port: 4711) }

    @Test(arguments: [("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("10.0.0.1", false), ("::2", false)])
    func knowsThisMachine(text: String, isLoopback: Bool) throws {
        #expect(ClientAddress(peer: try peer(text)).isLoopback == isLoopback)
    }

    @Test func countsIPv6ByNetwork() throws {
        let (one, two) = (try peer("2001:db8:1:2::3"), try peer("2001:db8:1:2:ffff::4"))
        #expect(ClientAddress(peer: one).network == ClientAddress(peer: two).network)
        #expect(ClientAddress(peer: one).network != ClientAddress(peer: try peer("2001:db8:1:3::3")).network)
        let four = ClientAddress(peer: try peer("192.0.2.1")).network
        #expect(four == ClientAddress(peer: try peer("::ffff:192.0.2.1")).network)
        #expect(four != ClientAddress(peer: try peer("192.0.2.2")).network)
    }

    @Test(
        arguments: [
            ("198.51.100.9", [], "198.51.100.9"),
            ("198.51.100.9", ["203.0.113.7"], "198.51.100.9"),
            ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
            ("10.0.0.1", ["1.2.3.4, 203.0.113.7"], "203.0.113.7"),
            ("10.0.0.1", ["1.2.3.4", "203.0.113.7 , 10.0.0.2"], "203.0.113.7"),
            ("10.0.0.1", ["203.0.113.7:4711"], "203.0.113.7"),
            ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
            ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
            ("10.0.0.1", ["203.0.113.7, nonsense"], "10.0.0.1"),
            ("10.0.0.1", [], "10.0.0.1"),
            ("10.0.0.1", ["10.0.0.3"], "10.0.0.3"),
        ] as [(String, [String], String)]
    )
    func believesOnlyItsProxies(peerText: String, header: [String], client: String) throws {
        let proxies = TrustedProxies([try #require(AddressRange("10.0.0.0/8"))])
        let found = proxies.client(peer: try peer(peerText), forwarded: header)
        #expect(found.network == ClientAddress(peer: try peer(client)).network)
    }

    /// A header can't make somebody this machine.
    @Test func aHeaderIsNeverLoopback() throws {
        let proxies = TrustedProxies([try #require(AddressRange("127.0.0.1"))])
        #expect(!proxies.client(peer: try peer("127.0.0.1"), forwarded: ["127.0.0.1"]).isLoopback)
        #expect(TrustedProxies().client(peer: try peer("127.0.0.1"), forwarded: ["9.9.9.9"]).isLoopback)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.128/25", "192.0.2.127", false),
        ("192.0.2.128/25", "192.0.2.200", true), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("2001:db8::/33", "2001:db8:8000::1", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "2001::1", false),
    ])
    func networksContainTheirAddresses(range: String, address: String, isInside: Bool) throws {
        let bytes = try #require(ClientAddress.bytes(of: try peer(address)))
        #expect(try #require(AddressRange(range)).contains(bytes) == isInside)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "example.com", "10.0.0.0/8/8"])
    func refusesOtherText(text: String) { #expect(AddressRange(text) == nil) }
}
