import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Turns a connection that already served HTTP into a WebSocket when a route answers 101. Any other answer to an
/// upgrade request ends the connection.
final class KeepAliveUpgradeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let configuration: WebSocketConfiguration
    private let box: WebSocketUpgradeBox
    private var tracker = UpgradeTracker()
    /// Taken from the box between the head and the end of a 101.
    private var makeSession: WebSocketUpgradeBox.MakeSession?

    init(configuration: WebSocketConfiguration, box: WebSocketUpgradeBox) {
        self.configuration = configuration
        self.box = box
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { tracker.received(head) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            let head = answer(head)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body where tracker.isSwitching:
            promise?.succeed()
        case .body:
            context.write(data, promise: promise)
        case .end:
            end(context, data, tracker.answerEnded(), promise)
        }
    }

    private func answer(_ head: HTTPResponse) -> HTTPResponse {
        var head = head
        if head.status == .switchingProtocols {
            makeSession = box.take()
            // The route has a defect: it answered 101 without the box.
            if makeSession == nil { head = HTTPResponse(status: .internalServerError, headerFields: head.headerFields) }
        }
        switch tracker.answered(with: head) {
        case .pass: break
        case .switchProtocols: head = head.withoutBodyLength
        case .end: head.headerFields[.connection] = "close"
        }
        return head
    }

    private func end(
        _ context: ChannelHandlerContext,
        _ data: NIOAny,
        _ action: UpgradeTracker.Action,
        _ promise: EventLoopPromise<Void>?
    ) {
        switch action {
        case .pass:
            context.write(data, promise: promise)
        case .switchProtocols:
            context.writeAndFlush(data, promise: promise)
            switchToWebSocket(context)
        case .end:
            let written = promise ?? context.eventLoop.makePromise()
            context.writeAndFlush(data, promise: written)
            written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        }
    }

    private func switchToWebSocket(_ context: ChannelHandlerContext) {
        do {
            guard let makeSession = makeSession.take() else { return context.close(promise: nil) }
            let pipeline = context.pipeline.syncOperations
            let webSocket = WebSocketHandler(configuration: configuration, makeSession: makeSession)
            // Otherwise, the HTTP state handler would close the socket as idle.
            let state = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            try HTTPPipeline.switchToWebSocket(webSocket, in: pipeline, replacing: self, and: [state])
        } catch {
            context.close(promise: nil)
        }
    }
}

extension HTTPResponse {
    /// A 101 has no body and must not carry a length (RFC 9110, section 8.6).
    var withoutBodyLength: HTTPResponse {
        var head = self
        head.headerFields[.contentLength] = nil
        head.headerFields[.transferEncoding] = nil
        return head
    }
}

@available(*, unavailable)
extension KeepAliveUpgradeHandler: Sendable {}
