import NIOCore
import NIOPosix
import ServiceLifecycle
import TestSupport
import Testing

@testable import Gateway

@Suite(.standardTimeLimit) struct ListenersTests {
    /// The sockets of a server share its port among themselves, with nobody else's.
    @Test func aPortBelongsToOneServer() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let acceptor = group.next()
        let first = try await Listeners.open(ListenerConfiguration(), on: acceptor, children: group) { _ in }
        let port = try #require(first.first.localAddress?.port)
        await #expect(throws: IOError.self) {
            try await Listeners.open(ListenerConfiguration(port: port), on: acceptor, children: group) { _ in }
        }
        await end(first)
        let next = try await Listeners.open(ListenerConfiguration(port: port), on: acceptor, children: group) { _ in }
        await end(next)
    }

    private func end(_ listeners: Listeners) async {
        await withCheckedContinuation { continuation in listeners.quiesce { continuation.resume() } }
    }
}

@Suite(.standardTimeLimit) struct SocketServerTests {
    /// Whoever comes when all places are taken waits, on whichever of the sockets they are, until somebody leaves.
    @Test func aPlaceThatIsFreeGoesToWhoeverWaits() async throws {
        try await LiveServer.with(secure: [false], maxConnections: 1) { server in
            for _ in 0..<3 {
                let (left, leave) = AsyncStream<Void>.makeStream()
                let (isIn, enter) = AsyncStream<Void>.makeStream()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        try await RawClient.with(server) { client in
                            try await client.request("GET /plain")
                            #expect(try await client.response()?.body == "plain")
                            enter.yield()
                            for await _ in left { break }
                        }
                    }
                    for await _ in isIn { break }
                    group.addTask {
                        try await RawClient.with(server) { client in
                            try await client.request("GET /plain")
                            leave.yield()
                            #expect(try await client.response()?.body == "plain")
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    /// A server whose task is cancelled ends as one does that is told to: with close frames.
    @Test func cancellationDrainsConnections() async throws {
        let (ports, announce) = AsyncStream<Int>.makeStream()
        let server = LiveServer.server { announce.yield($0) }
        let running = Task { try await server.run() }
        for await port in ports {
            try await RawClient.with(LiveServer(port: port)) { client in
                try await client.upgrade()
                #expect(try await client.response()?.status == 101)
                _ = try await client.frame()
                running.cancel()
                #expect(try await client.frame() == .text("goodbye"))
                #expect(try await client.frame()?.closeCode == 1001)
            }
            break
        }
        try await running.value
    }
}
