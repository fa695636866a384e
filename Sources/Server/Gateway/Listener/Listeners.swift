import Glibc
import NIOCore
import NIOExtras
import NIOPosix
import Synchronization

/// A server's listening sockets, which share a port.
struct Listeners: Sendable {
    private struct Listener: Sendable {
        let channel: any Channel
        let quiescing: ServerQuiescingHelper
    }

    private let all: [Listener]
    let first: any Channel
    private let drain: Drain

    /// - Parameters:
    ///   - acceptor: the event loop that accepts; accepted connections run on `children`.
    ///   - setUp: adds the handlers of a connection, on its event loop.
    /// - Throws: `IOError` if the port can't be bound.
    static func open(
        _ configuration: ListenerConfiguration,
        on acceptor: any EventLoop,
        children: any EventLoopGroup,
        setUp: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> Listeners {
        let drain = Drain()
        let limit = NIOLoopBoundBox.makeBoxSendingValue(
            ConnectionLimit(
                configuration.maxConnections,
                perAddress: configuration.maxConnectionsPerAddress,
                exempting: configuration.proxies
            ),
            eventLoop: acceptor
        )
        var sockets = try SharedPort.listen(
            host: configuration.host,
            port: configuration.port,
            sockets: configuration.queues,
            backlog: ListenerConfiguration.backlog
        )
        var listeners: [Listener] = []
        do {
            while let socket = sockets.popLast() {
                let listener = try await adopt(socket, limit, on: acceptor, children: children) { channel in
                    try setUp(channel)
                    // A connection accepted this late may have missed the shutdown event.
                    if drain.hasBegun { channel.close(promise: nil) }
                }
                listeners.append(listener)
            }
        } catch {
            for socket in sockets { Glibc.close(socket) }
            for listener in listeners { try? await listener.channel.close() }
            throw error
        }
        return Listeners(all: listeners, first: listeners[0].channel, drain: drain)
    }

    private static func adopt(
        _ socket: CInt,
        _ limit: NIOLoopBoundBox<ConnectionLimit>,
        on acceptor: any EventLoop,
        children: any EventLoopGroup,
        setUp: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> Listener {
        let quiescing = ServerQuiescingHelper(group: acceptor)
        let channel = try await ServerBootstrap(group: acceptor, childGroup: children)
            // Each listener may exceed the connection limit by this many.
            .serverChannelOption(.maxMessagesPerRead, value: 16)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ConnectionLimitHandler(limit.value))
                    try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try setUp(channel) } }
            .withBoundSocket(socket).get()
        // NIO has just set the backlog to its default of 128, regardless of its option.
        _ = Glibc.listen(socket, ListenerConfiguration.backlog)
        return Listener(channel: channel, quiescing: quiescing)
    }

    /// Stops accepting and asks all connections to close. Only the first call has an effect.
    /// - Parameter whenOver: called when the last connection has closed.
    func quiesce(whenOver: @escaping @Sendable () -> Void) {
        guard drain.begin() else { return }
        let ends = all.map { listener in
            let over = first.eventLoop.makePromise(of: Void.self)
            listener.quiescing.initiateShutdown(promise: over)
            return over.futureResult
        }
        EventLoopFuture.andAllComplete(ends, on: first.eventLoop).whenComplete { _ in whenOver() }
    }
}

/// Whether shutdown has begun.
private final class Drain: Sendable {
    private let flag = Atomic(false)

    var hasBegun: Bool { flag.load(ordering: .acquiring) }

    /// - Returns: `true` for the first call.
    func begin() -> Bool { !flag.exchange(true, ordering: .acquiringAndReleasing) }
}
