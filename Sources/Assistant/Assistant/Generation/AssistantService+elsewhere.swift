public import Accounts
public import Domain
public import SpotterAPI
import Storage
import Synchronization

/// Answers that another server over the same database generates.
extension AssistantService {
    /// More than it takes to store an answer that has reached its time limit.
    private static let storing: Int64 = 15_000

    /// The conversation of an answer that is stored as running, and that this server doesn't generate; `nil` if it has ended. One
    /// that no server can be at any more, since it has outlived its time limit, is ended here as interrupted.
    /// - Throws: `not_found` unless the turn is an answer to this user; `unauthorized` if their session has ended.
    public func runningElsewhere(_ turn: TurnID, by principal: Principal) async throws -> ConversationID? {
        guard live(turn) == nil else { return nil }
        let found = try await conversations.database.read { connection in
            try Accounts.requireLive(principal.sessionId, on: connection)
            return try TurnRow.find(turn, of: principal.actor, on: connection)
        }
        guard found.role == .assistant else { throw SpotterError.notFound("message") }
        guard found.state == .running else { return nil }
        let limit = found.createdAt.adding(milliseconds: limits.wallClock.wholeMilliseconds + Self.storing)
        guard clock.now() >= limit else { return found.conversationId }
        try await conversations.interrupt(turn, in: found.conversationId, of: principal.userId)
        return nil
    }

    // MARK: Following

    /// Between looks for its end.
    private static let followPause = Duration.milliseconds(500)

    /// That an answer of another server runs, and the rest when it's stored.
    func eventsElsewhere(
        of turn: TurnID,
        in conversation: ConversationID,
        for principal: Principal
    ) -> AnswerEvents {
        let (stream, continuation) = AsyncStream<AssistantEvent>.makeStream()
        let ended = Mutex<AnswerRecord?>(nil)
        continuation.yield(.started(conversationId: conversation, messageId: turn))
        let task = Task {
            do {
                while try await runningElsewhere(turn, by: principal) != nil { try await sleep(Self.followPause) }
                let record = try await record(of: turn, for: principal)
                ended.withLock { $0 = record }
                for await event in try await reattach(turn, by: principal) {
                    if case .started = event { continue }
                    continuation.yield(event)
                }
            } catch {
                continuation.yield(.failed(error as? SpotterError ?? GenerationOutcome.defect))
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return AnswerEvents(stream: stream) {
            ended.withLock { ($0?.calls ?? [], $0?.answer.state == .stopped) }
        }
    }

    // MARK: Stopping

    private static let pause = Duration.milliseconds(100)
    /// Until the server that generates the answer counts as dead: five seconds.
    private static let maxLooks = 50
    /// Until it's asked again: what it was told may be lost.
    private static let looksPerHint = 10

    /// Has the server that generates an answer stop it, and waits until it's stored. If that server doesn't, the answer ends as
    /// interrupted.
    func stopElsewhere(_ turn: TurnID, by principal: Principal) async throws {
        guard let askOthers else { return }
        var looks = 0
        while let conversation = try await runningElsewhere(turn, by: principal) {
            guard looks < Self.maxLooks else {
                return try await conversations.interrupt(turn, in: conversation, of: principal.userId)
            }
            if looks.isMultiple(of: Self.looksPerHint) { askOthers(turn) }
            looks += 1
            try await sleep(Self.pause)
        }
    }

    /// Stops an answer whose owner has asked another server to. Has no effect if this server doesn't generate it.
    public func stopHere(_ turn: TurnID) { registry[turn]?.stop(.user) }
}

extension Conversations {
    /// Ends an answer as interrupted, unless it has ended meanwhile.
    fileprivate func interrupt(_ turn: TurnID, in conversation: ConversationID, of owner: UserID) async throws {
        let now = clock.now()
        let revision = try await database.write { connection -> Int64? in
            let count = try connection.execute(
                "UPDATE turns SET state = 'interrupted' WHERE id = $1 AND state = 'running'",
                turn
            )
            guard count == 1 else { return nil }
            let revision = try ConversationRevision.advance(conversation, at: now, on: connection)
            try ConversationRevision.mark(turn, as: revision, on: connection)
            return revision
        }
        guard let revision else { return }
        derived.publish(ConversationChange(conversationId: conversation, revision: revision), to: owner)
    }
}
