import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Decides from a connection's first request whether it becomes a WebSocket.
///
/// Other requests pass on to Hummingbird's pipeline. A WebSocket never enters that pipeline, which halves its memory:
/// it needs no task and no asynchronous channel.
final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    /// Asks the application to answer an upgrade request.
    typealias Decide = @Sendable (HTTPRequest, WebSocketUpgradeBox) async -> Response
    /// Adds the rest of the HTTP pipeline behind this handler.
    typealias InstallHTTP = (WebSocketUpgradeBox) throws -> HTTPConnection.Parts
    /// Hands an HTTP connection to a task.
    typealias OnHTTP = @Sendable (HTTPConnection) -> Void

    private let configuration: WebSocketConfiguration
    /// When the first request's head must have arrived.
    private let deadline: NIODeadline
    private let decide: Decide
    private let installHTTP: InstallHTTP
    private let onHTTP: OnHTTP
    /// Whether the first request has arrived.
    private var isDecided = false
    private var timeout: Scheduled<Void>?

    init(
        configuration: WebSocketConfiguration,
        deadline: NIODeadline,
        decide: @escaping Decide,
        installHTTP: @escaping InstallHTTP,
        onHTTP: @escaping OnHTTP
    ) {
        self.configuration = configuration
        self.deadline = deadline
        self.decide = decide
        self.installHTTP = installHTTP
        self.onHTTP = onHTTP
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timeout = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After the head of an upgrade request, only its empty end follows.
        guard !isDecided, case .head(let head) = unwrapInboundIn(data) else { return }
        stopWaiting()
        if head.asksForWebSocket {
            askApplication(context, head)
        } else {
            passToHTTP(context) { context.fireChannelRead(data) }
        }
    }

    /// Input that isn't HTTP is answered by the HTTP pipeline.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isDecided else { return context.close(promise: nil) }
        stopWaiting()
        passToHTTP(context) { context.fireErrorCaught(error) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: context.close(promise: nil)
        case let event as ChannelEvent where event == .inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func stopWaiting() {
        isDecided = true
        timeout?.cancel()
        timeout = nil
    }

    private func passToHTTP(_ context: ChannelHandlerContext, forward: () -> Void) {
        do {
            let box = WebSocketUpgradeBox()
            onHTTP(.requests(try installHTTP(box), box))
            forward()
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    private func askApplication(_ context: ChannelHandlerContext, _ head: HTTPRequest) {
        let box = WebSocketUpgradeBox()
        let decide = self.decide
        context.eventLoop.makeFutureWithTask { await decide(head, box) }.assumeIsolated().whenSuccess { response in
            // The client may have disconnected in the meantime.
            guard context.channel.isActive else { return }
            do {
                try self.follow(response, box, context)
            } catch {
                context.close(promise: nil)
            }
        }
    }

    private func follow(_ response: Response, _ box: WebSocketUpgradeBox, _ context: ChannelHandlerContext) throws {
        let pipeline = context.pipeline.syncOperations
        guard response.status == .switchingProtocols, let makeSession = box.take() else {
            let response = response.status == .switchingProtocols ? Response(status: .internalServerError) : response
            onHTTP(.refused(try installHTTP(box), response))
            return pipeline.removeHandler(self, promise: nil)
        }
        context.write(wrapOutboundOut(.head(response.head.withoutBodyLength)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        let webSocket = WebSocketHandler(configuration: configuration, makeSession: makeSession)
        try HTTPPipeline.switchToWebSocket(webSocket, in: pipeline, replacing: self)
    }
}

@available(*, unavailable)
extension FirstRequestHandler: Sendable {}
