import Domain
import SpotterAPI
import SpotterClient

/// One entry of the conversation on the screen.
struct TimelineItem: Sendable, Equatable {
    enum Key: Hashable, Sendable {
        case day(String)
        case unread
        case gap(Int64)
        case message(MessageID)
        case unsent(String)
        case card(ProposalID)
        case choice
    }

    enum Content: Sendable, Equatable {
        case day(String)
        /// - count: of the messages below it.
        case unread(Int)
        case gap(before: Int64)
        /// - isFirst: of several by the same person.
        case message(Message, isFirst: Bool)
        case unsent(OutboxEntry)
        case card(Proposal)
        case choice(Needs)
    }

    let key: Key
    let content: Content

    var isSelectable: Bool {
        switch content {
        case .message, .unsent, .card, .choice: true
        case .day, .unread, .gap: false
        }
    }

    var message: Message? { if case .message(let message, _) = content { message } else { nil } }
}

/// Makes the entries from a part of the history.
struct TimelineBuilder {
    let me: UserID
    let time: LocalTime
    /// Messages of others after it are below the unread line; `nil` for none.
    let unreadAfter: Int64?

    /// Messages of one person within five minutes stand under one name.
    private static let groupMilliseconds: Int64 = 5 * 60_000

    func items(_ rows: [Timeline.Row]) -> [TimelineItem] {
        var items: [TimelineItem] = []
        var day = ""
        var previous: Message?
        var hasUnreadLine = false
        for row in rows {
            switch row {
            case .gap(let seq):
                items.append(TimelineItem(key: .gap(seq), content: .gap(before: seq)))
                previous = nil
            case .message(let message):
                let newDay = time.day(message.createdAt)
                let isNewDay = newDay != day
                if isNewDay { items.append(TimelineItem(key: .day(newDay), content: .day(newDay))) }
                day = newDay
                let isFirstUnread = !hasUnreadLine && isUnread(message)
                if isFirstUnread {
                    hasUnreadLine = true
                    items.append(TimelineItem(key: .unread, content: .unread(unreadCount(rows))))
                }
                let isFirst = isNewDay || isFirstUnread || !continues(previous, message)
                items.append(
                    TimelineItem(key: .message(message.id), content: .message(message, isFirst: isFirst))
                )
                previous = message
            case .pending(let entry):
                items.append(TimelineItem(key: .unsent(entry.id), content: .unsent(entry)))
            }
        }
        return items
    }

    private func isUnread(_ message: Message) -> Bool {
        guard let unreadAfter else { return false }
        return message.seq > unreadAfter && message.senderId != me && message.deletedAt == nil
    }

    private func unreadCount(_ rows: [Timeline.Row]) -> Int {
        rows.count { row in if case .message(let message) = row { isUnread(message) } else { false } }
    }

    private func continues(_ previous: Message?, _ message: Message) -> Bool {
        guard let previous, previous.senderId == message.senderId, previous.via == message.via else { return false }
        guard message.quote == nil else { return false }
        return message.createdAt.milliseconds(since: previous.createdAt) < Self.groupMilliseconds
    }
}
