import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// The handlers between a socket and HTTP parts, and their replacement by a WebSocket.
enum HTTPPipeline {
    static func addCodecs(
        to pipeline: ChannelPipeline.SynchronousOperations,
        configuration: WebSocketConfiguration
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = configuration.maxHeaderFieldSize
        limits.maxHeaderListSize = configuration.maxHeaderListSize
        limits.maxHeaderFieldCount = configuration.maxHeaderCount
        try pipeline.addHandler(SlowReaderHandler(patience: configuration.writePatience), position: .first)
        let pace = SlowRequestHandler(configuration: configuration)
        try pipeline.addHandler(pace)
        try pipeline.addHandler(HTTPResponseEncoder())
        // Bytes that a client sends before it receives the 101 are forwarded, not lost.
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(RequestRules())
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: configuration.tls != nil))
        try pipeline.addHandler(RequestMarks(pace))
    }

    /// Replaces the HTTP handlers with a WebSocket, after the 101 was written.
    ///
    /// - Parameters:
    ///   - webSocket: takes the place of `handler`.
    ///   - handler: the handler that saw the 101; removed together with `others`.
    static func switchToWebSocket(
        _ webSocket: WebSocketHandler,
        in pipeline: ChannelPipeline.SynchronousOperations,
        replacing handler: any RemovableChannelHandler,
        and others: [any RemovableChannelHandler] = []
    ) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        let codecs: [any RemovableChannelHandler] = [
            try pipeline.handler(type: HTTP1ToHTTPServerCodec.self),
            try pipeline.handler(type: HTTPResponseEncoder.self),
            try pipeline.handler(type: RequestRules.self), try pipeline.handler(type: RequestMarks.self),
            try pipeline.handler(type: SlowRequestHandler.self), try pipeline.handler(type: SlowReaderHandler.self),
        ]
        try pipeline.addHandler(webSocket, position: .before(handler))
        for removed in codecs + others + [handler] { pipeline.removeHandler(removed, promise: nil) }
        webSocket.open()
        // Removed last, because it forwards the bytes after the request, on the loop's next turn.
        pipeline.removeHandler(decoder).assumeIsolated().whenComplete { _ in webSocket.endBurst() }
    }
}
