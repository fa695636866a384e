import Domain
import NIOCore
import NIOPosix
import NIOSSL

/// Hands a mail to somebody who carries it; a seam for tests.
package protocol MailCarrier: Sendable {
    func send(_ content: [UInt8], to: MailAddress) async throws
}

/// Hands mails to the operator's mail server, each over a connection of its own.
struct SMTPClient: MailCarrier {
    static let timeout = TimeAmount.seconds(30)

    let settings: NotificationSettings.SMTP
    let eventLoops: any EventLoopGroup

    init(_ settings: NotificationSettings.SMTP, eventLoops: any EventLoopGroup) {
        self.settings = settings
        self.eventLoops = eventLoops
    }

    /// Returns when the server has taken it.
    func send(_ content: [UInt8], to: MailAddress) async throws {
        let tls = try settings.security == .none ? nil : NIOSSLContext(configuration: configuration)
        let settings = settings
        let loop = eventLoops.next()
        let done = loop.makePromise(of: Void.self)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop).connectTimeout(.seconds(10)).channelInitializer {
                channel in
                channel.eventLoop.makeCompletedFuture {
                    let operations = channel.pipeline.syncOperations
                    if settings.security == .implicit, let tls {
                        try operations.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: settings.serverName)
                        )
                    }
                    let conversation = SMTPConversation(settings, to: to, content: content)
                    try operations.addHandler(
                        SMTPHandler(conversation, tls: tls, serverName: settings.serverName, done: done)
                    )
                }
            }.connect(host: settings.host, port: settings.port).get()
        } catch {
            done.fail(error)
            throw error
        }
        let deadline = loop.scheduleTask(in: Self.timeout) { done.fail(SMTPError.timedOut) }
        defer {
            deadline.cancel()
            channel.close(promise: nil)
        }
        try await withTaskCancellationHandler {
            try await done.futureResult.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private var configuration: TLSConfiguration {
        get throws {
            var configuration = TLSConfiguration.makeClientConfiguration()
            if let pem = settings.trustedPEM {
                configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
            }
            return configuration
        }
    }
}

extension NotificationSettings.SMTP {
    /// The name that its certificate must have; an address is checked as such.
    var serverName: String? { (try? SocketAddress(ipAddress: host, port: port)) == nil ? host : nil }
}

/// The conversation on a channel; on its event loop.
private final class SMTPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var conversation: SMTPConversation
    private var parser = SMTPReplyParser()
    private let tls: NIOSSLContext?
    private let serverName: String?
    private let done: EventLoopPromise<Void>

    init(_ conversation: SMTPConversation, tls: NIOSSLContext?, serverName: String?, done: EventLoopPromise<Void>) {
        self.conversation = conversation
        self.tls = tls
        self.serverName = serverName
        self.done = done
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do {
            let replies = try parser.feed(unwrapInboundIn(data).readableBytesView)
            // Everything goes in turns: whoever says two things at once mixes them into what follows.
            guard replies.count <= 1, replies.isEmpty || !parser.isInside else { throw SMTPError.malformed }
            if let reply = replies.first { try act(on: try conversation.received(reply), context) }
        } catch {
            fail(error is SMTPReplyParser.Malformed ? SMTPError.malformed : error, context)
        }
    }

    private func act(on action: SMTPConversation.Action, _ context: ChannelHandlerContext) throws {
        switch action {
        case .send(let bytes): say(bytes, context)
        case .startTLS:
            guard let tls else { throw SMTPError.noEncryption }
            try context.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: tls, serverHostname: serverName),
                position: .first
            )
            // Waits in there until the other side has proved who it is.
            try act(on: conversation.encrypted(), context)
        case .taken(let farewell):
            say(farewell, context)
            done.succeed()
        }
    }

    private func say(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        done.fail(SMTPError.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        done.fail(error)
        context.close(promise: nil)
    }
}
