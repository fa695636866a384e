import ChatInsights
public import Domain
public import Messaging
public import SpotterAPI
public import Storage
import Synchronization

/// What the assistant made from messages: answers, their questions and titles, proposals. It is erased in the
/// transaction that deletes the messages or ends a membership, so that no door shows it afterwards.
public final class DerivedTexts: MessageObserver {
    let ledger: ProposalLedger
    let registry = GenerationRegistry()
    let clock: any WallClock
    private let tell: @Sendable (ConversationChange, UserID) -> Void
    /// Changes of conversations by messages of a chat, until these are committed.
    private let pending = Mutex<[ChatID: [(change: ConversationChange, owner: UserID)]]>([:])

    /// - Parameter publish: tells a user's devices that one of their conversations has changed.
    public init(
        clock: any WallClock,
        ids: any IDSource,
        audit: AuditLog,
        publish: @escaping @Sendable (ConversationChange, UserID) -> Void = { _, _ in }
    ) {
        self.clock = clock
        tell = publish
        ledger = ProposalLedger(ids: ids, audit: audit)
    }

    /// Tells the owner's devices, after the commit.
    func publish(_ change: ConversationChange, to owner: UserID) { tell(change, owner) }

    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        let eraser = eraser(on: connection, for: chat)
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

    public func messageWillBeTranscribed(
        _ message: MessageID,
        in chat: ChatID,
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
        let eraser = eraser(on: connection, for: chat)
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
        publishPending(of: message.chatId)
    }

    public func chatWasRemoved(_ chat: ChatID) { publishPending(of: chat) }

    private func publishPending(of chat: ChatID) {
        for told in pending.withLock({ $0.removeValue(forKey: chat) }) ?? [] { tell(told.change, told.owner) }
    }

    /// Erases what servers before this version have kept of messages that are gone. Call this once, at the start.
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

    private static let maxPendingChats = 1_000

    /// - Parameter chat: whose messages are erased. The owners' devices are told after their commit; what a transaction
    ///   that failed would have told is harmless.
    func eraser(on connection: any SQLConnection, for chat: ChatID? = nil) -> DerivedTextEraser {
        DerivedTextEraser(ledger: ledger, now: clock.now(), connection: connection) { [self] change, owner in
            guard let chat else { return }
            pending.withLock { pending in
                if pending.count >= Self.maxPendingChats { pending = [:] }
                pending[chat, default: []].append((change, owner))
            }
        }
    }
}
