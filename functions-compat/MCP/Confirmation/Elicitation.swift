import Domain
import SpotterAPI

/// The question by which a proposal's owner is asked, through their own client.
enum Elicitation {
    static let key = "confirm"

    enum Answer: String, Sendable {
        case accept
        case decline
        /// Neither: the question was closed.
        case cancel

        /// `nil` unless it is a result of `elicitation/create`.
        init?(_ result: JSONValue) {
            guard let action = result["action"]?.string, let answer = Answer(rawValue: action) else { return nil }
            self = answer
        }
    }

    /// Whether a client that declares these capabilities shows forms. `{}` means forms.
    static func isOffered(in capabilities: JSONValue?) -> Bool {
        guard let offered = capabilities?["elicitation"], let modes = (offered.given ?? [:]).object else {
            return false
        }
        return modes.isEmpty || modes["form"] != nil
    }

    /// The question has nothing to fill in: accepting it is the answer.
    static func params(of proposal: Proposal, for owner: User) -> JSONValue {
        [
            "mode": "form", "message": .string(message(of: proposal, for: owner)),
            "requestedSchema": ["type": "object", "properties": .object([:])],
        ]
    }

    /// What would be done, in both zones, and what was guessed. A message is shown whole.
    private static func message(of proposal: Proposal, for owner: User) -> String {
        var lines = ["Spotter asks \(owner.displayName): do this?", proposal.summary]
        if case .sendMessage(let message) = proposal.arguments, !proposal.summary.contains(message.text) {
            lines.append("The whole message: \"\(message.text)\"")
        }
        lines += proposal.doubts.map { "Please check: \($0.text)" }
        return lines.joined(separator: "\n")
    }
}
