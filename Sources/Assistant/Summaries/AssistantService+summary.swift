public import Accounts
public import Domain
import Messaging
import Retrieval
public import SpotterAPI

extension AssistantService {
    /// The period of a summary that names none.
    static let summaryDays: Int64 = 30
    /// The newest messages that a summary covers.
    static let maxSummarised = 1000

    /// The period that a request names; without a beginning the last thirty days.
    /// - Throws: `invalid_request` for an empty one.
    static func period(since: Timestamp?, until: Timestamp?, at now: Timestamp) throws -> Range<Timestamp> {
        let start = since ?? now.adding(seconds: -summaryDays * 86_400)
        let end = until ?? .latest
        guard start < end else { throw SpotterError.invalid("since must be before until.") }
        return start..<end
    }

    /// Summarises a chat, or a period of it, from its own words.
    /// - Throws: `not_a_member` unless the user is in the chat; `invalid_request` for an empty period.
    public func summary(
        of chat: ChatID,
        _ request: SummaryRequest,
        by principal: Principal
    ) async throws -> ChatSummary {
        let now = clock.now()
        let period = try Self.period(since: request.since, until: request.until, at: now)
        let messages = try await search.messages(
            of: chat,
            since: period.lowerBound,
            until: period.upperBound,
            limit: Self.maxSummarised,
            for: principal.actor
        )
        let zones = try await search.timeZones(of: Set(messages.map(\.senderId)))
        let requester = Requester(user: principal.user)
        return ExtractiveSummary(requester: requester, now: now).summary(of: messages, zones: zones)
    }
}
