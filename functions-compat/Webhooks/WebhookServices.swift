import Accounts
import Assistant
import Domain
import Messaging
import Retrieval

/// What the features stand on.
struct WebhookServices: Sendable {
    let chats: Chats
    let assistant: AssistantService
    let search: MessageSearch
    let indexer: MessageIndexer
    let clock: any WallClock
    /// How long a language model may take. Then the built-in assistant does it, since the app shows made-up results in
    /// place of an error.
    let deadline: Duration

    static let builtIn = AssistantService.builtInName

    /// When an answer is made.
    var timestamp: String { WebhookTime.instant(clock.now()) }

    func times(of caller: Principal) -> WebhookTime { WebhookTime(timezone: caller.user.timezone) }

    /// Whether the built-in assistant can do what a model couldn't.
    static func isOfModel(_ error: any Error) -> Bool {
        if error is ModelTooSlow { return true }
        guard let error = error as? SpotterError else { return false }
        return [
            .modelUnavailable, .modelTimeout, .modelInterrupted, .modelRateLimited, .quotaExceeded,
        ].contains(error.code)
    }
}

/// The deadline of a language model.
struct ModelTooSlow: Error {}
