import Domain
import EventBus
import Foundation
import NIOCore
import NIOSSL

/// One connection to a server of NATS: greets, subscribes, answers, and notices when the server doesn't.
final class NATSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    enum Event: Sendable {
        /// Subscribed; messages may be sent.
        case ready(maxPayload: Int)
        /// The server names those of its cluster, as `host:port`.
        case cluster([String], isEncrypted: Bool)
        case message([UInt8])
        case writable
        /// The server refuses something. It ends the connection if that can't go on.
        case refused(String)
        /// The connection is about to be closed.
        case failed(String)
    }

    /// Has the handler end the connection when the server has taken what was sent before.
    struct End: Sendable {}

    private enum Phase { case silent, greeting, ready, ended }

    static let patience = TimeAmount.seconds(5)
    /// Between looks whether the server answers. It's given up when it has let two pass.
    static let pingInterval = TimeAmount.seconds(2)
    private static let endPatience = TimeAmount.seconds(1)
    /// What a message may have, whatever a server says.
    private static let maxPayload = 64 << 20

    private let address: NATSAddress
    private let server: NATSAddress.Server
    private let subject: String
    private let report: (Event) -> Void
    private var parser = NATSParser()
    private var joining = MessageParts.Joining()
    private var phase = Phase.silent
    private var maxPayload = 0
    private var unanswered = 0
    private var isEnding = false
    private var timer: Scheduled<Void>?

    init(_ address: NATSAddress, server: NATSAddress.Server, subject: String, report: @escaping (Event) -> Void) {
        self.address = address
        self.server = server
        self.subject = subject
        self.report = report
    }

    func channelActive(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            self.fail("it doesn't greet", context)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        phase = .ended
        timer?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail("\(error)", context) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { report(.writable) }
        context.fireChannelWritabilityChanged()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase != .ended else { return }
        parser.append(unwrapInboundIn(data))
        do throws(NATSParser.Failure) {
            while phase != .ended, let operation = try parser.next() { take(operation, context) }
        } catch {
            fail("it doesn't speak NATS (\(error))", context)
        }
    }

    private func take(_ operation: NATSOperation, _ context: ChannelHandlerContext) {
        switch operation {
        case .info(let info):
            maxPayload = min(max(info.maxPayload ?? parser.maxPayload, 0), Self.maxPayload)
            parser.maxPayload = maxPayload
            if let cluster = info.cluster { report(.cluster(cluster, isEncrypted: encrypts(info))) }
            if phase == .silent { greet(info, context) }
        case .message(let payload):
            if let message = joining.add(String(buffer: payload)) { report(.message(message)) }
        case .ping: send("PONG\r\n", context)
        case .pong: pongDidArrive(context)
        case .ok: break
        case .error(let text): report(.refused(String(text.prefix(200))))
        }
    }

    private func encrypts(_ info: NATSInfo) -> Bool {
        info.requiresTLS == true || address.requiresTLS || server.requiresTLS
    }

    private func greet(_ info: NATSInfo, _ context: ChannelHandlerContext) {
        phase = .greeting
        if encrypts(info) {
            guard info.requiresTLS == true || info.offersTLS == true else {
                return fail("it offers no TLS, which tls:// demands", context)
            }
            // What came before the handshake could be anybody's.
            guard parser.isEmpty else { return fail("it sends more than its greeting before TLS", context) }
            do {
                let name = server.name ?? server.host
                let isLiteral = name.contains(":") || name.allSatisfy { $0.isNumber || $0 == "." }
                let tls = try NIOSSLClientHandler(
                    context: address.makeTLSContext(),
                    serverHostname: isLiteral ? nil : name
                )
                try context.pipeline.syncOperations.addHandler(tls, position: .first)
            } catch {
                return fail("TLS can't be used: \(error)", context)
            }
        }
        guard let hello = try? String(decoding: JSONEncoder().encode(NATSGreeting(address.login)), as: UTF8.self) else {
            return fail("it can't be greeted", context)
        }
        send("CONNECT \(hello)\r\nSUB \(subject) 1\r\n", context)
        ping(context)
    }

    private func pongDidArrive(_ context: ChannelHandlerContext) {
        unanswered = max(0, unanswered - 1)
        if phase == .greeting {
            phase = .ready
            timer?.cancel()
            scheduleNextPing(context)
            report(.ready(maxPayload: maxPayload))
        }
        if isEnding, unanswered == 0 { context.close(promise: nil) }
    }

    private func scheduleNextPing(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pingInterval) {
            guard self.unanswered < 2 else { return self.fail("it doesn't answer any more", context) }
            self.ping(context)
            self.scheduleNextPing(context)
        }
    }

    private func ping(_ context: ChannelHandlerContext) {
        unanswered += 1
        send("PING\r\n", context)
    }

    private func send(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func fail(_ reason: String, _ context: ChannelHandlerContext) {
        guard phase != .ended else { return }
        phase = .ended
        report(.failed(reason))
        context.close(promise: nil)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is End else { return context.triggerUserOutboundEvent(event, promise: promise) }
        isEnding = true
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.endPatience) { context.close(promise: nil) }
        send("UNSUB 1\r\n", context)
        ping(context)
        promise?.succeed()
    }
}

@available(*, unavailable)
extension NATSHandler: Sendable {}

/// The options of CONNECT.
private struct NATSGreeting: Encodable {
    // NATS tells its subscribers their own messages, too, which `BusEcho` counts on.
    let echo = true
    let verbose = false
    let pedantic = false
    let headers = false
    let `protocol` = 1
    let lang = "swift"
    let version = "1"
    let name = "spotter"
    var user: String?
    var pass: String?
    var auth_token: String?

    init(_ login: NATSAddress.Login) {
        switch login {
        case .none: break
        case .user(let name, let password): (user, pass) = (name, password.reveal())
        case .token(let token): auth_token = token.reveal()
        }
    }
}

extension NATSAddress {
    /// Reads the certificates of authorities, which takes some milliseconds.
    func makeTLSContext() throws -> NIOSSLContext {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.minimumTLSVersion = .tlsv12
        if let authority { settings.trustRoots = .file(authority) }
        return try NIOSSLContext(configuration: settings)
    }
}
