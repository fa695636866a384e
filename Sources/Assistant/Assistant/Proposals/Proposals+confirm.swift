import AssistantTools
public import Domain
import Messaging
import Scheduling
public import SpotterAPI
import Storage

extension Proposals {
    /// Executes a proposal for its owner. A second confirmation returns the same result and has no effect.
    /// - Parameters:
    ///   - version: the one that its owner has seen. Another one isn't executed.
    ///   - admitText: is told the bytes of the message's text before one is sent; what it throws stops that.
    /// - Throws: `not_found`, also for another user's proposal; `expired`; `conflict` if it was edited since, was
    ///   cancelled or couldn't be executed, with the reason.
    public func confirm(
        _ id: ProposalID,
        version: Int = 1,
        by actor: Actor,
        door: AuditChannel = .rest,
        admitText: @Sendable (_ bytes: Int) throws -> Void = { _ in }
    ) async throws -> (proposal: Proposal, result: ProposalResult) {
        let read = try await database.read { try StoredProposal.find(id, for: actor, on: $0).proposal }
        let verdict: Verdict
        if case .sendMessage(let message) = read.arguments, read.version == version {
            try admitText(message.text.utf8.count)
            // The message is sent as usual, in one transaction with the proposal.
            let send = Messages.Send(
                chatId: message.chatId,
                sender: actor,
                clientMessageId: "proposal-\(id)",
                text: message.text,
                via: .assistant
            )
            verdict = try await executor.messages.send(
                send,
                together: { connection, insert in
                    try decide(read, version, by: actor, door, on: connection, insertMessage: insert)
                }
            )
        } else {
            verdict = try await database.write { connection in
                try decide(read, version, by: actor, door, on: connection) {
                    throw SpotterError.invalid("This sends no message.")
                }
            }
        }
        switch verdict {
        case .done(let proposal, let result):
            if result.reminderId != nil || result.eventId != nil { executor.reminders.announceChange() }
            return (proposal, result)
        case .refused(let error): throw error
        }
    }

    /// Cancels a pending proposal. Cancelling it again has no effect.
    /// - Throws: `not_found`, `expired`, `conflict` if it was executed or has failed.
    public func cancel(_ id: ProposalID, by actor: Actor, door: AuditChannel = .rest) async throws -> Proposal {
        let verdict = try await database.write { connection -> Verdict in
            let now = clock.now()
            let stored = try StoredProposal.find(id, for: actor, on: connection)
            if try expire(stored, at: now, on: connection) { return .refused(Self.expired) }
            switch stored.proposal.state {
            case .pending:
                try ledger.settle(stored, as: .cancelled, by: actor.userId, door, at: now, on: connection)
                return .done(stored.proposal.with(.cancelled), ProposalResult())
            case .cancelled: return .done(stored.proposal, ProposalResult())
            case .executed: return .refused(SpotterError(.conflict, "This was already done and can't be cancelled."))
            case .failed: return .refused(Self.failed(stored.failure))
            case .expired: return .refused(Self.expired)
            }
        }
        switch verdict {
        case .done(let proposal, _): return proposal
        case .refused(let error): throw error
        }
    }

    /// Marks overdue proposals as expired.
    /// - Returns: the number of these proposals.
    @discardableResult
    public func sweep() async throws -> Int {
        try await database.write { connection in
            let now = clock.now()
            let overdue = try connection.query(
                """
                SELECT \(StoredProposal.columns) FROM proposals
                WHERE state = 'pending' AND expires_at <= $1 ORDER BY expires_at, id LIMIT 1000
                """,
                now
            ) { try StoredProposal(row: $0) }
            for stored in overdue { _ = try expire(stored, at: now, on: connection) }
            return overdue.count
        }
    }

    // MARK: Inside the write transaction

    /// A refusal is a value here, because its changes must be committed before it is reported.
    enum Verdict: Sendable {
        case done(Proposal, ProposalResult)
        case refused(SpotterError)
    }

    /// - Parameters:
    ///   - read: the proposal as it was read before, from which a message was composed.
    ///   - version: the one that its owner has seen.
    private func decide(
        _ read: Proposal,
        _ version: Int,
        by actor: Actor,
        _ door: AuditChannel,
        on connection: any SQLConnection,
        insertMessage: () throws -> Message
    ) throws -> Verdict {
        let now = clock.now()
        let stored = try StoredProposal.find(read.id, for: actor, on: connection)
        if try expire(stored, at: now, on: connection) { return .refused(Self.expired) }
        switch stored.proposal.state {
        case .executed: return .done(stored.proposal, stored.result ?? ProposalResult())
        case .failed: return .refused(Self.failed(stored.failure))
        case .expired: return .refused(Self.expired)
        case .cancelled: return .refused(SpotterError(.conflict, "This proposal was cancelled; ask for a new one."))
        case .pending: break
        }
        guard stored.proposal.version == version, read.version == version else { return .refused(Self.edited) }
        // What was proposed for "tomorrow" would be done at another time than its owner has seen.
        guard !stored.createdAt.isFromTheFuture(at: now) else { return .refused(Self.clockSetBack) }
        let result: ProposalResult
        do {
            result = try executor.execute(
                stored.proposal.arguments,
                for: actor,
                at: now,
                on: connection,
                insertMessage: insertMessage
            )
        } catch let error as SpotterError {
            try ledger.settle(
                stored,
                as: .failed,
                failure: error.message,
                by: actor.userId,
                door,
                at: now,
                on: connection
            )
            return .refused(Self.failed(error.message))
        }
        // An action that can't be recorded isn't done: this ends the transaction.
        try ledger.settle(stored, as: .executed, result: result, by: actor.userId, door, at: now, on: connection)
        return .done(stored.proposal.with(.executed), result)
    }

    /// Marks the proposal as expired if it is overdue.
    /// - Returns: whether it was overdue.
    func expire(_ stored: StoredProposal, at now: Timestamp, on connection: any SQLConnection) throws -> Bool {
        guard stored.isOverdue(at: now) else { return false }
        try ledger.settle(stored, as: .expired, by: stored.ownerId, .clock, at: now, on: connection)
        return true
    }

    static let clockSetBack = SpotterError(
        .conflict,
        "The server's clock was set back to before this was proposed, so it can't be confirmed; ask for a new proposal."
    )

    static let edited = SpotterError(
        .conflict,
        "This proposal was changed since you saw it. Look at it again, then confirm it as it is now."
    )

    static let expired = SpotterError(.expired, "This proposal has expired; ask for a new one.")

    static func failed(_ reason: String?) -> SpotterError {
        SpotterError(.conflict, reason.map { "This couldn't be done: \($0)" } ?? "This couldn't be done.")
    }
}
