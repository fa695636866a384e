public import Domain
public import SpotterAPI

/// Replies that are sent by themselves, as lines.
public enum AutomaticFormatter {
    public static func lines(_ overview: AutomaticResponse) -> [String] {
        var lines: [String] = []
        if !overview.isAllowed { lines.append("The operator has turned automatic replies off.") }
        if let settings = overview.settings { lines += self.lines(settings) }
        lines += overview.agreements.map { agreement in
            let kinds = agreement.kinds.map(\.rawValue).joined(separator: ", ")
            let state = agreement.agreedAt == nil ? "offered, not agreed yet" : "agreed"
            return "\(TerminalText.line(agreement.displayName))  \(kinds)  (\(state))"
        }
        if overview.agreements.isEmpty { lines.append("Nobody has been offered any.") }
        return lines
    }

    private static func lines(_ settings: AutomaticSettings) -> [String] {
        [
            settings.enabled ? "on" : "off",
            "after \(settings.afterMinutes) min without an answer of yours",
            "at most \(settings.perClientPerDay) a day to a client, \(settings.perDay) a day, \(settings.perWeek) a week",
            "none from \(settings.quietHours.from) to \(settings.quietHours.to), on your clock and on the client's",
            settings.acknowledgement.map { "acknowledgement: \(TerminalText.line($0))" } ?? "no acknowledgement",
        ]
    }

    /// - Parameter names: of clients.
    public static func lines(_ replies: [AutomaticReply], names: [UserID: String]) -> [String] {
        replies.enumerated().map { index, reply in
            let name = TerminalText.line(names[reply.clientId] ?? "?")
            let time = LocalTime().dateTime(reply.sentAt ?? reply.dueAt)
            let why = reply.reason.map { " (\(words(for: $0)))" } ?? ""
            let text = reply.text.isEmpty ? "" : ": \(TerminalText.line(reply.text))"
            return "\(index + 1)  \(time)  \(reply.state.rawValue)\(why)  \(name)\(text)"
        }
    }

    public static func lines(_ preview: AutomaticPreviewResponse, names: [UserID: String]) -> [String] {
        let head = preview.sent == 1 ? "1 would have been sent." : "\(preview.sent) would have been sent."
        return [head]
            + preview.items.map { item in
                let name = TerminalText.line(names[item.clientId] ?? "?")
                let outcome = item.text.map { "→ \(TerminalText.line($0))" }
                let reason = item.reason.map { "no: \(words(for: $0))" }
                let question = TerminalText.line(String(item.question.prefix(60)))
                return "\(LocalTime().dateTime(item.at))  \(name): \(question)  \(outcome ?? reason ?? "")"
            }
    }

    static func words(for reason: AutomaticReason) -> String {
        switch reason {
        case .off: "not turned on or agreed"
        case .answered: "you answered"
        case .superseded: "they wrote again"
        case .needsHuman: "needs you"
        case .quietHours: "quiet hours"
        case .budget: "enough were sent"
        case .firstContact: "you have never written to them"
        case .acknowledged: "acknowledged already"
        case .late: "too late"
        case .gone: "not possible any more"
        case .nothingToSay: "nothing to say"
        }
    }
}
