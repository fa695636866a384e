import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

@testable import Notifications

/// A mail server on a free port of the loopback address, which keeps what it's told.
final class MailServer: Sendable {
    struct Manners: Sendable {
        var offersSTARTTLS = false
        var offersLogin = true
        /// Encrypted from the first byte.
        var isImplicit = false
        /// Sent together with the answer to STARTTLS, before there is any encryption.
        var injected = ""
        /// Answers that differ from the usual ones, by the command's first word.
        var answers: [String: String] = [:]
    }

    private let channel: any Channel
    private let log = Log()

    final class Log: Sendable {
        let state = Mutex((lines: [String](), isEncrypted: [Bool]()))

        func note(_ line: String, isEncrypted: Bool) {
            state.withLock {
                $0.lines.append(line)
                $0.isEncrypted.append(isEncrypted)
            }
        }
    }

    init(_ manners: Manners = Manners()) async throws {
        let log = log
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [
                    .certificate(try NIOSSLCertificate(bytes: Array(Certificate.pem.utf8), format: .pem))
                ],
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(Certificate.key.utf8), format: .pem))
            )
        )
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let operations = channel.pipeline.syncOperations
                    if manners.isImplicit { try operations.addHandler(NIOSSLServerHandler(context: context)) }
                    try operations.addHandler(Talk(manners, context, log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }
    var lines: [String] { log.state.withLock { $0.lines } }
    /// What was said before there was any encryption.
    var clearLines: [String] {
        log.state.withLock { state in zip(state.lines, state.isEncrypted).filter { !$0.1 }.map(\.0) }
    }

    /// The content of the mail as it was before dots were doubled.
    var content: [String] {
        let lines = lines
        guard let start = lines.firstIndex(of: "DATA"), let end = lines[start...].firstIndex(of: ".") else { return [] }
        return lines[(start + 1)..<end].map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    }

    func stop() async { try? await channel.close() }

    private final class Talk: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let manners: Manners
        private let context: NIOSSLContext
        private let log: Log
        private var isEncrypted: Bool
        private var isInData = false
        private var rest = ""

        init(_ manners: Manners, _ context: NIOSSLContext, _ log: Log) {
            self.manners = manners
            self.context = context
            self.log = log
            isEncrypted = manners.isImplicit
        }

        func channelActive(context: ChannelHandlerContext) {
            say(manners.answers["greeting"] ?? "220 mail.example.com ESMTP", context)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            rest += String(buffer: unwrapInboundIn(data))
            while let end = rest.firstRange(of: "\r\n") {
                let line = String(rest[..<end.lowerBound])
                rest.removeSubrange(..<end.upperBound)
                log.note(line, isEncrypted: isEncrypted)
                answer(line, context)
            }
        }

        private func answer(_ line: String, _ context: ChannelHandlerContext) {
            if isInData {
                guard line == "." else { return }
                isInData = false
                return say(manners.answers["."] ?? "250 queued", context)
            }
            let word = String(line.prefix { $0 != " " })
            if let other = manners.answers[word] { return say(other, context) }
            switch word {
            case "EHLO":
                var offers = ["mail.example.com", "SIZE 1000000", "8BITMIME"]
                if manners.offersSTARTTLS, !isEncrypted { offers.append("STARTTLS") }
                if manners.offersLogin { offers.append("AUTH LOGIN PLAIN") }
                say(
                    offers.enumerated().map { "250\($0.offset == offers.count - 1 ? " " : "-")\($0.element)" }
                        .joined(separator: "\r\n"),
                    context
                )
            case "STARTTLS":
                say("220 go on" + manners.injected, context)
                isEncrypted = true
                try? context.pipeline.syncOperations.addHandler(
                    NIOSSLServerHandler(context: self.context),
                    position: .first
                )
            case "DATA":
                isInData = true
                say("354 go on", context)
            case "AUTH": say("235 welcome", context)
            case "QUIT":
                say("221 bye", context)
                context.close(promise: nil)
            default: say("250 fine", context)
            }
        }

        private func say(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
        }
    }
}
