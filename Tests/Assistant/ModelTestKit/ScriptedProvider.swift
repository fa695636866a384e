public import Domain
import LanguageModels
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A language model's HTTP server that plays a script: the n-th request gets the n-th response, whatever its path.
/// A request beyond the script gets 400 with a message that says so.
///
/// Listens on a free port of the loopback address. Call ``stop()`` at the end of the test.
public final class ScriptedProvider: Sendable {
    public struct Request: Sendable {
        public let method: String
        public let path: String
        /// Names in lower case; the last of equal names counts.
        public let headers: [String: String]
        public let body: [UInt8]

        /// The body as JSON; `null` if it's none.
        public var json: JSONValue { JSONValue.parse(body, maxBytes: 16 << 20) ?? .null }
    }

    private let channel: any Channel
    private let log: RequestLog

    /// Plays `responses` in turn.
    public convenience init(responses: [ScriptedResponse]) async throws {
        try await self.init { _, position in
            responses.indices.contains(position)
                ? responses[position] : .error(400, "The script has no response number \(position + 1).")
        }
    }

    /// Asks `respond` for each response, with the request and how many came before it.
    public init(respond: @escaping @Sendable (Request, Int) -> ScriptedResponse) async throws {
        let log = RequestLog()
        self.log = log
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(HTTPRequestDecoder()),
                        ScriptedConnection(log: log, respond: respond)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// `http://127.0.0.1:port/v1`
    public var baseURL: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/v1" }

    /// The requests so far, in the order that they were complete.
    public var requests: [Request] { log.requests }

    /// How many connections have been opened.
    public var connections: Int { log.connections }

    /// Returns when a request has arrived; each call waits for one more.
    public func requestArrived() async {
        for await _ in log.arrivals { return }
    }

    /// Returns when a client has closed a connection on which a response had not come to its end.
    public func clientHungUp() async {
        for await _ in log.hangUps { return }
    }

    /// Closes every open connection, whatever is being sent on it.
    public func closeConnections() async {
        for connection in log.openConnections { try? await connection.close().get() }
    }

    /// Closes the listening socket, so that further connections are refused. Open ones stay until their clients close.
    public func stop() async {
        try? await channel.close().get()
    }
}

/// What the connections of one provider have seen.
final class RequestLog: Sendable {
    private struct State {
        var requests: [ScriptedProvider.Request] = []
        var connections = 0
        var open: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())
    let hangUps: AsyncStream<Void>
    private let hangUp: AsyncStream<Void>.Continuation
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (hangUps, hangUp) = AsyncStream.makeStream()
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    var requests: [ScriptedProvider.Request] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.connections } }

    var openConnections: [any Channel] { state.withLock { Array($0.open.values) } }

    func recordOpen(_ channel: any Channel) {
        state.withLock {
            $0.connections += 1
            $0.open[ObjectIdentifier(channel)] = channel
        }
    }

    func recordClosed(_ channel: any Channel) { state.withLock { $0.open[ObjectIdentifier(channel)] = nil } }
    func recordHangUp() { hangUp.yield() }

    /// Returns how many requests came before.
    func record(_ request: ScriptedProvider.Request) -> Int {
        defer { arrival.yield() }
        return state.withLock {
            $0.requests.append(request)
            return $0.requests.count - 1
        }
    }
}
