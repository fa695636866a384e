import Domain
import NIOCore
import Testing

@testable import Gateway
@testable import SpotterServer

@Suite struct ConnectionBoundsTests {
    private func network(_ address: String, in limit: ConnectionLimit) throws -> ClientAddress.Network? {
        limit.network(of: try SocketAddress(ipAddress: address, port: 4711))
    }

    @Test func anAddressHasItsShareOfConnections() throws {
        let limit = ConnectionLimit(100, perAddress: 2)
        let one = try #require(try network("203.0.113.7", in: limit))
        let other = try #require(try network("203.0.113.8", in: limit))
        #expect(limit.opened(one) && limit.opened(one))
        #expect(!limit.opened(one))
        #expect(limit.opened(other), "others aren't concerned")
        limit.closed(one)
        #expect(limit.opened(one))
    }

    @Test func thisMachineAndProxiesHaveMany() throws {
        let proxies = TrustedProxies([try #require(AddressRange("10.0.0.0/8"))])
        let limit = ConnectionLimit(100, perAddress: 1, exempting: proxies)
        for address in ["127.0.0.1", "::1", "10.1.2.3"] {
            #expect(try network(address, in: limit) == nil)
        }
        #expect(limit.opened(nil) && limit.opened(nil))
    }

    @Test func aUserHasAShareOfSockets() throws {
        let sockets = UserSockets(maxSockets: 2)
        let (alex, sara) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
        try sockets.opened(alex)
        try sockets.opened(alex)
        let error = #expect(throws: SpotterError.self) { try sockets.opened(alex) }
        #expect(error?.code == .rateLimited)
        try sockets.opened(sara)
        sockets.ended(alex)
        try sockets.opened(alex)
        for _ in 0..<2 { sockets.ended(alex) }
        #expect(sockets.count(of: alex) == 0)
    }

    // MARK: Memory

    @Test func memoryIsReturnedAfterABurst() {
        let megabyte = 1 << 20
        var policy = MemoryReturnPolicy()
        expect(&policy, 60 * megabyte, true, "what the start has left over")
        policy.returned(before: 60 * megabyte, after: 50 * megabyte)
        for _ in 0..<20 { expect(&policy, 65 * megabyte, false) }
        expect(&policy, 400 * megabyte, true)
        policy.returned(before: 400 * megabyte, after: 390 * megabyte)
        expect(&policy, 390 * megabyte, false, "the burst goes on")
    }

    @Test func memoryThatIsUsedIsAskedForLessAndLess() {
        let megabyte = 1 << 20
        var policy = MemoryReturnPolicy()
        expect(&policy, 60 * megabyte, true)
        policy.returned(before: 70 * megabyte, after: 50 * megabyte)
        expect(&policy, 200 * megabyte, true, "it has grown")
        policy.returned(before: 300 * megabyte, after: 200 * megabyte)
        for looks in [6, 12, 24, 48, 90, 90] {
            for _ in 1..<looks { expect(&policy, 200 * megabyte, false) }
            expect(&policy, 200 * megabyte, true, "the burst may be over now")
            policy.returned(before: 200 * megabyte, after: 200 * megabyte)
        }
        for _ in 1..<90 { expect(&policy, 200 * megabyte, false) }
        expect(&policy, 200 * megabyte, true)
        policy.returned(before: 200 * megabyte, after: 60 * megabyte)
        for _ in 0..<200 { expect(&policy, 60 * megabyte, false) }
    }

    private func expect(_ policy: inout MemoryReturnPolicy, _ resident: Int, _ isDue: Bool, _ why: Comment? = nil) {
        let answer = policy.isDue(resident)
        #expect(answer == isDue, why)
    }
}
