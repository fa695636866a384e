import Domain
import SpotterAPI
import SpotterClient

/// What the trainer can do about a reason of the week without leaving its page.
extension AppModel {
    mutating func actOnReason(_ action: KeyAction) -> [AppEffect] {
        guard case .page(let page) = pane, let reason = page.chosen?.reason else { return [] }
        switch action {
        case .draftMessage: return draft(.message, for: reason)
        case .draftReminder: return draft(.reminder, for: reason)
        case .dismiss:
            let text = "Never show this again: “\(TerminalText.line(reason.text))”?"
            overlay = .question(AppQuestion(text: text, effects: [.dismissReason(reason.id)]))
            return []
        default: return []
        }
    }

    private mutating func draft(_ kind: WeekDraftKind, for reason: PagePane.Reason) -> [AppEffect] {
        guard reason.drafts.contains(kind) else {
            tell(
                kind == .message ? "No message is suggested for this." : "No reminder is suggested for this.",
                .waiting
            )
            return []
        }
        return [.draftReason(reason.id, kind, about: reason.person)]
    }

    /// Something is proposed for a reason. Its card stands below the conversation with the client.
    mutating func drafted(_ response: SuggestedProposalsResponse, about person: UserID) -> [AppEffect] {
        if let needs = response.needs {
            tell(AnswerFormatter(time: time, style: .plain).needs(needs).joined(separator: " "), .waiting)
        }
        assistant.add(response.proposals)
        rebuildTimeline()
        // Whoever went on to something else isn't led away from it.
        guard !response.proposals.isEmpty, focus == .pane else { return [] }
        let keys = keyHints([(.selectMessages, "selects it"), (.confirm, "confirms")], in: .card, separator: ", ")
        tell("It waits below the conversation: \(keys).")
        guard let chat = chats(with: person).first else { return [.openPerson(person)] }
        return chat == open ? goToNewest() : openChat(chat)
    }

    mutating func dismissed() -> [AppEffect] {
        tell("It isn't shown any more.")
        guard case .page(let page) = pane, page.kind == .week else { return [] }
        return [.loadPage(PageRequest(kind: .week, isAsked: false))]
    }
}
