import NIOCore
import NIOPosix

/// Passes bytes on between clients and a server, until it's told not to: a network that a test cuts and heals.
///
/// ```swift
/// let relay = try await TCPRelay.start(to: .port(5432))
/// try await relay.set(.stalled)
/// ```
public final class TCPRelay: Sendable {
    public enum Target: Sendable {
        /// At this machine.
        case port(Int)
        /// A Unix socket.
        case socket(path: String)
    }

    public enum Link: Sendable, Hashable {
        case open
        /// Connections end, and new ones end as soon as they are made.
        case cut
        /// Nothing passes and nothing ends. What is underway passes when the link is open again.
        case stalled
    }

    /// Used on the event loop only.
    private final class State {
        var link = Link.open
        var accepted = 0
        var ends: [ObjectIdentifier: RelayEnd] = [:]
        /// Those who connected to a stalled link.
        var waiting: [EventLoopPromise<Void>] = []
    }

    private struct IsCut: Error {}

    private let state: NIOLoopBound<State>
    private let loop: any EventLoop
    private let target: Target
    private let listener: any Channel

    /// The port at which clients connect, on the loopback interface.
    public var port: Int { listener.localAddress?.port ?? 0 }

    /// - Throws: an error of the system if there is no port.
    public static func start(to target: Target) async throws -> TCPRelay {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let state = try await loop.submit { NIOLoopBound(State(), eventLoop: loop) }.get()
        let listener = try await ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .childChannelInitializer { accept($0, state, target, loop) }
            .bind(host: "127.0.0.1", port: 0).get()
        return TCPRelay(state, loop, target, listener)
    }

    private init(_ state: NIOLoopBound<State>, _ loop: any EventLoop, _ target: Target, _ listener: any Channel) {
        (self.state, self.loop, self.target, self.listener) = (state, loop, target, listener)
    }

    public func set(_ link: Link) async throws {
        try await loop.submit { [state] in
            let state = state.value
            state.link = link
            let (ends, waiting) = (state.ends.values, state.waiting)
            switch link {
            case .open:
                state.waiting = []
                for promise in waiting { promise.succeed() }
                for end in ends { end.isStalled = false }
            case .cut:
                state.waiting = []
                for promise in waiting { promise.fail(IsCut()) }
                for end in ends { end.close() }
            case .stalled: for end in ends { end.isStalled = true }
            }
        }.get()
    }

    /// How many connections were made to it so far.
    public var connections: Int {
        get async throws { try await loop.submit { [state] in state.value.accepted }.get() }
    }

    public enum Flow: Sendable, Hashable {
        case both
        /// What the server says. It hears everything.
        case answers
    }

    /// Lets nothing pass any more on the connections that are there, while all passes on new ones.
    public func stallConnections(_ flow: Flow = .both) async throws {
        try await loop.submit { [state] in
            for end in state.value.ends.values where flow == .both || end.isServer { end.isStalled = true }
        }.get()
    }

    public func close() async throws {
        try await set(.cut)
        try await listener.close()
    }

    private static func accept(
        _ client: any Channel,
        _ state: NIOLoopBound<State>,
        _ target: Target,
        _ loop: any EventLoop
    ) -> EventLoopFuture<Void> {
        state.value.accepted += 1
        let isOpen = loop.makePromise(of: Void.self)
        switch state.value.link {
        case .open: isOpen.succeed()
        case .cut: isOpen.fail(IsCut())
        case .stalled: state.value.waiting.append(isOpen)
        }
        return isOpen.futureResult.flatMap {
            let bootstrap = ClientBootstrap(group: loop).channelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    // It may have changed since the connection was accepted.
                    if state.value.link == .cut { throw IsCut() }
                    let ends = RelayEnd.pair { end in state.value.ends[ObjectIdentifier(end)] = nil }
                    for (end, channel) in zip(ends, [client, server]) {
                        try channel.pipeline.syncOperations.addHandler(end)
                        state.value.ends[ObjectIdentifier(end)] = end
                        end.isStalled = state.value.link == .stalled
                    }
                }
            }
            return switch target {
            case .port(let port): bootstrap.connect(host: "127.0.0.1", port: port).map { _ in }
            case .socket(let path): bootstrap.connect(unixDomainSocketPath: path).map { _ in }
            }
        }
    }
}

/// One end of a connection through a relay.
private final class RelayEnd: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let isServer: Bool
    private let onEnd: (RelayEnd) -> Void
    private weak var other: RelayEnd?
    private var context: ChannelHandlerContext?
    private var wantsToRead = false

    /// Came by a read that had begun before the link was stalled.
    private var held: [ByteBuffer] = []

    var isStalled = false {
        didSet {
            guard !isStalled else { return }
            for buffer in held { other?.context?.writeAndFlush(wrapOutboundOut(buffer), promise: nil) }
            held = []
            readIfPossible()
        }
    }

    /// - Parameter onEnd: called when an end's connection has ended.
    /// - Returns: the client's end and the server's.
    static func pair(onEnd: @escaping (RelayEnd) -> Void) -> [RelayEnd] {
        let (client, server) = (RelayEnd(isServer: false, onEnd), RelayEnd(isServer: true, onEnd))
        (client.other, server.other) = (server, client)
        return [client, server]
    }

    private init(isServer: Bool, _ onEnd: @escaping (RelayEnd) -> Void) {
        (self.isServer, self.onEnd) = (isServer, onEnd)
    }

    func close() { context?.close(promise: nil) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        onEnd(self)
    }

    func channelActive(context: ChannelHandlerContext) {
        other?.readIfPossible()
        context.fireChannelActive()
    }

    /// What the other end can't take yet stays in the system's buffers, so that whoever sends notices.
    func read(context: ChannelHandlerContext) {
        wantsToRead = true
        readIfPossible()
    }

    private func readIfPossible() {
        guard wantsToRead, !isStalled, let context, let target = other?.context?.channel else { return }
        guard target.isActive, target.isWritable else { return }
        wantsToRead = false
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isStalled {
            held.append(unwrapInboundIn(data))
        } else {
            other?.context?.writeAndFlush(data, promise: nil)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { other?.readIfPossible() }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        other?.close()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

@available(*, unavailable)
extension RelayEnd: Sendable {}
