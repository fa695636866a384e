import NIOCore
import TestSupport
import Testing

@testable import NATS

@Suite struct NATSServersTests {
    /// All servers are tried at once, then there is a pause, which grows up to a limit.
    @Test func pausesGrowWithEachRound() {
        var random = SeededRandom(seed: 1)
        var servers = NATSServers((0..<3).map { .init(host: "bus\($0)", port: 4222) })
        var pauses: [TimeAmount] = []
        var tried: [String] = []
        for _ in 0..<90 {
            pauses.append(servers.lost(using: &random))
            tried.append(servers.current?.host ?? "")
        }
        #expect(tried.prefix(4) == ["bus1", "bus2", "bus0", "bus1"])
        #expect(pauses.indices.allSatisfy { ($0 % 3 == 0) == (pauses[$0] > .zero) })
        #expect((.milliseconds(50) ... .milliseconds(100)).contains(pauses[0]))
        #expect((.milliseconds(100) ... .milliseconds(200)).contains(pauses[3]))
        #expect(pauses.allSatisfy { $0 <= NATSServers.maxPause } && pauses[87] >= .milliseconds(2500))
        servers.connected()
        #expect((.milliseconds(50) ... .milliseconds(100)).contains(servers.lost(using: &random)))
    }

    /// Servers that a cluster names are tried after those of the address, as long as they can be reached.
    @Test func aClusterIsLearned() {
        var random = SeededRandom(seed: 1)
        var servers = NATSServers([.init(host: "bus1", port: 4222)])
        func lose() -> String {
            _ = servers.lost(using: &random)
            return servers.current?.description ?? ""
        }
        servers.connected()
        servers.learn(["bus1:4222", "10.0.0.2:4222", "nonsense:0", "[::1]:4223", "10.0.0.2:4222"], isEncrypted: false)
        #expect(lose() == "10.0.0.2:4222")
        servers.connected()
        #expect(lose() == "[::1]:4223")
        #expect(lose() == "bus1:4222", "the one that couldn't be reached is forgotten")
        #expect(lose() == "10.0.0.2:4222" && lose() == "bus1:4222" && lose() == "bus1:4222")
        servers.learn((0..<1000).map { "10.1.0.1:\(5000 + $0)" }, isEncrypted: false)
        var seen: Set<String> = []
        for _ in 0..<1000 { seen.insert(lose()) }
        #expect(seen.count <= NATSServers.maxLearned + 1)
    }

    /// Over TLS the others of a cluster are known by addresses, and have to prove the name that was asked for.
    @Test func aLearnedServerEncryptsAsTheFirst() {
        var random = SeededRandom(seed: 1)
        var servers = NATSServers([.init(host: "bus.example.com", port: 4222)])
        servers.learn(["10.0.0.2:4222"], isEncrypted: true)
        _ = servers.lost(using: &random)
        #expect(servers.current?.name == "bus.example.com" && servers.current?.requiresTLS == true)
        servers.learn(["10.0.0.3:4222"], isEncrypted: true)
        servers.connected()
        _ = servers.lost(using: &random)
        #expect(servers.current?.host == "10.0.0.3" && servers.current?.name == "bus.example.com")
    }
}
