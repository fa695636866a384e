public import Domain
public import SpotterAPI

/// Formats conversations with the assistant, with the numbers by which commands refer to them and to their turns.
public enum ConversationFormatter {
    public static func lines(
        _ conversations: [ConversationHead],
        archived: Bool,
        now: Timestamp,
        time: LocalTime,
        style: Style
    ) -> [String] {
        guard !conversations.isEmpty else {
            return [archived ? "Nothing is archived." : "No conversations. `spotter ask \"…\"` begins one."]
        }
        return conversations.enumerated().map { index, conversation in
            let used = style.dim(time.compact(conversation.updatedAt, now: now))
            let pin = conversation.isPinned ? style.yellow("  pinned") : ""
            return "\(number(index + 1))  \(TerminalText.line(conversation.title))\(pin)  \(used)"
        }
    }

    /// The active branch. `[2/3]` is the second of three alternatives.
    public static func lines(_ tree: ConversationTree, time: LocalTime, style: Style) -> [String] {
        let turns = Dictionary(tree.turns.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var lines = [style.bold(TerminalText.line(tree.conversation.title))]
        if tree.branch.isEmpty { lines.append("Nothing is left in it.") }
        for (index, step) in tree.branch.enumerated() {
            guard let turn = turns[step.messageId] else { continue }
            let who = turn.role == .user ? "You" : "Spotter"
            let place = step.count > 1 ? "  [\(step.index)/\(step.count)]" : ""
            let state = turn.state == .completed ? "" : "  (\(turn.state.rawValue))"
            lines += ["", "\(number(index + 1))  \(style.cyan(who)), \(time.dateTime(turn.createdAt))\(place)\(state)"]
            lines += TerminalText.block(turn.text).split(separator: "\n", omittingEmptySubsequences: false)
                .map { "     \($0)" }
        }
        return lines
    }

    private static func number(_ number: Int) -> String {
        String(repeating: " ", count: max(0, 3 - String(number).count)) + String(number)
    }
}
