import NIOCore
import NIOHTTP1

/// One connection to a ``ScriptedProvider``. Reads requests as HTTP, writes responses as bytes, so that a script can
/// break the rules.
final class ScriptedConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let log: RequestLog
    private let respond: @Sendable (ScriptedProvider.Request, Int) -> ScriptedResponse
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    private var isResponding = false

    init(log: RequestLog, respond: @escaping @Sendable (ScriptedProvider.Request, Int) -> ScriptedResponse) {
        self.log = log
        self.respond = respond
    }

    func channelActive(context: ChannelHandlerContext) {
        log.recordOpen(context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        log.recordClosed(context.channel)
        if isResponding { log.recordHangUp() }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body.clear()
        case .body(var part):
            body.writeBuffer(&part)
        case .end:
            guard let head else { return }
            let headers = head.headers.map { ($0.name.lowercased(), $0.value) }
            let request = ScriptedProvider.Request(
                method: head.method.rawValue,
                path: head.uri,
                headers: Dictionary(headers, uniquingKeysWith: { _, last in last }),
                body: Array(body.readableBytesView)
            )
            play(respond(request, log.record(request)), context: context)
        }
    }

    private func play(_ response: ScriptedResponse, context: ChannelHandlerContext) {
        isResponding = true
        // What follows an answer that never has a body belongs to no answer (RFC 9112 §6.3).
        let isChunked = response.isFramed && response.status != 204
        if response.isFramed {
            var head = "HTTP/1.1 \(response.status) Scripted\r\n"
            if isChunked { head += "transfer-encoding: chunked\r\n" }
            for header in response.headers { head += "\(header.name): \(header.value)\r\n" }
            send(Array((head + "\r\n").utf8), context: context)
        }
        for piece in response.pieces where !piece.isEmpty {
            let size = "\(String(piece.count, radix: 16))\r\n"
            send(isChunked ? Array(size.utf8) + piece + [13, 10] : piece, context: context)
        }
        switch response.ending {
        case .complete:
            if isChunked { send(Array("0\r\n\r\n".utf8), context: context) }
            isResponding = false
        case .disconnect:
            isResponding = false
            context.close(promise: nil)
        case .hang:
            break
        }
    }

    private func send(_ bytes: [UInt8], context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}
