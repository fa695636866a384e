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
    static func edited(_ proposal: Proposal) -> String {
        "This was changed since I showed it:\n\(proposal.summary)\nNothing has happened yet: confirm it or cancel it."
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
    static func confirmation(of pending: [Proposal]) -> String {
        pending.isEmpty ? "There is nothing that waits for your confirmation here." : undecided(pending)
    }

    static func cancellation(of pending: [Proposal]) -> String {
        pending.isEmpty ? "All right. Nothing was waiting, and nothing has happened." : undecided(pending)
    }

    /// The reply to a "yes" that doesn't say to what.
    static func undecided(_ pending: [Proposal]) -> String {
        let lines = pending.prefix(20).map { "- \($0.summary)" }.joined(separator: "\n")
        let head = pending.count == 1 ? "This was proposed before:" : "\(pending.count) actions wait for you:"
        return
            "\(head)\n\(lines)\nNothing has happened yet. Confirm each with its button, or with `confirm` in the terminal."
    }

    static func remaining(_ count: Int) -> String {
        "\(count) more remain, because one answer proposes at most \(ActionGrammar.maxProposals) actions. Ask again when these "
            + "are confirmed."
    }

    /// The reply to "summarise this: …", without a language model.
    static let pastedText =
        "I summarise chats that I can read, not a text that is pasted here: that takes a language model. Name the chat instead."

    static let help = """
        I answer from your chats, and I prepare what you want done:
        - “What did Sara say about her knee?”, “Who is travelling next week?”
        - “Schedule a call with Sara tomorrow at 3pm”, “Move it to Friday at 10”, “Cancel my session with Mike”
        - “Remind me to send the plan on Monday at 9”
        - “Tell Sara that I'm ten minutes late”
        - “What's on tomorrow?”
        Nothing is done until you confirm it.
        """
}
