import NIOCore
import NIOHTTPTypes

/// Closes connections that send a request too slowly: a head that isn't complete in time, or a body that makes no
/// progress. The server's own processing time doesn't count.
///
/// Placed before the HTTP decoder; `RequestMarks` behind the decoder reports where requests begin and end. Most
/// requests arrive in one read and never need a timer.
final class SlowRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private enum Phase {
        case idle, head, body
    }

    private let configuration: WebSocketConfiguration
    private var phase = Phase.idle
    private var timer: Scheduled<Void>?
    /// Bytes received since the timer was set.
    private var received = 0
    /// Whether the server is reading. If it isn't, the client isn't the slow side.
    private var isReading = true

    init(configuration: WebSocketConfiguration) { self.configuration = configuration }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if phase == .idle { phase = .head }
        received &+= unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        if phase != .idle, timer == nil { watch(context) }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    func headEnded() {
        phase = .body
        stop()
    }

    func requestEnded() {
        phase = .idle
        stop()
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }

    private func watch(_ context: ChannelHandlerContext) {
        received = 0
        let time = phase == .head ? configuration.firstRequestTimeout : configuration.bodyWindow
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.timer = nil
            switch self.phase {
            case .idle: return
            case .head: context.close(promise: nil)
            case .body where self.isReading && self.received < self.configuration.minBodyBytes:
                context.close(promise: nil)
            case .body: self.watch(context)
            }
        }
    }
}

/// Reports the beginning and end of requests to `SlowRequestHandler`. Placed behind the decoder.
final class RequestMarks: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let pace: SlowRequestHandler

    init(_ pace: SlowRequestHandler) { self.pace = pace }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: pace.headEnded()
        case .body: break
        case .end: pace.requestEnded()
        }
        context.fireChannelRead(data)
    }
}

@available(*, unavailable)
extension SlowRequestHandler: Sendable {}

@available(*, unavailable)
extension RequestMarks: Sendable {}
