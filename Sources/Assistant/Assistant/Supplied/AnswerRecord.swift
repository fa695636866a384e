public import Accounts
public import Domain
public import SpotterAPI
import Storage

/// A stored answer with what led to it, as its owner may see it now.
public struct AnswerRecord: Sendable {
    public let conversationId: ConversationID
    public let answer: ConversationTurn
    /// `nil` if it was deleted.
    public let question: ConversationTurn?
    /// The answer that this one follows: the one above its question, or the one whose calls it continues.
    public let previous: TurnID?
    /// The calls of a program's tools with which it ended. Their outputs continue it.
    public let calls: [ToolExchange.Call]
    /// The calls before those, for the same question.
    public let exchanges: [ToolExchange]
    /// The outputs that came with it, if it continues another answer.
    public let outputs: [ToolExchange.Output]
    /// Why it failed.
    public let failure: SpotterError?
}

extension AssistantService {
    /// - Throws: `not_found` unless the turn is an answer to this user.
    public func record(of turn: TurnID, for principal: Principal) async throws -> AnswerRecord {
        try await conversations.record(of: turn, for: principal.actor)
    }
}

/// The events of an answer, live or stored, and how it ended.
public struct AnswerEvents: Sendable {
    public let stream: AsyncStream<AssistantEvent>
    /// The calls of a program's tools with which the answer ended, and whether its owner stopped it. To be asked when the
    /// stream has ended.
    public let ending: @Sendable () -> (calls: [ToolExchange.Call], isStopped: Bool)
}

extension AssistantService {
    /// An answer's events from the start.
    /// - Throws: `not_found` unless the turn is an answer to this user.
    public func events(of turn: TurnID, for principal: Principal) async throws -> AnswerEvents {
        if let live = live(turn), live.owner == principal.userId {
            return AnswerEvents(stream: live.events()) { (live.toolCalls, live.isStopped) }
        }
        if askOthers != nil, let conversation = try await runningElsewhere(turn, by: principal) {
            return eventsElsewhere(of: turn, in: conversation, for: principal)
        }
        let record = try await record(of: turn, for: principal)
        // It may have begun or ended meanwhile.
        let stream = try await reattach(turn, by: principal)
        return AnswerEvents(stream: stream) { (record.calls, record.answer.state == .stopped) }
    }

    /// Deletes an answer with everything below it, with its question if that has no other answer, and with the
    /// conversation if nothing is left in it.
    /// - Throws: `not_found` unless it is the user's.
    public func deleteAnswer(_ record: AnswerRecord, by principal: Principal) async throws {
        let others = try await conversations.get(record.conversationId, for: principal.actor).turns
        let siblings = others.filter { $0.parentId == record.answer.parentId && $0.role == .assistant }
        let root = siblings.count > 1 ? record.answer.id : record.question?.id ?? record.answer.id
        let left = try await delete(from: root, by: principal)
        if left.activeId == nil { try await delete(record.conversationId, by: principal) }
    }
}

extension Conversations {
    func record(of id: TurnID, for actor: Actor) async throws -> AnswerRecord {
        try await database.read { connection in
            let row = try TurnRow.find(id, of: actor, on: connection)
            guard row.role == .assistant else { throw SpotterError.notFound("message") }
            let question = try row.parentId.flatMap { try TurnRow.find($0, in: row.conversationId, on: connection) }
            let isReadable = try row.isReadable(by: actor, on: connection)
            let continued = isReadable ? row.stored?.continued : nil
            return AnswerRecord(
                conversationId: row.conversationId,
                answer: try row.presented(to: actor, on: connection),
                question: try question?.presented(to: actor, on: connection),
                previous: continued?.answer ?? question?.parentId,
                calls: isReadable ? row.stored?.toolCalls ?? [] : [],
                exchanges: continued?.exchanges ?? [],
                outputs: continued?.exchanges.last?.outputs ?? [],
                failure: row.stored?.failure?.error
            )
        }
    }
}
