import Domain
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import ServerHarness

/// An embedding model's server whose vectors follow from the texts alone, by a generator of random numbers: what a search
/// finds by them means nothing, and costs the same everywhere.
final class EmbeddingStandIn: Sendable {
    static let dimension = 384
    private let channel: any Channel

    init() async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMap {
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Answering())
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var baseURL: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/v1" }

    func stop() async throws { try await channel.close() }

    /// Base64 of the vector's numbers, as the API has them.
    static func vector(of text: String) -> String {
        var random = SplitMix64(text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
        var bytes: [UInt8] = []
        for _ in 0..<dimension {
            let value = Float(Int64(bitPattern: random.next()) >> 40)
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(shift))) }
        }
        return Data(bytes).base64EncodedString()
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private var body = ByteBuffer()

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: body.clear()
            case .body(var part): body.writeBuffer(&part)
            case .end: answer(context)
            }
        }

        private struct Request: Decodable { let input: [String] }

        private func answer(_ context: ChannelHandlerContext) {
            let texts = (try? JSONDecoder().decode(Request.self, from: Data(body.readableBytesView)))?.input ?? []
            let vectors = texts.enumerated().map { index, text in
                #"{"index":\#(index),"embedding":"\#(EmbeddingStandIn.vector(of: text))"}"#
            }
            let answer = ByteBuffer(string: #"{"data":[\#(vectors.joined(separator: ","))]}"#)
            let head = HTTPResponseHead(
                version: .http1_1,
                status: .ok,
                headers: ["Content-Type": "application/json", "Content-Length": "\(answer.readableBytes)"]
            )
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(answer))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
