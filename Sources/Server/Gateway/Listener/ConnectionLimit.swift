import NIOCore

/// Limits the connections of all listeners together, and those of each address. At the limit of all, no listener accepts
/// until a connection has closed; above an address's own, its connections are closed at once.
/// Confined to the accepting event loop.
final class ConnectionLimit {
    private let maxConnections: Int
    private let maxPerAddress: Int
    private let proxies: TrustedProxies
    private var count = 0
    private var addresses: [ClientAddress.Network: Int] = [:]
    private var waiting: [ChannelHandlerContext] = []

    init(_ maxConnections: Int, perAddress: Int = .max, exempting proxies: TrustedProxies = TrustedProxies()) {
        self.maxConnections = maxConnections
        self.maxPerAddress = perAddress
        self.proxies = proxies
    }

    fileprivate var isReached: Bool { count >= maxConnections }
    fileprivate func wait(_ context: ChannelHandlerContext) { waiting.append(context) }

    /// Whose connection this is; `nil` if its address has no limit of its own.
    func network(of peer: SocketAddress?) -> ClientAddress.Network? {
        guard maxPerAddress < .max else { return nil }
        let address = ClientAddress(peer: peer)
        return address.isLoopback || proxies.trusts(address) ? nil : address.network
    }

    /// Counts a connection until `closed` is called.
    /// - Returns: `false`, without counting, if the address has too many.
    func opened(_ network: ClientAddress.Network?) -> Bool {
        if let network {
            let open = addresses[network] ?? 0
            guard open < maxPerAddress else { return false }
            addresses[network] = open + 1
        }
        count += 1
        return true
    }

    func closed(_ network: ClientAddress.Network?) {
        if let network {
            let left = (addresses[network] ?? 0) - 1
            addresses[network] = left > 0 ? left : nil
        }
        count -= 1
        guard !isReached else { return }
        let contexts = waiting
        waiting = []
        for context in contexts { context.read() }
    }
}

/// Applies the shared limit to one listener.
final class ConnectionLimitHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private let limit: ConnectionLimit

    init(_ limit: ConnectionLimit) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let child = unwrapInboundIn(data)
        let network = limit.network(of: child.remoteAddress)
        guard limit.opened(network) else { return child.close(promise: nil) }
        let limit = NIOLoopBound(limit, eventLoop: context.eventLoop)
        child.closeFuture.hop(to: context.eventLoop).whenComplete { _ in limit.value.closed(network) }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if limit.isReached { limit.wait(context) } else { context.read() }
    }
}

@available(*, unavailable)
extension ConnectionLimit: Sendable {}

@available(*, unavailable)
extension ConnectionLimitHandler: Sendable {}
