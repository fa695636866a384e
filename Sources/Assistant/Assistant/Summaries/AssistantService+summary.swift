public import Accounts
import AssistantTools
import ChatInsights
public import Domain
public import SpotterAPI

extension AssistantService {
    /// The period of a summary that names none.
    static let summaryDays: Int64 = 30

    /// The period that a request names; without a beginning the last thirty days.
    /// - Throws: `invalid_request` for an empty one.
    static func period(since: Timestamp?, until: Timestamp?, at now: Timestamp) throws -> Range<Timestamp> {
        let start = since ?? now.adding(seconds: -summaryDays * 86_400)
        let end = until ?? .latest
        guard start < end else { throw SpotterError.invalid("since must be before until.") }
        return start..<end
    }

    /// Summarises a chat, or a period of it: in a model's words if there is one, otherwise in the chat's own.
    /// - Throws: `not_a_member` unless the user is in the chat; `invalid_request` for an empty period or an unknown model.
    public func summary(
        of chat: ChatID,
        _ request: SummaryRequest,
        by principal: Principal
    ) async throws -> ChatSummary {
        let now = clock.now()
        let writer = try writer(named: request.model)
        let period = SummaryPeriod(
            chat: chat,
            times: try Self.period(since: request.since, until: request.until, at: now)
        )
        let requester = Requester(user: principal.user)
        func withMeasures(_ summary: ChatSummary, _ source: ExtractedSummary) async throws -> ChatSummary {
            try await adding(measuresOf: period, to: summary, covering: source.messages, for: requester)
        }
        guard let writer else {
            let extracted = try await summaries.summary(of: period, for: requester, at: now)
            return try await withMeasures(extracted.summary, extracted)
        }
        let source = try await summaries.summary(
            of: period,
            maxPoints: ModelSummaryWriter.maxSourcePoints,
            for: requester,
            at: now
        )
        var notice: String?
        do {
            if let written = try await writer.summary(from: source, for: requester, at: now) {
                return try await withMeasures(written, source)
            }
            if !source.messages.isEmpty { notice = "Nothing that the model wrote could be looked up in the chat." }
        } catch let error as ModelError {
            notice = error.message
        } catch let error as SpotterError where error.code == .quotaExceeded {
            notice = error.message
        }
        let extracted = try await summaries.summary(of: period, for: requester, at: now)
        var summary = try await withMeasures(extracted.summary, extracted)
        summary.notice = notice
        return summary
    }

    /// - Returns: `nil` for the built-in model.
    private func writer(named name: String?) throws(SpotterError) -> ModelSummaryWriter? {
        summaryWriters[try name.map { name throws(SpotterError) in try models.model(named: name) } ?? models.standard]
    }
}
