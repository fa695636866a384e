import AssistantTools
import Domain
import RequestReading
import SpotterAPI

/// The assistant's texts about proposals, and about what is missing for one.
enum ProposalText {
    static func sentence(for proposals: [Proposal]) -> String {
        let lines = proposals.flatMap { proposal in
            [proposals.count == 1 ? proposal.summary : "- \(proposal.summary)"]
                + proposal.doubts.map { "  Check this: \($0.text)." }
        }
        let ending =
            proposals.count == 1
            ? "Nothing has happened yet: confirm it or cancel it."
            : "Nothing has happened yet: confirm or cancel each of them."
        return "I have prepared this:\n\(lines.joined(separator: "\n"))\n\(ending)"
    }

    /// The reply to a "yes" that was said before this edit was shown.
    static func edited(_ proposal: Proposal, _ says: AssistantSentences) -> String {
        "\(says(.changedSince))\n\(proposal.summary)\nNothing has happened yet: confirm it or cancel it."
    }

    static func sentence(for needs: Needs, in words: LocalizedText) -> String {
        switch needs {
        case .selection(_, let prompt, let options):
            let lines = options.enumerated().map { position, option in
                "\(position + 1). \(option.title)\(option.subtitle.isEmpty ? "" : " (\(option.subtitle))")"
            }
            return "\(prompt)\n\(lines.joined(separator: "\n"))"
        case .conflict(let conflict):
            let taken = conflict.conflictsWith.map {
                "“\($0.title)” (\(words.dateTime($0.startsAt)) to \(words.time($0.endsAt)))"
            }
            let free = conflict.suggestions.enumerated().map { "\($0.offset + 1). \(words.dateTime($0.element))" }
            let offer = free.isEmpty ? "Name another time." : "These are free:\n\(free.joined(separator: "\n"))"
            return "That overlaps with \(taken.joined(separator: " and ")). \(offer)"
        case .clarification(_, let prompt): return prompt
        case .notFound(let about, let name):
            let article = about.first.map { "aeiou".contains($0) } == true ? "an" : "a"
            let isPerson = about != "event"
            guard !name.trimmed.isEmpty else { return "I can't find such \(article) \(about)." }
            let advice = isPerson ? "Check the name, or add them first." : "Check its name and its day."
            return "I can't find \(article) \(about) called “\(name)”. \(advice)"
        case .refusal(let reason), .other(let reason): return reason
        }
    }

    /// The reply to a "yes" or "no" in the chat if nothing waits.
    static func confirmation(of pending: [Proposal], _ says: AssistantSentences) -> String {
        pending.isEmpty ? says(.nothingWaits) : undecided(pending, says)
    }

    static func cancellation(of pending: [Proposal], _ says: AssistantSentences) -> String {
        pending.isEmpty ? says(.nothingWaited) : undecided(pending, says)
    }

    /// The reply to a "yes" that doesn't say to what.
    static func undecided(_ pending: [Proposal], _ says: AssistantSentences) -> String {
        let lines = pending.prefix(20).map { "- \($0.summary)" }.joined(separator: "\n")
        let head = pending.count == 1 ? says(.proposedBefore) : says(.manyWait, ["count": "\(pending.count)"])
        return "\(head)\n\(lines)\n\(says(.undecided))"
    }
}
