public import Domain
import Foundation
import NIOCore
import NIOWebSocket
public import SpotterAPI
import Synchronization

/// One WebSocket connection to the server, from its welcome to its end. `ReconnectingSocket` adds reconnecting.
public final class SpotterSocket: SocketLink {
    public let welcome: Welcome
    public let events: AsyncStream<ServerEvent>

    private let core: SocketCore
    private let heartbeat: Task<Void, Never>

    /// Connects, upgrades and sends the hello.
    /// - Parameters:
    ///   - token: sent in the `Authorization` header of the upgrade request.
    ///   - positions: the latest `seq` seen of each chat. The server replays what came after; an omitted chat is
    ///     replayed from its start.
    ///   - clock: times the heartbeat, and the wait for the welcome.
    /// - Throws: `ClientError`.
    public static func connect(
        to server: ServerAddress,
        trust: ServerTrust = .system,
        token: Secret,
        deviceId: String,
        positions: [ChatID: Int64]? = nil,
        clock: some Clock<Duration> = ContinuousClock()
    ) async throws -> SpotterSocket {
        let core = SocketCore()
        let channel = try await SocketUpgrade(server: server, trust: trust, token: token)
            .connect { SocketHandler(core) }
        core.attach(channel)
        core.transmit(.hello(.init(deviceId: deviceId, positions: positions)))
        let deadline = Task {
            try? await clock.sleep(for: .seconds(10))
            if !Task.isCancelled { core.close(reason: "the server didn't welcome the connection in time") }
        }
        defer { deadline.cancel() }
        do {
            let welcome = try await withTaskCancellationHandler {
                try await core.welcome()
            } onCancel: {
                core.close(reason: "cancelled")
            }
            return SpotterSocket(core, welcome: welcome, clock: clock)
        } catch {
            core.close(reason: "not welcomed")
            throw error
        }
    }

    private init(_ core: SocketCore, welcome: Welcome, clock: some Clock<Duration>) {
        self.core = core
        self.welcome = welcome
        self.events = core.events
        heartbeat = Task { await Self.beat(core, every: .seconds(welcome.heartbeatSeconds), clock: clock) }
    }

    deinit {
        heartbeat.cancel()
        core.close(reason: "closed")
    }

    private static func beat<C: Clock<Duration>>(_ core: SocketCore, every interval: Duration, clock: C) async {
        let start = clock.now
        var heartbeat = Heartbeat(interval: interval)
        var heard = core.framesReceived
        var pings = 0
        while !Task.isCancelled, core.closeReason == nil {
            let now = start.duration(to: clock.now)
            let count = core.framesReceived
            if count != heard {
                heard = count
                heartbeat.heard(at: now)
            }
            switch heartbeat.step(at: now) {
            case .wait(let duration):
                try? await clock.sleep(for: duration)
            case .ping:
                pings += 1
                core.transmit(.ping(id: "ping-\(pings)"))
            case .dead:
                core.close(reason: "the server no longer answers")
            }
        }
    }

    public var closeReason: String? { core.closeReason }
    public func transmit(_ frame: ClientFrame) { core.transmit(frame) }
    public func close() { core.close(reason: "closed") }

    /// Sends a message and waits for its acknowledgement.
    /// - Throws: `ClientError.refused` if the server refuses it; `.disconnected` if the socket closes before the
    ///   response. The draft can then be sent again.
    public func send(_ draft: Draft) async throws -> Message { try await core.send(draft) }
}
