import Glibc
import HummingbirdCore
import NIOCore
import NIOExtras
import NIOPosix

/// The listening sockets of a server, which share a port.
struct Listeners: Sendable {
    private struct Listener: Sendable {
        let channel: any Channel
        let quiescing: ServerQuiescingHelper
    }

    private let all: [Listener]
    let first: any Channel

    /// - Parameters:
    ///   - acceptor: only accepts; what is accepted belongs to `children`.
    ///   - setUp: adds the handlers of a connection, on its event loop.
    /// - Throws: `IOError` where the port is taken or not to be had.
    static func open(
        _ configuration: ListenerConfiguration,
        on acceptor: any EventLoopGroup,
        children: any EventLoopGroup,
        setUp: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> Listeners {
        var configuration = configuration
        // Sockets that share a port would also share it with another server's, so that one that doesn't looks first.
        let probe = try await ServerBootstrap(group: acceptor).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: configuration.host, port: configuration.port).get()
        configuration.port = probe.localAddress?.port ?? configuration.port
        try await probe.close()
        var listeners: [Listener] = []
        do {
            for _ in 0..<max(1, configuration.queues) {
                listeners.append(try await listen(configuration, on: acceptor, children: children, setUp: setUp))
            }
        } catch {
            for listener in listeners { try? await listener.channel.close() }
            throw error
        }
        return Listeners(all: listeners, first: listeners[0].channel)
    }

    private static func listen(
        _ configuration: ListenerConfiguration,
        on acceptor: any EventLoopGroup,
        children: any EventLoopGroup,
        setUp: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> Listener {
        let quiescing = ServerQuiescingHelper(group: acceptor)
        let share = max(1, configuration.mostConnections / max(1, configuration.queues))
        let channel = try await ServerBootstrap(group: acceptor, childGroup: children)
            .serverChannelOption(.backlog, value: ListenerConfiguration.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.socketOption(.init(rawValue: SO_REUSEPORT)), value: 1)
            .serverChannelOption(.maxMessagesPerRead, value: 64)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let limit = AvailableConnectionsChannelHandler(delegate: MaximumAvailableConnections(share))
                    try channel.pipeline.syncOperations.addHandler(limit)
                    try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try setUp(channel) } }
            .bind(host: configuration.host, port: configuration.port).get()
        return Listener(channel: channel, quiescing: quiescing)
    }

    /// Accepts no more and asks all connections to end.
    /// - Parameter whenOver: called when the last one has closed.
    func quiesce(whenOver: @escaping @Sendable () -> Void) {
        let ends = all.map { listener in
            let over = first.eventLoop.makePromise(of: Void.self)
            listener.quiescing.initiateShutdown(promise: over)
            return over.futureResult
        }
        EventLoopFuture.andAllComplete(ends, on: first.eventLoop).whenComplete { _ in whenOver() }
    }

    func close() async { for listener in all { try? await listener.channel.close() } }
}
