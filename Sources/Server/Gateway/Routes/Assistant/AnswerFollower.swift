import Accounts
import Assistant
import Domain
import Live
import NIOCore
import ServiceLifecycle
import SpotterAPI

/// Streams the events of an answer, also of one that another server is generating: that it runs at once, the rest when it's
/// stored, of which its owner's connections are told everywhere.
struct AnswerFollower: Sendable {
    let assistant: AssistantService
    /// `nil` where there is only one server.
    let hub: Hub?

    /// Between looks, should a hint be lost.
    private static let interval = TimeAmount.seconds(5)

    /// - Throws: `not_found` unless the turn is an answer to this user.
    func events(of turn: TurnID, by principal: Principal) async throws -> AsyncStream<AssistantEvent> {
        guard let hub, let conversation = try await assistant.runningElsewhere(turn, by: principal) else {
            return try await assistant.reattach(turn, by: principal)
        }
        let (stream, continuation) = AsyncStream<AssistantEvent>.makeStream()
        continuation.yield(.started(conversationId: conversation, messageId: turn))
        let task = Task {
            do {
                try await waitForEnd(of: turn, by: principal, hub)
                for await event in try await assistant.reattach(turn, by: principal) {
                    if case .started = event { continue }
                    continuation.yield(event)
                }
            } catch {
                let shown = SpotterError(presenting: error) ?? SpotterError(.internalError, "Something went wrong.")
                continuation.yield(.failed(shown))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func waitForEnd(of turn: TurnID, by principal: Principal, _ hub: Hub) async throws {
        // Of an answer's end its owner is told by a change of the conversation.
        let watch = try await hub.watch(principal.userId, session: principal.sessionId) { $0.scope == .assistant }
        defer { watch.end() }
        // Later revocations reach the watch; each look finds earlier ones.
        try await withGracefulShutdownHandler {
            while true {
                let count = watch.count
                guard try await assistant.runningElsewhere(turn, by: principal) != nil else { return }
                switch await watch.wait(beyond: count, for: Self.interval) {
                case .news, .timeout: try Task.checkCancellation()
                case .stopped: throw SpotterError(.shuttingDown, "The server is shutting down.", retryable: true)
                case .revoked: throw SpotterError(.unauthorized, "This session has ended. Log in again.")
                }
            }
        } onGracefulShutdown: {
            watch.stop()
        }
    }
}
