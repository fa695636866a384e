import Domain
import Foundation
import NIOCore
import NIOWebSocket
import SpotterAPI
import Synchronization

/// The state that a socket's event loop shares with its users: pending requests, the stream of events, the close
/// reason.
///
/// Frames are handled on the event loop in the order in which they arrive, without a hop to another executor.
final class SocketCore: Sendable {
    private struct State {
        var channel: (any Channel)?
        var welcome: Result<Welcome, any Error>?
        var welcomeWaiter: CheckedContinuation<Welcome, any Error>?
        var pending: [String: CheckedContinuation<Message, any Error>] = [:]
        var closeReason: String?
        var framesReceived = 0
    }

    private let state = Mutex(State())
    private let continuation: AsyncStream<ServerEvent>.Continuation
    let events: AsyncStream<ServerEvent>

    init() { (events, continuation) = AsyncStream.makeStream() }

    var closeReason: String? { state.withLock { $0.closeReason } }
    /// The number of frames received, control frames included. Any frame is a sign of life.
    var framesReceived: Int { state.withLock { $0.framesReceived } }

    func attach(_ channel: any Channel) { state.withLock { $0.channel = channel } }

    // MARK: From the network

    func noteFrame() { state.withLock { $0.framesReceived &+= 1 } }

    func received(_ text: String) {
        let event: ServerEvent
        do {
            event = try ServerEvent(frame: text)
        } catch {
            return close(reason: "the server sent a frame that this version can't read")
        }
        switch event {
        case .welcome(let welcome):
            settleWelcome(.success(welcome))
        case .error(let id, let body):
            let error = ClientError(body)
            if let id, let waiter = take(id) { waiter.resume(throwing: error) }
            settleWelcome(.failure(error))
            continuation.yield(event)
        case .ack(let id, let message):
            take(id)?.resume(returning: message)
            continuation.yield(event)
        default:
            continuation.yield(event)
        }
    }

    /// The connection has ended. The first reason is kept.
    func ended(reason: String) {
        let (reason, waiters) = state.withLock { state in
            let reason = state.closeReason ?? reason
            state.closeReason = reason
            defer { state.pending = [:] }
            return (reason, Array(state.pending.values))
        }
        let error = ClientError.disconnected(reason)
        settleWelcome(.failure(error))
        for waiter in waiters { waiter.resume(throwing: error) }
        continuation.finish()
    }

    // MARK: From the users

    func welcome() async throws -> Welcome {
        try await withCheckedThrowingContinuation { waiter in
            let settled = state.withLock { state in
                if state.welcome == nil { state.welcomeWaiter = waiter }
                return state.welcome
            }
            if let settled { waiter.resume(with: settled) }
        }
    }

    func send(_ draft: Draft) async throws -> Message {
        try await withCheckedThrowingContinuation { waiter in
            let refusal = state.withLock { state -> String? in
                if let reason = state.closeReason { return reason }
                guard state.pending[draft.clientMessageId] == nil else { return "this draft is already on its way" }
                state.pending[draft.clientMessageId] = waiter
                return nil
            }
            if let refusal { return waiter.resume(throwing: ClientError.disconnected(refusal)) }
            transmit(draft.frame)
        }
    }

    func transmit(_ frame: ClientFrame) {
        guard let channel = state.withLock({ $0.closeReason == nil ? $0.channel : nil }),
            let bytes = try? frame.json()
        else { return }
        let frame = WebSocketFrame(
            fin: true,
            opcode: .text,
            maskKey: .random(),
            data: channel.allocator.buffer(bytes: bytes)
        )
        channel.writeAndFlush(frame, promise: nil)
    }

    func close(reason: String) {
        let channel = state.withLock { state in
            state.closeReason = state.closeReason ?? reason
            return state.channel
        }
        if let channel { channel.close(promise: nil) } else { ended(reason: reason) }
    }

    private func take(_ id: String) -> CheckedContinuation<Message, any Error>? {
        state.withLock { $0.pending.removeValue(forKey: id) }
    }

    /// The first result is kept.
    private func settleWelcome(_ result: Result<Welcome, any Error>) {
        let waiter = state.withLock { state in
            if state.welcome == nil { state.welcome = result }
            defer { state.welcomeWaiter = nil }
            return state.welcomeWaiter
        }
        waiter?.resume(with: result)
    }
}
