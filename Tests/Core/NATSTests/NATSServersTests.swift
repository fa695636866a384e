import NIOCore
import TestSupport
import Testing

@testable import NATS

@Suite struct NATSServersTests {
    /// All servers are tried at once, then there is a pause, which grows up to a limit.
    @Test func pausesGrowWithEachRound() {
        var random = SeededRandom(seed: 1)
        var servers = NATSServers(count: 3)
        var pauses: [TimeAmount] = []
        var tried: [Int] = []
        for _ in 0..<90 {
            pauses.append(servers.lost(using: &random))
            tried.append(servers.current)
        }
        #expect(tried.prefix(4) == [1, 2, 0, 1])
        #expect(pauses.indices.allSatisfy { ($0 % 3 == 0) == (pauses[$0] > .zero) })
        #expect((.milliseconds(50) ... .milliseconds(100)).contains(pauses[0]))
        #expect((.milliseconds(100) ... .milliseconds(200)).contains(pauses[3]))
        #expect(pauses.allSatisfy { $0 <= NATSServers.maxPause } && pauses[87] >= .milliseconds(2500))
        servers.connected()
        #expect((.milliseconds(50) ... .milliseconds(100)).contains(servers.lost(using: &random)))
    }
}
