import AssistantTools
import Domain
import SpotterAPI

/// The result of a tool call as text for the model.
enum ToolResultText {
    static func words(for outcome: ProposalMaker.Outcome, in words: LocalizedText) -> String {
        switch outcome {
        case .proposed(let proposal):
            "Proposed: \(proposal.summary). It has not been done. It waits for the user's confirmation, which only the "
                + "user can give; tell them to confirm or cancel it."
        case .needs(let needs): "Not proposed. " + self.words(for: needs, in: words)
        }
    }

    static func words(for needs: Needs, in words: LocalizedText) -> String {
        switch needs {
        case .selection(_, let prompt, let options):
            let names = options.enumerated().map { "\($0.offset + 1). \($0.element.title) (\($0.element.subtitle))" }
            return "\(prompt) The user has to choose: \(names.joined(separator: "; "))."
        case .conflict(let conflict):
            let taken = conflict.conflictsWith.map {
                "\"\($0.title)\" from \(words.dateTime($0.startsAt)) to \(words.time($0.endsAt))"
            }
            let free = conflict.suggestions.map(words.dateTime)
            return "That time is taken by \(taken.joined(separator: " and ")). "
                + (free.isEmpty ? "No free time was found." : "Free: \(free.joined(separator: "; ")).")
        case .clarification(let missing, let prompt):
            return "\(prompt) Missing: \(missing.joined(separator: ", ")). Ask the user."
        case .notFound(let about, let name): return "There is no \(about) called \"\(name)\" among the user's contacts."
        case .refusal(let reason), .other(let reason): return reason
        }
    }
}
