public import Accounts
import ChatInsights
public import Domain
import Messaging
public import SpotterAPI
import Storage

extension AssistantService {
    /// What there is to do, to know and to answer in a chat. Each message is read once; after a change, only what changed.
    ///
    /// - Parameters:
    ///   - since: inclusive; the last thirty days and what is still due if left out.
    ///   - until: exclusive.
    /// - Throws: `not_a_member` unless the user is in the chat; `invalid_request` for an empty period.
    public func insights(
        of chat: ChatID,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        by principal: Principal
    ) async throws -> ChatInsights {
        let now = clock.now()
        let period = try Self.period(since: since, until: until, at: now)
        let (start, end) = (period.lowerBound, period.upperBound)
        let seq = try await chatReader.refresh(chat, for: principal.actor)
        let actor = principal.actor
        return try await chatReader.database.read { connection in
            let list = try InsightList(of: chat, for: actor, on: connection)
            let view = InsightView(reader: actor.userId, people: try ChatPeople(of: chat, on: connection), now: now)
            let actions = try list.entries(.action, since: start, until: end, dueAfter: since == nil ? now : nil)
            let decisions = try list.entries(.decision, since: start, until: end)
            let items = view.sorted(actions.map(view.action))
            let unanswered = try UnansweredMessages(in: list, for: actor, at: now)
            return ChatInsights(
                actionItems: items,
                decisions: decisions.map(view.decision),
                priority: view.priority(of: unanswered, items),
                priorityMessages: try list.entries(.priority, since: start, until: end)
                    .filter { $0.message.senderId != actor.userId }.prefix(20).compactMap(view.priority),
                meeting: try Self.openMeeting(in: list, decisions, at: now).map(view.meeting),
                seq: seq
            )
        }
    }

    /// Marks a task as done, or as open again, for everybody in the chat.
    /// - Throws: `not_a_member` unless the user is in the chat; `not_found` if no message of the chat says such a task.
    public func update(
        _ id: ActionItemID,
        in chat: ChatID,
        _ request: UpdateActionItemRequest,
        by principal: Principal
    ) async throws -> ActionItem {
        let actor = principal.actor
        let now = clock.now()
        _ = try await chatReader.refresh(chat, for: actor)
        return try await chatReader.database.write { connection in
            let list = try InsightList(of: chat, for: actor, on: connection)
            let found = try list.action(id)
            if request.done {
                try DoneActions.insert(
                    id,
                    of: found.message.id,
                    in: chat,
                    by: actor.userId,
                    at: now,
                    on: connection
                )
            } else {
                try DoneActions.remove(id, of: found.message.id, on: connection)
            }
            let view = InsightView(reader: actor.userId, people: try ChatPeople(of: chat, on: connection), now: now)
            return view.action(try list.action(id))
        }
    }

    /// How long a message waits for a meeting.
    static let meetingDays: Int64 = 14

    /// The last message that asks for a meeting, unless something was decided since.
    static func openMeeting(
        in list: InsightList,
        _ decisions: [InsightList.Entry],
        at now: Timestamp
    ) throws -> InsightList.Entry? {
        let since = now.adding(seconds: -meetingDays * 86_400)
        guard let last = try list.entries(.meeting, since: since, until: .latest).first else { return nil }
        let isSettled = decisions.contains {
            $0.message.id != last.message.id && $0.insight.saidAt >= last.insight.saidAt
        }
        return isSettled ? nil : last
    }
}
