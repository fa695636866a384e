package import AssistantTools
package import Domain
package import Messaging
package import Retrieval
package import SpotterAPI

/// A chat, or a part of it, that is to be summarised.
package struct SummaryPeriod: Sendable {
    package let chat: ChatID
    package let times: Range<Timestamp>

    package init(chat: ChatID, times: Range<Timestamp>) {
        self.chat = chat
        self.times = times
    }
}

/// A summary in a chat's own words, and the messages that it was made from.
package struct ExtractedSummary: Sendable {
    package let summary: ChatSummary
    /// In the order of the chat.
    package let messages: [VisibleMessage]

    /// The messages that the summary cites.
    package var citedMessages: [VisibleMessage] {
        let cited = Set(summary.citations.map(\.messageId))
        return messages.filter { cited.contains($0.id) }
    }
}

/// Reads chats and summarises them in their own words.
package struct SummaryReader: Sendable {
    /// The newest messages that a summary covers, and the bytes of their texts: reading those takes up to a second.
    static let maxMessages = 1000
    package static let maxBytes = 200_000

    package let search: MessageSearch
    private let messages = ReadMessages()

    package init(search: MessageSearch) { self.search = search }

    /// - Throws: `not_a_member` unless the requester is in the chat.
    package func summary(
        of period: SummaryPeriod,
        maxPoints: Int = ExtractiveSummary.maxPoints,
        for requester: Requester,
        at now: Timestamp
    ) async throws -> ExtractedSummary {
        let covered = try await search.messages(
            of: period.chat,
            since: period.times.lowerBound,
            until: period.times.upperBound,
            limit: Self.maxMessages,
            maxBytes: Self.maxBytes,
            for: requester.actor
        )
        let zones = try await search.timeZones(of: Set(covered.map(\.senderId)))
        let extractor = ExtractiveSummary(requester: requester, now: now, maxPoints: maxPoints)
        let summary = await BackgroundWork.shared.run(of: requester.user.id) { [messages] in
            extractor.summary(of: await messages.read(covered, zones: zones, for: requester, at: now))
        }
        return ExtractedSummary(summary: summary, messages: covered)
    }
}
