import AssistantTools
package import Domain
import OutputSafety
package import SpotterAPI

/// Words the message to a client that a reason suggests: short, in the trainer's first person, and with nothing that its
/// source doesn't say. What somebody wrote is quoted.
package struct WeekDraft: Sendable {
    static let quoteLength = 160

    package let client: WeekClient
    package let now: Timestamp

    package init(client: WeekClient, now: Timestamp) {
        self.client = client
        self.now = now
    }

    /// `nil` if there is nothing to write.
    package func message(_ reason: WeekReason) -> String? { words(reason).map { "Hi \(client.firstName), \($0)" } }

    private func words(_ reason: WeekReason) -> String? {
        let citation = reason.citations.first
        let quote = citation.map { "“\(cut($0.quote))”" } ?? ""
        let day = day(citation?.sentAt ?? reason.since)
        switch reason.kind {
        case .urgent, .waiting, .unanswered:
            return
                "I've seen what you wrote \(day): \(quote) Sorry that you had to wait. I'll get back to you about it."
        case .measured: return "you wrote \(day): \(quote) How are you now?"
        case .newInjury: return "you wrote \(day): \(quote) How is it now?"
        case .ownPromiseLate: return "I wrote \(day): \(quote) I haven't forgotten it, and I'm sorry that it's late."
        case .clientPromiseLate: return "you wrote \(day): \(quote) How is it going?"
        case .unansweredQuestion: return "I asked you \(day): \(quote) Can you let me know?"
        case .planDate: return "this was said \(day): \(quote) Shall we talk about what comes next?"
        case .quiet: return "I haven't heard from you since \(date(reason.since)). How are you?"
        case .cancelledSession: return "our session \(on(reason.since)) is cancelled. When would suit you instead?"
        case .nothingBooked:
            return "our last session was \(on(reason.since)), and nothing is planned yet. When would suit you?"
        case .paymentOpen, .ownPromise, .resolvedInjury, .profileChange, .movedSession, .paid: return nil
        }
    }

    /// Links aren't repeated.
    private func cut(_ quote: String) -> String {
        let line = quote.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
        let cleaned = LinkFilter(allowedHosts: []).cleaned(line)
        return cleaned.count <= Self.quoteLength ? cleaned : "\(cleaned.prefix(Self.quoteLength - 1))…"
    }

    // MARK: Days, as the client counts them

    private var local: LocalizedText { LocalizedText(timezone: client.timezone) }

    /// `Tue 10 Mar`
    private func date(_ instant: Timestamp) -> String { String(local.date(instant).dropLast(5)) }
    private func on(_ instant: Timestamp) -> String { "on \(date(instant))" }

    /// `today`, `yesterday` or `on Tue 10 Mar`.
    private func day(_ instant: Timestamp) -> String {
        switch local.days(from: instant, to: now) {
        case 0: "today"
        case 1: "yesterday"
        default: on(instant)
        }
    }
}
