import Domain

/// A command of the chat client about what a coach plans.
enum CoachCommand: Equatable, Sendable {
    /// Who waits for an answer.
    case inbox
    /// Schedule a message in the open chat.
    case later(when: String, text: String)
    case scheduled
    /// Show the notes on the other person, or add to them.
    case note(String?)
    /// What the open chat was about.
    case summary
    /// What is to be done in the open chat; with a number, that task is done.
    case actions(done: Int?)
    /// Show the other person's tags, or change them: `+knee -old`.
    case tag([String])
    /// Who needs the coach this week, and why.
    case week
    /// What is known about the other person.
    case profile

    static let names = [
        "/actions", "/inbox", "/later", "/note", "/profile", "/scheduled", "/summary", "/tag", "/week",
    ]

    /// Parses a command by its word. `nil` if it's none of these.
    static func parse(_ word: String, _ rest: String?) -> SlashCommand? {
        switch word {
        case "inbox", "i": return .coach(.inbox)
        case "scheduled": return .coach(.scheduled)
        case "later": return later(rest ?? "")
        case "summary": return .coach(.summary)
        case "actions": return actions(rest)
        case "note": return .coach(.note(rest))
        case "week": return .coach(.week)
        case "profile": return .coach(.profile)
        case "tag": return .coach(.tag((rest ?? "").split(whereSeparator: \.isWhitespace).map { String($0) }))
        default: return nil
        }
    }

    private static func actions(_ rest: String?) -> SlashCommand {
        guard let rest else { return .coach(.actions(done: nil)) }
        guard let number = Int(rest), number > 0 else {
            return .invalid("/actions takes the number of a task that is done, or nothing.")
        }
        return .coach(.actions(done: number))
    }

    /// The time is one word or in quotes.
    private static func later(_ rest: String) -> SlashCommand {
        let usage = SlashCommand.invalid("/later needs a time and a text: /later \"tomorrow at 9am\" How was it?")
        let quotes: [Character: Character] = ["\"": "\"", "“": "”", "'": "'"]
        let when: Substring
        let text: Substring
        if let first = rest.first, let end = quotes[first] {
            let body = rest.dropFirst()
            guard let close = body.firstIndex(of: end) else { return usage }
            (when, text) = (body[..<close], body[body.index(after: close)...])
        } else {
            let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard parts.count == 2 else { return usage }
            (when, text) = (parts[0], parts[1])
        }
        guard !when.allSatisfy(\.isWhitespace), !text.allSatisfy(\.isWhitespace) else { return usage }
        return .coach(.later(when: String(when).trimmed, text: String(text).trimmed))
    }
}

extension ChatModel {
    /// What a command asks for. Notes and tags are about the other person of the open chat.
    func effects(of command: CoachCommand) -> [ChatEffect] {
        let needsChat =
            switch command {
            case .inbox, .scheduled, .week: false
            case .later, .note, .tag, .summary, .actions, .profile: true
            }
        guard needsChat else { return [.coach(command, in: nil, about: nil)] }
        guard let open, let chat = chatStates[open]?.chat else { return [Self.noOpenChat] }
        let other = chat.kind == .direct ? chat.members.first { $0.userId != me.id } : nil
        switch command {
        case .note, .tag, .profile:
            guard let other else { return [.print([Self.needsOnePerson])] }
            return [.coach(command, in: open, about: other.userId)]
        case .later, .inbox, .scheduled, .summary, .actions, .week: return [.coach(command, in: open, about: nil)]
        }
    }

    static let needsOnePerson = "Notes, tags and profiles are about one person: open the chat with them."
}
