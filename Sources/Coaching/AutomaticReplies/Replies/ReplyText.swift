import Domain
import SpotterAPI

/// Words replies. Each begins by saying that nobody wrote it.
struct ReplyText: Sendable {
    static let label = "Automatic reply: "

    struct Source: Sendable {
        let trainer: User
        let client: User
        let acknowledgement: String?
    }

    let answers: any AutomaticAnswering

    /// - Returns: `nil` if there is nothing to say.
    func text(
        for kind: AutomaticKind,
        to question: String,
        _ source: Source,
        at now: Timestamp
    ) async throws -> String? {
        switch kind {
        case .acknowledgement: source.acknowledgement.map { Self.label + $0 }
        case .appointments:
            Self.label
                + (try await answers.appointments(question, of: source.client, with: source.trainer, at: now))
        }
    }
}
