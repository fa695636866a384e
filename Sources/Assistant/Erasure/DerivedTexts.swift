public import Domain
public import Messaging
import SpotterAPI
public import Storage

/// What the assistant made from messages: answers, their questions and titles, proposals. It is erased in the
/// transaction that deletes the messages or ends a membership, so that no door shows it afterwards.
public final class DerivedTexts: MessageObserver {
    let ledger: ProposalLedger
    let registry = GenerationRegistry()
    private let clock: any WallClock

    public init(clock: any WallClock, ids: any IDSource, audit: AuditLog) {
        self.clock = clock
        ledger = ProposalLedger(ids: ids, audit: audit)
    }

    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        let eraser = eraser(on: connection)
        try eraser.erase(turns: TurnSources.turns(madeFrom: message, on: connection))
        try eraser.erase(proposals: StoredProposal.sending(message, on: connection))
        try eraser.erase(proposals: ProposalSources.proposals(madeFrom: message, on: connection))
        try ProposalSources.remove(message, on: connection)
        try InsightRows.messageWillBeErased(message, on: connection)
        try WeekDismissals.messageWillBeErased(message, on: connection)
    }

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        try InsightRows.messageWillChange(message, in: chat, on: connection)
    }

    public func chatDidMove(
        _ chat: ChatID,
        to position: (Int64) throws -> Int64,
        on connection: any SQLConnection
    ) throws {
        try InsightRows.forgetPosition(of: chat, on: connection)
    }

    public func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws {
        let eraser = eraser(on: connection)
        try eraser.erase(turns: TurnSources.turns(of: user, madeFrom: chat, on: connection))
        try eraser.erase(proposals: ProposalSources.proposals(of: user, madeFrom: chat, on: connection))
        try ProposalSources.remove(of: user, madeFrom: chat, on: connection)
        try WeekDismissals.memberWillLeave(user, chat, on: connection)
        try InsightRows.forgetPosition(of: chat, on: connection)
    }

    public func messageWasCreated() {}

    /// Ends the answers that are being made from a deleted message.
    public func messageDidChange(_ message: Message) {
        guard message.deletedAt != nil else { return }
        for live in registry.all(madeFrom: message.id) { live.stop(.sourceErased) }
    }

    /// Erases what servers before this version have kept of messages that are gone. To be called once, at the start.
    public func eraseOrphans(in database: any Database) async throws {
        while try await database.write({ [self] connection in
            let turns = try TurnSources.turns(
                of: TurnSources.lost.owner,
                madeFrom: TurnSources.lost.chat,
                on: connection
            )
            let proposals = try StoredProposal.dueForErasure(limit: Self.erasedAtOnce, on: connection)
            let eraser = eraser(on: connection)
            try eraser.erase(turns: Array(turns.prefix(Self.erasedAtOnce)))
            try eraser.erase(proposals: proposals)
            return turns.count + proposals.count
        }) > 0 {}
    }

    private static let erasedAtOnce = 200

    func eraser(on connection: any SQLConnection) -> DerivedTextEraser {
        DerivedTextEraser(ledger: ledger, now: clock.now(), connection: connection)
    }
}
