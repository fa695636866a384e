import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

/// A socket with nothing on top: what it reads and writes are bytes.
struct RawClient {
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var buffer = ByteBuffer()

    /// Connects to `server`, and closes after `body`.
    /// - Parameter tls: how, where the server encrypts; nothing talks to it in plain.
    static func with(
        _ server: LiveServer,
        tls: TLSConfiguration? = trusting,
        _ body: (inout RawClient) async throws -> Void
    ) async throws {
        try await with(port: server.port, tls: server.isSecure ? tls : nil, body)
    }

    /// Connects to a port of this machine, in plain where `tls` is `nil`.
    static func with(
        port: Int,
        tls: TLSConfiguration? = nil,
        _ body: (inout RawClient) async throws -> Void
    ) async throws {
        let tls = try tls.map { try NIOSSLContext(configuration: $0) }
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        let handler = try NIOSSLClientHandler(context: tls, serverHostname: "localhost")
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    return try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(
                            isOutboundHalfClosureEnabled: true,
                            inboundType: ByteBuffer.self,
                            outboundType: ByteBuffer.self
                        )
                    )
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            var client = RawClient(inbound: inbound.makeAsyncIterator(), outbound: outbound)
            try await body(&client)
        }
    }

    /// Takes the server's certificate for good, and no other.
    static var trusting: TLSConfiguration? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        let bytes = [UInt8](TestCertificate.one.certificate.utf8)
        configuration.trustRoots = .certificates((try? NIOSSLCertificate.fromPEMBytes(bytes)) ?? [])
        return configuration
    }

    /// Sends a request with the headers that every request needs, and the given ones.
    func request(_ line: String, _ headers: String..., body: String = "", then frames: [MaskedFrame] = []) async throws
    {
        let head = ([line + " HTTP/1.1", "Host: localhost"] + headers).joined(separator: "\r\n")
        var bytes = ByteBuffer(string: head + "\r\n\r\n" + body)
        bytes.writeImmutableBuffer(frames.buffer)
        try await outbound.write(bytes)
    }

    /// Asks for a WebSocket as `user`; frames may follow at once.
    func upgrade(
        _ path: String = "/socket",
        user: String? = "ann",
        header: String = "X: y",
        then frames: [MaskedFrame] = []
    ) async throws {
        try await request(
            "GET \(path)",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            header,
            user.map { "Authorization: \($0)" } ?? "X-No-Authorization: yes",
            then: frames
        )
    }

    func send(_ frames: MaskedFrame...) async throws { try await outbound.write(frames.buffer) }

    func send(raw text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    func send(bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

    /// Ends this half of the stream, as a client that goes away does.
    func endStream() { outbound.finish() }

    /// Reads an answer with its body, whose length must be in the head.
    mutating func response() async throws -> (status: Int, head: String, body: String)? {
        while true {
            let text = String(buffer: buffer)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let head = String(text[..<end.lowerBound])
                let length = head.lowercased().split(separator: "\r\n")
                    .first { $0.hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).drop(while: { $0 == " " })) }
                let headLength = head.utf8.count + 4
                if buffer.readableBytes >= headLength + (length ?? 0) {
                    buffer.moveReaderIndex(forwardBy: headLength)
                    let body = buffer.readString(length: length ?? 0) ?? ""
                    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
                    return (status ?? 0, head.lowercased(), body)
                }
            }
            guard try await readMore() else { return nil }
        }
    }

    /// Reads a frame; `nil` when the server closed.
    mutating func frame() async throws -> SentFrame? {
        while true {
            if let frame = SentFrame.take(from: &buffer) { return frame }
            guard try await readMore() else { return nil }
        }
    }

    /// Whether the server ends the stream, with nothing more to read.
    mutating func isEnded() async throws -> Bool {
        guard buffer.readableBytes == 0 else { return false }
        do {
            return try await !readMore()
        } catch let error as IOError where error.errnoCode == ECONNRESET {
            return true
        } catch NIOSSLError.uncleanShutdown {
            // While it was still shaking hands.
            return true
        }
    }

    private mutating func readMore() async throws -> Bool {
        guard var bytes = try await inbound.next(isolation: nil) else { return false }
        buffer.writeBuffer(&bytes)
        return true
    }
}
