import Domain
import Storage

/// Runs jobs on chats in the writer, and tells everybody of their changes after the commit, the asker last.
struct ChatWriter: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStates
    let hub: Hub

    /// - Parameters:
    ///   - committed: called in the order of commits before anybody is told; for what must follow in the same moment.
    ///   - completion: called in the order of commits after the changes were handed to the Hub.
    func change<Value: Sendable>(
        _ chat: ChatID,
        committed: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (inout ChatJob) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let now = clock.now()
        database.enqueue { connection in
            var job = try ChatJob(chat, states: states, at: now, on: connection)
            let value = try body(&job)
            return (value: value, notices: job.notices)
        } completion: { result in
            if case .success(let done) = result {
                committed(done.value)
                for notice in done.notices {
                    hub.gather(notice)
                    tellOfMembers(notice)
                }
            }
            completion(result.map(\.value))
        }
    }

    /// What else is kept in memory of who is in a chat follows in the same moment.
    private func tellOfMembers(_ notice: ChatNotice) {
        guard let member = notice.event.member, member.change != .role else { return }
        let isGone = member.change != .added
        states.membersChanged(
            of: notice.event.chatId,
            [member.userId],
            now: notice.recipients.filter { !isGone || $0 != member.userId }
        )
    }

    func change<Value: Sendable>(
        _ chat: ChatID,
        committed: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (inout ChatJob) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            change(chat, committed: committed, body) { continuation.resume(with: $0) }
        }
    }
}
