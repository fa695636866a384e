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
        /// - day: the one that begins with them.
        case unread(Int, day: String?)
        case gap(before: Int64)
        /// - isFirst: of several by the same person.
        case message(Message, isFirst: Bool)
        case unsent(OutboxEntry, isFirst: Bool)
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
    /// What the server's clock is ahead of this device's, which dates what isn't sent.
    var clockOffset: Int64 = 0

    /// Who wrote an entry, and when.
    private struct Origin {
        let sender: UserID
        let via: MessageOrigin
        let at: Timestamp
    }

    /// Messages of one person within five minutes stand under one name.
    private static let groupMilliseconds: Int64 = 5 * 60_000

    func items(_ rows: [Timeline.Row]) -> [TimelineItem] {
        var items: [TimelineItem] = []
        var day = ""
        var previous: Origin?
        var hasUnreadLine = false
        for row in rows {
            switch row {
            case .gap(let seq):
                items.append(TimelineItem(key: .gap(seq), content: .gap(before: seq)))
                previous = nil
            case .message(let message):
                let newDay = time.day(message.createdAt)
                let isNewDay = newDay != day
                day = newDay
                let isFirstUnread = !hasUnreadLine && isUnread(message)
                if isFirstUnread {
                    hasUnreadLine = true
                    let content = TimelineItem.Content.unread(unreadCount(rows), day: isNewDay ? newDay : nil)
                    items.append(TimelineItem(key: .unread, content: content))
                } else if isNewDay {
                    items.append(TimelineItem(key: .day(newDay), content: .day(newDay)))
                }
                let origin = Origin(sender: message.senderId, via: message.via, at: message.createdAt)
                let isFirst = isNewDay || isFirstUnread || message.quote != nil || !continues(previous, origin)
                items.append(
                    TimelineItem(key: .message(message.id), content: .message(message, isFirst: isFirst))
                )
                previous = origin
            case .pending(let entry):
                let origin = Origin(sender: me, via: .user, at: entry.writtenAt.adding(milliseconds: clockOffset))
                let newDay = time.day(origin.at)
                let isNewDay = newDay != day
                if isNewDay { items.append(TimelineItem(key: .day(newDay), content: .day(newDay))) }
                day = newDay
                let isFirst = isNewDay || !continues(previous, origin)
                items.append(TimelineItem(key: .unsent(entry.id), content: .unsent(entry, isFirst: isFirst)))
                previous = origin
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

    private func continues(_ previous: Origin?, _ origin: Origin) -> Bool {
        guard let previous, previous.sender == origin.sender, previous.via == origin.via else { return false }
        return origin.at.milliseconds(since: previous.at) < Self.groupMilliseconds
    }
}
