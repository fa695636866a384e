import Domain
public import SpotterAPI
import SpotterClient

/// Formats what follows the text of an assistant's answer: citations, proposals and questions.
public struct AnswerFormatter: Sendable {
    private let time: LocalTime
    private let style: Style

    public init(time: LocalTime, style: Style) {
        self.time = time
        self.style = style
    }

    /// `[1] Sara, Thu 5 Mar 2026 08:12: “my left knee …”`
    public func citations(_ citations: [Citation]) -> [String] {
        citations.enumerated().map { index, citation in
            let quote = DisplayWidth.truncate(TerminalText.line(citation.quote), to: 160)
            return style.dim("[\(index + 1)] ")
                + "\(style.cyan(TerminalText.line(citation.senderName))), \(time.dateTime(citation.sentAt)): “\(quote)”"
        }
    }

    public func proposal(_ proposal: Proposal) -> String {
        return style.yellow("→ \(TerminalText.line(proposal.summary))")
            + style.dim("  (\(proposal.tool.rawValue), until \(time.clock(proposal.expiresAt)))")
    }

    public func needs(_ needs: Needs) -> [String] {
        switch needs {
        case .selection(_, let prompt, let options):
            return [TerminalText.line(prompt)]
                + options.enumerated().map { index, option in
                    let subtitle = style.dim("  \(TerminalText.line(option.subtitle))")
                    return "  \(index + 1). \(TerminalText.line(option.title))\(subtitle)"
                }
        case .conflict(let conflict):
            let events = conflict.conflictsWith.map {
                "  \(time.dateTime($0.startsAt))–\(time.clock($0.endsAt)) \(TerminalText.line($0.title))"
            }
            let free = conflict.suggestions.map { "  \(time.dateTime($0))" }
            return ["That time is taken:"] + events + (free.isEmpty ? [] : ["Free instead:"] + free)
        case .clarification(_, let prompt): return [TerminalText.line(prompt)]
        case .notFound(let about, let name):
            return ["There's no \(TerminalText.line(about)) called \(TerminalText.line(name))."]
        case .refusal(let reason): return [TerminalText.line(reason)]
        case .other(let kind): return ["The assistant needs more (\(TerminalText.line(kind)))."]
        }
    }

    /// Whether `text` already contains what `needs` asks, so that it isn't printed twice.
    public static func repeats(_ needs: Needs, in text: String) -> Bool {
        switch needs {
        case .clarification, .refusal, .notFound: !text.isEmpty
        case .selection(_, _, let options): options.allSatisfy { text.contains($0.title) }
        case .conflict, .other: false
        }
    }

    public func outcome(_ outcome: ProposalOutcome) -> String {
        let summary = TerminalText.line(outcome.proposal.summary)
        return switch outcome.proposal.state {
        case .executed: style.green("✓ done: ") + summary
        default: style.red("✗ \(outcome.proposal.state.rawValue): ") + summary
        }
    }
}
