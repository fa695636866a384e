package import Domain
import EventBus
package import Logging
import NIOCore
import NIOPosix
import Synchronization

/// The bus over NATS, which takes that work from the database.
///
/// What was published while no server could be reached, or faster than it takes, is dropped, and so is what was on its way
/// when a connection broke. Subscribers notice it by the numbers and echoes of what they tell each other, as on every bus.
package final class NATSBus: EventBus {
    private static let connectTimeout = TimeAmount.seconds(3)
    private struct State: Sendable {
        var servers: NATSServers
        /// The connection that is ready.
        var channel: (any Channel)?
        var maxBytes = 0
        var waiting = Outbox()
        var count: UInt64 = 0
        var isFlushing = false
        var isClosed = false
        /// Whether it was said that no server can be reached.
        var isMissed = false
        /// Why the connection is about to end, or what was refused.
        var reason: String?
        /// Whether a refusal of this connection was logged.
        var isRefused = false
    }

    private let address: NATSAddress
    private let subject: String
    private let logger: Logger
    private let group: MultiThreadedEventLoopGroup
    private let loop: any EventLoop
    private let parts: MessageParts
    private let subscribers = Mutex<[@Sendable ([UInt8]) -> Void]>([])
    private let state: Mutex<State>

    /// Connects in the background.
    ///
    /// - Parameter cluster: those who name the same one hear each other. Only its ASCII letters and digits count.
    /// - Throws: `invalid_request` if the authority's certificates can't be read.
    package init(_ address: NATSAddress, cluster: String, logger: Logger) throws(SpotterError) {
        if address.authority != nil {
            do {
                _ = try address.makeTLSContext()
            } catch {
                throw .invalid("bus names a file of certificates that can't be read.")
            }
        }
        self.address = address
        self.logger = logger
        subject = "spotter.\(cluster.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })"
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        loop = group.next()
        var random = SystemRandomNumberGenerator()
        parts = MessageParts(sender: UInt64.random(in: .min ... .max, using: &random))
        state = Mutex(State(servers: NATSServers(address.servers)))
        connect()
    }

    package func subscribe(_ receive: @escaping @Sendable ([UInt8]) -> Void) {
        subscribers.withLock { $0.append(receive) }
    }

    // MARK: Sending

    package func publish(_ message: [UInt8]) {
        let begins = state.withLock { state in
            guard !state.isClosed, state.waiting.add(message) else { return false }
            guard state.channel != nil, !state.isFlushing else { return false }
            state.isFlushing = true
            return true
        }
        if begins { loop.execute { self.flush() } }
    }

    /// Sends what has come together in one piece.
    private func flush() {
        let taken = state.withLock {
            state -> (channel: any Channel, messages: [[UInt8]], first: UInt64, maxBytes: Int)? in
            state.isFlushing = false
            guard let channel = state.channel, channel.isWritable || state.isClosed, !state.waiting.isEmpty else {
                return nil
            }
            let messages = state.waiting.take()
            defer { state.count &+= UInt64(messages.count) }
            return (channel, messages, state.count, state.maxBytes)
        }
        guard let taken else { return }
        var buffer = taken.channel.allocator.buffer(capacity: taken.messages.reduce(0) { $0 + $1.count + 128 })
        for (index, message) in taken.messages.enumerated() {
            for part in parts.cut(message, number: taken.first &+ UInt64(index), maxBytes: taken.maxBytes) {
                buffer.writeString("PUB \(subject) \(part.utf8.count)\r\n\(part)\r\n")
            }
        }
        taken.channel.writeAndFlush(buffer, promise: nil)
    }

    // MARK: Connecting

    private func connect() {
        guard let server = state.withLock({ $0.servers.current }) else { return }
        ClientBootstrap(group: loop)
            .connectTimeout(Self.connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = NATSHandler(self.address, server: server, subject: self.subject) { event in
                        self.handle(event, of: channel, server)
                    }
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .connect(host: server.host, port: server.port)
            .whenComplete { result in
                switch result {
                case .success(let channel): channel.closeFuture.whenComplete { _ in self.connectionDidEnd(to: server) }
                case .failure(let error):
                    let refusal = (error as? NIOConnectionError)?.connectionErrors.last?.error ?? error
                    self.state.withLock { $0.reason = "\(refusal)" }
                    self.connectionDidEnd(to: server)
                }
            }
    }

    private func handle(_ event: NATSHandler.Event, of channel: any Channel, _ server: NATSAddress.Server) {
        switch event {
        case .ready(let maxPayload):
            let (wasMissed, refusal) = state.withLock { state in
                defer { (state.isMissed, state.reason, state.isRefused) = (false, nil, state.reason != nil) }
                state.servers.connected()
                state.channel = channel
                state.maxBytes = maxPayload - MessageParts.overhead
                return (state.isMissed, state.reason)
            }
            if wasMissed { logger.notice("the bus is connected again", metadata: ["server": "\(server)"]) }
            if let refusal { logRefusal(refusal, of: server) }
            flush()
        case .message(let message):
            for receive in subscribers.withLock({ $0 }) { receive(message) }
        case .writable: flush()
        case .cluster(let places, let isEncrypted):
            state.withLock { $0.servers.learn(places, isEncrypted: isEncrypted) }
        case .failed(let reason): state.withLock { $0.reason = $0.reason ?? reason }
        case .refused(let reason):
            let isNews = state.withLock { state in
                state.reason = reason
                guard state.channel != nil, !state.isRefused else { return false }
                state.isRefused = true
                return true
            }
            if isNews { logRefusal(reason, of: server) }
        }
    }

    /// Once for a connection: whoever may not publish is refused every message.
    private func logRefusal(_ reason: String, of server: NATSAddress.Server) {
        logger.warning("the bus refuses something: \(reason)", metadata: ["server": "\(server)"])
    }

    private func connectionDidEnd(to server: NATSAddress.Server) {
        var random = SystemRandomNumberGenerator()
        let (pause, isNews, reason) = state.withLock { state -> (TimeAmount?, Bool, String) in
            // What waits outlives a lost connection, but not a failed attempt: it would be late.
            if state.channel == nil { _ = state.waiting.take() }
            state.channel = nil
            defer { (state.isMissed, state.reason, state.isRefused) = (true, nil, false) }
            let pause = state.servers.lost(using: &random)
            return (state.isClosed ? nil : pause, !state.isMissed, state.reason ?? "the connection was closed")
        }
        guard let pause else { return }
        if isNews {
            logger.warning(
                "the bus can't be reached; what happens at other servers is told a little later until it can: \(reason)",
                metadata: ["server": "\(server)"]
            )
        }
        loop.scheduleTask(in: pause) { if !self.state.withLock({ $0.isClosed }) { self.connect() } }
    }

    package func close() async {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        guard !wasClosed else { return }
        let channel = try? await loop.submit {
            self.flush()
            return self.state.withLock { $0.channel }
        }.get()
        if let channel = channel ?? nil {
            channel.triggerUserOutboundEvent(NATSHandler.End(), promise: nil)
            try? await channel.closeFuture.get()
        }
        subscribers.withLock { $0 = [] }
        try? await group.shutdownGracefully()
    }
}
