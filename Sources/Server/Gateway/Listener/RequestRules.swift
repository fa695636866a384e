import NIOCore
import NIOHTTP1

/// Holds each request to rules of HTTP/1.1 that the decoder leaves open, and answers `Expect: 100-continue`.
///
/// A request needs exactly one `Host` (RFC 9112, section 3.2); another is refused as unreadable, because a proxy in front
/// may have read it differently. The 100 is sent when the route is about to read the body (`ContinueEvent`), so a
/// refused client never sends it. As it may do so all the same, the connection ends with the refusal.
///
/// Placed between the decoder and the codec of HTTP types, which keep neither the version nor a second `Host`.
final class RequestRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The route of the request being answered is about to read its body.
    struct ContinueEvent: Sendable {}

    /// Whether each unanswered request waits for a 100, oldest first.
    private var waits: CircularBuffer<Bool> = []
    private var isRefused = false
    private var endsWithAnswer = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data) {
            guard Self.isAddressed(head) else {
                isRefused = true
                return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
            waits.append(Self.expectsContinue(head))
        } else if case .body = unwrapInboundIn(data), let newest = waits.indices.last {
            // A client that doesn't wait needs no 100.
            waits[newest] = false
        }
        context.fireChannelRead(data)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ContinueEvent else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        if waits.first == true {
            waits[waits.startIndex] = false
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
        promise?.succeed()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where !head.isInformational:
            endsWithAnswer = waits.popFirst() ?? false
            guard endsWithAnswer else { break }
            head.headers.replaceOrAdd(name: "connection", value: "close")
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where endsWithAnswer:
            let written = promise ?? context.eventLoop.makePromise()
            context.writeAndFlush(data, promise: written)
            return written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        default: break
        }
        context.write(data, promise: promise)
    }

    private static let foreignToHosts = Set(#"#"/<>?@\^`{|},"#.utf8)

    /// Whether the request has one `Host`, which HTTP/1.0 may leave out, without characters that no host has.
    private static func isAddressed(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard let host = hosts.first, hosts.count == 1 else { return hosts.isEmpty && head.version != .http1_1 }
        return host.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Self.foreignToHosts.contains($0) }
    }

    private static func expectsContinue(_ head: HTTPRequestHead) -> Bool {
        head.version == .http1_1 && head.headers["expect"].contains { $0.lowercased() == "100-continue" }
    }
}

extension HTTPResponseHead {
    fileprivate var isInformational: Bool { (100..<200).contains(status.code) && status != .switchingProtocols }
}

@available(*, unavailable)
extension RequestRules: Sendable {}
