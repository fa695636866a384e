package import Domain

/// Everything that the clients of one seed did and saw. The rules depend on nothing else, so tests can pass synthetic
/// histories.
///
/// Times are ticks of one counter. An operation that ended at a lower tick than another one began happened before it.
package struct History: Sendable {
    package var seed: UInt64
    package var chats: [Start] = []
    package var sends: [Send] = []
    package var changes: [Change] = []
    package var connections: [Connection] = []
    package var reads: [Read] = []
    package var baselines: [Baseline] = []
    /// All changes of each chat, as its owner receives them by a sync from 0 at the end.
    package var logs: [String: [JSONValue]] = [:]
    package var fetched: [Fetched] = []
    package var finalDigests: [FinalDigest] = []
    /// Requests without a response on a connection that stayed open.
    package var unanswered: [String] = []

    package init(seed: UInt64) { self.seed = seed }

    /// A chat at its creation; `owner` never leaves it.
    package struct Start: Sendable {
        package let id: String
        package let owner: String
        package let members: [String]

        package init(id: String, owner: String, members: [String]) {
            self.id = id
            self.owner = owner
            self.members = members
        }
    }

    package enum Outcome: Sendable {
        /// With the response's body; `null` if it is empty.
        case done(JSONValue)
        /// The server said that nothing happened, with its error code.
        case refused(String)
        /// There was no response, or one that leaves the outcome open.
        case unknown
    }

    /// One attempt at sending.
    package struct Send: Sendable {
        package let sender: String
        package let chat: String
        package let key: String
        package let text: String
        package let began: Int
        package var outcome: Outcome

        package init(sender: String, chat: String, key: String, text: String, began: Int, outcome: Outcome) {
            self.sender = sender
            self.chat = chat
            self.key = key
            self.text = text
            self.began = began
            self.outcome = outcome
        }

        package var message: JSONValue? { if case .done(let message) = outcome { message } else { nil } }
    }

    /// One attempt at another durable change.
    package struct Change: Sendable {
        /// The event that the change produces.
        package let event: String
        package let user: String
        package let chat: String
        /// The id of the message or member that it changes, otherwise of the chat.
        package let subject: String
        /// The text, emoji, name or role that it sets; for members `added`, `removed` or `left`.
        package let value: String
        package let began: Int
        package let ended: Int
        package let outcome: Outcome

        package init(
            event: String,
            user: String,
            chat: String,
            subject: String,
            value: String,
            began: Int,
            ended: Int,
            outcome: Outcome
        ) {
            self.event = event
            self.user = user
            self.chat = chat
            self.subject = subject
            self.value = value
            self.began = began
            self.ended = ended
            self.outcome = outcome
        }

        package var isDone: Bool { if case .done = outcome { true } else { false } }
        package var isRefused: Bool { if case .refused = outcome { true } else { false } }
    }
}
