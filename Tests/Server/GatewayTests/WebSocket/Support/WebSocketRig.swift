import NIOCore
import NIOEmbedded

@testable import Gateway

/// A WebSocket handler on an embedded channel, with a session that a test can script.
final class WebSocketRig {
    let channel = EmbeddedChannel()
    let session = ScriptedSession()
    private let ending = EndRecorder()

    init(configuration: WebSocketConfiguration = WebSocketConfiguration()) throws {
        let loopBound = NIOLoopBound(session, eventLoop: channel.eventLoop)
        let handler = WebSocketHandler(configuration: configuration, makeSession: { _ in loopBound.value })
        try channel.pipeline.syncOperations.addHandlers([ending, handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        handler.open()
    }

    /// Whether the server ended its half of the stream.
    var endedStream: Bool { ending.isEnded }
    /// Flushes that reached the socket.
    var flushes: Int { ending.flushes }
    /// Whether the peer doesn't read: what is flushed stays in the channel.
    var isStuck: Bool {
        get { ending.isStuck }
        set {
            ending.isStuck = newValue
            if !newValue { channel.flush() }
        }
    }
    var isClosed: Bool { !channel.isActive }
    /// Whether the channel reads by itself, as it does unless it was told otherwise.
    var reads: Bool {
        channel.options.first { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool ?? true
    }

    func receive(_ frames: MaskedFrame...) throws { try receive(bytes: frames.buffer) }

    /// Bytes that arrive with one read.
    func receive(bytes: ByteBuffer) throws {
        try channel.writeInbound(bytes)
        channel.embeddedEventLoop.run()
    }

    /// Whole frames that left since the last call.
    func sent() throws -> [SentFrame] {
        var bytes = ByteBuffer()
        while var next = try channel.readOutbound(as: ByteBuffer.self) { bytes.writeBuffer(&next) }
        var frames: [SentFrame] = []
        while let frame = SentFrame.take(from: &bytes) { frames.append(frame) }
        return frames
    }

    func fire(_ event: any Sendable) {
        channel.pipeline.fireUserInboundEventTriggered(event)
        channel.embeddedEventLoop.run()
    }

    func fail(_ error: any Error) {
        channel.pipeline.fireErrorCaught(error)
        channel.embeddedEventLoop.run()
    }

    /// Lets what was put off to the loop's next turn happen.
    func nextTurn() { channel.embeddedEventLoop.run() }

    func advance(seconds: Int64) { advance(.seconds(seconds)) }

    func advance(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }
}

/// Stands for the socket, since the embedded channel knows no half-closure: keeps it open when only one half is ended.
private final class EndRecorder: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    private(set) var isEnded = false
    private(set) var flushes = 0
    var isStuck = false

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        isEnded = true
        promise?.succeed()
    }

    func flush(context: ChannelHandlerContext) {
        flushes += 1
        if !isStuck { context.flush() }
    }
}
