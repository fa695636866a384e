import Domain
import NIOCore
import NIOPosix
import NIOSSL

/// Sends mails; tests replace it.
package protocol MailTransport: Sendable {
    func send(_ content: [UInt8], to: MailAddress) async throws
}

/// Sends mails to the operator's mail server, each over its own connection.
struct SMTPClient: MailTransport {
    static let timeout = TimeAmount.seconds(30)

    let settings: NotificationSettings.SMTP
    let eventLoops: any EventLoopGroup

    init(_ settings: NotificationSettings.SMTP, eventLoops: any EventLoopGroup) {
        self.settings = settings
        self.eventLoops = eventLoops
    }

    /// Returns once the server has accepted the mail.
    ///
    /// - Throws: `SMTPError`, or an error of NIO or TLS.
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
    /// The name that the server's certificate must have; `nil` if the host is an IP address, which is verified as such.
    var serverName: String? { (try? SocketAddress(ipAddress: host, port: port)) == nil ? host : nil }
}

/// Runs the conversation on a channel. Confined to its event loop.
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
            // Replies must come one at a time. A pipelined reply could have been injected before encryption started.
            guard replies.count <= 1, replies.isEmpty || !parser.isIncomplete else { throw SMTPError.malformed }
            if let reply = replies.first { try perform(on: try conversation.received(reply), context) }
        } catch {
            fail(error is SMTPReplyParser.Malformed ? SMTPError.malformed : error, context)
        }
    }

    private func perform(on action: SMTPConversation.Action, _ context: ChannelHandlerContext) throws {
        switch action {
        case .send(let bytes): send(bytes, context)
        case .startTLS:
            guard let tls else { throw SMTPError.noEncryption }
            try context.pipeline.syncOperations.addHandler(
                NIOSSLClientHandler(context: tls, serverHostname: serverName),
                position: .first
            )
            // The command is buffered until the TLS handshake has verified the server.
            try perform(on: conversation.encrypted(), context)
        case .accepted(let farewell):
            send(farewell, context)
            done.succeed()
        }
    }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
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
