import Accounts
import AssistantTools
package import Domain
import Foundation
import Messaging
import SpotterAPI

/// What others wrote in a chat after its reader's last message, and how pressing it is. In groups, what they wrote in the
/// last two days.
package struct UnansweredMessages {
    static let maxMessages = 20
    /// Of their texts: reading those takes a tenth of a second.
    package static let maxBytes = 32_000
    /// A question that waits longer than this is important.
    static let patientSeconds: Int64 = 86_400
    static let groupSeconds: Int64 = 2 * 86_400
    /// What is older doesn't press any more.
    static let maxSeconds: Int64 = 14 * 86_400

    /// Since when somebody waits; `nil` in a group, or if nobody does.
    package private(set) var since: Timestamp?
    /// For each of them, the newest first.
    private(set) var priorities: [Priority] = []

    package init(in list: InsightList, for actor: Actor, at now: Timestamp) throws {
        let connection = list.reader.connection
        let isDirect = try VisibleChatList.isDirect(list.chat, on: connection)
        let age = isDirect ? Self.maxSeconds : Self.groupSeconds
        let newest = try list.reader.newest(
            Self.maxMessages,
            maxBytes: Self.maxBytes,
            filter: "m.chat_id = $2 AND m.created_at > $3",
            arguments: [list.chat, now.adding(seconds: -age)]
        )
        let messages = newest.prefix { $0.senderId != actor.userId }
        guard let first = messages.last else { return }
        if isDirect { since = first.sentAt }
        let reader = MessageReader()
        for message in messages {
            let zone = try User.timezone(of: message.senderId, on: connection) ?? "UTC"
            let reading = reader.reading(
                of: message.text,
                sentAt: message.sentAt,
                timeZone: TimeZone(identifier: zone) ?? .gmt
            )
            let found = reading.priority
            let asks = found.reason == .question || reading.actions.contains { $0.action.doer == .addressee }
            let isLate = isDirect && asks && now.milliseconds(since: message.sentAt) >= Self.patientSeconds * 1000
            let raised = isLate && (found.level == .normal || found.level == .low)
            priorities.append(
                Priority(
                    level: raised ? .high : found.level,
                    reason: raised ? .waiting : found.reason,
                    citation: message.citation(quoting: found.quote)
                )
            )
        }
    }
}
