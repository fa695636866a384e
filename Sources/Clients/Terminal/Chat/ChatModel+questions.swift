import Domain

/// A step that can't be taken back, and waits for a `y`.
struct Question {
    let effects: [ChatEffect]
    /// What is said if the answer isn't yes.
    let refusal: String
}

extension ChatModel {
    mutating func askToLeave() -> [ChatEffect] {
        guard let open, let chatState = chatStates[open] else { return [Self.noOpenChat] }
        let name = TerminalText.line(chatState.chat.name)
        question = Question(effects: [.leaveChat(open)], refusal: "You're still in \(name).")
        return [.print([style.yellow("Leave \(name)? Its history goes from your list with it. [y/N]")])]
    }

    mutating func askToDelete(_ message: Message) -> [ChatEffect] {
        question = Question(
            effects: [.act(.delete, on: .number(message.seq), in: message.chatId)],
            refusal: "Nothing was deleted."
        )
        let text = DisplayWidth.truncate(MessagePreview.text(of: message), to: 40)
        return [.print([style.yellow("Delete #\(message.seq) “\(text)” for everybody? [y/N]")])]
    }

    /// `nil` if nothing was asked. Any line but a yes is a no; if it's more than that, it's also submitted.
    mutating func answerQuestion(_ line: String) -> [ChatEffect]? {
        guard let question else { return nil }
        self.question = nil
        switch line.trimmed.lowercased() {
        case "y", "yes": return question.effects
        case "", "n", "no": return [.print([style.dim(question.refusal)])]
        default: return [.print([style.dim(question.refusal)])] + submit(line)
        }
    }
}
