import Domain
import SpotterAPI

/// A list in the pane whose entries lead somewhere: the week, who waits, what is known about a client.
struct PagePane: Sendable, Equatable {
    enum Target: Sendable, Equatable {
        case message(MessageID, in: ChatID)
        /// In a chat with this person, whichever it is.
        case messageOf(UserID, MessageID)
        case chat(ChatID)
        case person(UserID)
    }

    struct Entry: Sendable, Equatable {
        let lines: [StyledText]
        /// `nil` if it can't be selected.
        let target: Target?

        init(_ lines: [StyledText], _ target: Target? = nil) {
            self.lines = lines
            self.target = target
        }
    }

    let title: String
    /// Closed with the chat that it is about.
    let isAboutChat: Bool
    let entries: [Entry]
    /// Of those entries that lead somewhere.
    var selected = 0

    var targets: [Target] { entries.compactMap(\.target) }
}

/// What a page is made of, as the server gives it.
enum PageContent: Sendable {
    case week(WeekPage)
    case inbox([InboxItem])
    case profile([ProfileItem], of: UserID, name: String)
    case actions(ChatInsights)
}

extension AppModel {
    /// - Parameter isAsked: by a command. A pane that is walked through by a key doesn't take the keys.
    mutating func show(_ content: PageContent, isAsked: Bool) {
        let pages = PageFormatter(model: self)
        show(pages.page(content))
        if isAsked, focus == .composer, composer.isEmpty, pane?.selected != nil { focus = .pane }
    }

    mutating func show(_ page: PagePane) {
        pane = .page(page)
        paneScroll = 0
        if focus == .list, !layout.showsList { focus = .composer }
    }

    mutating func follow(_ target: PagePane.Target) -> [AppEffect] {
        switch target {
        case .message(let message, let chat): return [.locate(message, in: [chat])]
        case .messageOf(let user, let message): return [.locate(message, in: chats(with: user))]
        case .chat(let chat): return openChat(chat)
        case .person(let user): return [.openPerson(user)]
        }
    }

    /// The direct one first.
    private func chats(with user: UserID) -> [ChatID] {
        let chats = list.ordered.compactMap { list.chats[$0] }.filter { $0.members.contains { $0.userId == user } }
        return chats.filter { $0.kind == .direct }.map(\.id) + chats.filter { $0.kind != .direct }.map(\.id)
    }
}
