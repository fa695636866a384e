import Domain
import SpotterAPI

/// A list in the pane whose entries lead somewhere: the week, who waits, what is known about a client.
struct PagePane: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case week, inbox, profile, actions, members
        case agenda(AgendaRange.Span)
    }

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
        /// What the week gives for it to be done.
        let reason: Reason?

        init(_ lines: [StyledText], _ target: Target? = nil, reason: Reason? = nil) {
            self.lines = lines
            self.target = target
            self.reason = reason
        }
    }

    /// Why somebody needs the trainer, or what was promised to them.
    struct Reason: Sendable, Equatable {
        let id: WeekReasonID
        let text: String
        let person: UserID
        let drafts: [WeekDraftKind]
    }

    let kind: Kind
    let title: String
    let entries: [Entry]
    /// Of those entries that lead somewhere.
    var selected = 0

    var targets: [Target] { entries.compactMap(\.target) }

    /// The selected entry.
    var chosen: Entry? {
        let choices = entries.filter { $0.target != nil }
        return choices.indices.contains(selected) ? choices[selected] : nil
    }

    /// Closed with the chat that it is about.
    var isAboutChat: Bool {
        switch kind {
        case .profile, .actions, .members: true
        case .week, .inbox, .agenda: false
        }
    }
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
        // The same page anew stays where it was.
        if case .page(let old) = pane, old.kind == page.kind, old.title == page.title {
            pane = .page(page)
            selectInPane(old.selected)
            return
        }
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
    func chats(with user: UserID) -> [ChatID] {
        let chats = list.ordered.compactMap { list.chats[$0] }.filter { $0.members.contains { $0.userId == user } }
        return chats.filter { $0.kind == .direct }.map(\.id) + chats.filter { $0.kind != .direct }.map(\.id)
    }
}
