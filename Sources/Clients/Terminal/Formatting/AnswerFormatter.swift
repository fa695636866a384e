import Domain
import Foundation
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

    /// `[1] Sara, Thu 5 Mar 2026 08:12: “my left knee …”`, without the quote where the answer has it word for word.
    public func citations(_ citations: [Citation], of text: String = "") -> [String] {
        citations.enumerated().map { index, citation in
            let head =
                style.dim("[\(index + 1)] ")
                + "\(style.cyan(TerminalText.line(citation.senderName))), \(time.dateTime(citation.sentAt))"
            guard !Self.quotes(citation.quote, in: text) else { return head }
            return head + ": “\(DisplayWidth.truncate(TerminalText.line(citation.quote), to: 160))”"
        }
    }

    /// `[w1] Knee rehabilitation (nhs.uk): https://nhs.uk/knee`
    public func pages(_ sources: [WebSource]) -> [String] {
        sources.enumerated().map { index, source in
            style.dim("[w\(index + 1)] ") + TerminalText.line(source.title)
                + style.dim(" (\(TerminalText.line(source.host))): ") + TerminalText.line(source.url)
        }
    }

    /// Long quotes may be shortened at their end.
    private static func quotes(_ quote: String, in text: String) -> Bool {
        let beginning = quote.trimmed.prefix(40)
        return !beginning.isEmpty && text.contains(beginning)
    }

    /// What is left to say of an answer whose actions are done at once: nothing of what only announces them.
    public static func text(whenDone answer: AssistantAnswer) -> String {
        let announced = Set(answer.proposals.flatMap { [$0.summary, "- \($0.summary)"] })
        var lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.contains(where: announced.contains) else { return answer.text }
        lines.removeAll { line in
            announced.contains(line) || line.hasPrefix("Nothing has happened yet") || line.hasPrefix("  Check this: ")
        }
        if let last = lines.last, last.hasSuffix(":") { lines.removeLast() }
        return lines.joined(separator: "\n").trimmed
    }

    public func proposal(_ proposal: Proposal) -> String {
        let doubts = proposal.doubts.map { style.yellow("\n  ? \(TerminalText.line($0.text))") }.joined()
        return style.yellow("→ \(TerminalText.line(proposal.summary))")
            + style.dim("  (\(proposal.tool.rawValue), until \(time.clock(proposal.expiresAt)))") + doubts
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
            let name = TerminalText.line(name)
            return ["There's no \(TerminalText.line(about))\(name.isEmpty ? " like that" : " called \(name)")."]
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
