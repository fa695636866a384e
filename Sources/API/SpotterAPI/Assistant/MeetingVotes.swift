public import Domain

/// `GET /v1/chats/{chatId}/messages/{messageId}/votes`: what a message offers by number, and who wants which. A vote is a
/// reaction with the number's emoji, so that every client can give and take one.
///
/// ```swift
/// func isDecided(_ votes: MeetingVotes) -> Bool { votes.waitingFor.isEmpty && votes.leading.count == 1 }
/// ```
public struct MeetingVotes: APIValue, Hashable {
    public struct Option: Sendable, Codable, Hashable {
        /// 1 to 9.
        public let number: Int
        /// The reaction that votes for it, such as 1️⃣.
        public let emoji: String
        /// The line of the message, without its number.
        public let text: String
        /// The time that the line names, on the sender's clock; `null` if it names none, or could be two.
        @Nullable public var startsAt: Timestamp?
        public let voters: [UserID]

        public init(number: Int, emoji: String, text: String, startsAt: Timestamp?, voters: [UserID]) {
            self.number = number
            self.emoji = emoji
            self.text = text
            self.startsAt = startsAt
            self.voters = voters
        }
    }

    public let messageId: MessageID
    /// In the message's order.
    public let options: [Option]
    /// The members who haven't voted, but for the sender.
    public let waitingFor: [UserID]
    /// The numbers with the most votes; several if they have the same, none before the first vote.
    public let leading: [Int]

    public init(messageId: MessageID, options: [Option], waitingFor: [UserID], leading: [Int]) {
        self.messageId = messageId
        self.options = options
        self.waitingFor = waitingFor
        self.leading = leading
    }

    public static var example: MeetingVotes {
        MeetingVotes(
            messageId: Examples.id(4),
            options: [
                Option(
                    number: 1,
                    emoji: "1\u{FE0F}\u{20E3}",
                    text: "Thu 12 Mar 15:00 (New York)",
                    startsAt: Examples.later,
                    voters: [Examples.id(2)]
                )
            ],
            waitingFor: [],
            leading: [1]
        )
    }
}

/// `POST /v1/chats/{chatId}/meeting-votes`: the times that a message is to offer.
///
/// ```swift
/// let request = AskForVotesRequest(startsAt: [first, second], text: "Which day for the long run?")
/// ```
public struct AskForVotesRequest: APIValue, Hashable {
    /// 2 to 9 times; the next three at which everybody is free if left out.
    public let startsAt: [Timestamp]?
    public let minutes: Int?
    /// What stands above the times.
    public let text: String?

    public init(startsAt: [Timestamp]? = nil, minutes: Int? = nil, text: String? = nil) {
        self.startsAt = startsAt
        self.minutes = minutes
        self.text = text
    }

    public static var example: AskForVotesRequest { AskForVotesRequest(minutes: 30) }
}
