public import Accounts
import AssistantTools
import ChatInsights
public import Domain
import OutputSafety
import Scheduling
public import SpotterAPI
import Storage

extension AssistantService {
    /// Who needs the trainer's attention this week, and why. Made anew for each request, from what the trainer may read then;
    /// whether they want to be told of it every week doesn't matter.
    /// - Throws: `forbidden` unless the user is a trainer.
    public func week(for principal: Principal) async throws -> WeekPage {
        let requester = try Self.trainer(principal.user)
        let window = WeekWindow(at: clock.now(), timezone: requester.timezone)
        return WeekPage(try await weekEntries(for: requester, in: window), in: window, timezone: requester.timezone)
    }

    /// How many clients want something done.
    func weekAttention(for user: User) async throws -> Int {
        let requester = try Self.trainer(user)
        let window = WeekWindow(at: clock.now(), timezone: requester.timezone)
        return try await weekEntries(for: requester, in: window).count(where: \.wantsAttention)
    }

    /// Proposes the message or the reminder that a reason suggests, to be confirmed as always.
    /// - Throws: `forbidden` unless the user is a trainer; `not_found` if their page has no such reason at present;
    ///   `invalid_request` if the reason has no such draft.
    public func draft(
        _ reason: WeekReasonID,
        _ request: WeekDraftRequest,
        by principal: Principal
    ) async throws -> SuggestedProposalsResponse {
        let requester = try Self.trainer(principal.user)
        let found = try await find(reason, for: requester)
        guard let kind = request.kind ?? found.drafts.first, found.drafts.contains(kind) else {
            throw SpotterError.invalid(
                found.drafts.isEmpty
                    ? "There's nothing to propose for this."
                    : "This can be: \(found.drafts.map(\.rawValue).joined(separator: ", "))."
            )
        }
        guard kind == .message else {
            guard let citation = found.citation else { throw SpotterError.invalid("There's no message to remind of.") }
            return try await proposeReminder(
                for: citation.messageId,
                ProposeReminderRequest(text: request.text, dueAt: request.dueAt),
                of: found.action,
                by: principal
            )
        }
        let draft = WeekDraft(client: found.client, now: clock.now())
        guard let text = request.text ?? found.reason.flatMap(draft.message) else {
            throw SpotterError.invalid("There's nothing to write for this.")
        }
        let resolved = try await resolver.resolve(
            ToolRequest(
                tool: .sendMessage,
                person: .id(found.client.id),
                chatId: found.client.chat,
                text: text
            ),
            for: requester
        )
        switch resolved {
        case .needs(let needs): return SuggestedProposalsResponse(proposals: [], needs: needs)
        case .ready(let arguments, let summary, let doubts):
            let proposal = try await propose(
                arguments,
                LinkFilter(allowedHosts: LinkFilter.hosts(in: request.text ?? "")).cleaned(summary),
                doubts,
                from: found.citation,
                for: principal
            )
            return SuggestedProposalsResponse(proposals: [proposal])
        }
    }

    /// The reason isn't shown any more, until it is restored or its message is gone.
    /// - Throws: `forbidden` unless the user is a trainer; `not_found` if their page has no such reason at present.
    public func dismiss(_ reason: WeekReasonID, by principal: Principal) async throws {
        let requester = try Self.trainer(principal.user)
        let database = chatReader.database
        guard try await !database.read({ try WeekDismissals.exists(reason, of: requester.user.id, on: $0) }) else {
            return
        }
        let found = try await find(reason, for: requester)
        let now = clock.now()
        try await database.write { connection in
            let visible = try found.citation.map { citation in
                try WeekDismissals.isReadable(citation.messageId, by: requester.user.id, on: connection)
            }
            guard visible ?? true else { throw SpotterError.notFound("reason") }
            try WeekDismissals.insert(reason, of: requester.user.id, from: found.citation, at: now, on: connection)
        }
    }

    /// The reason is shown again, if it still holds.
    /// - Throws: `forbidden` unless the user is a trainer.
    public func restore(_ reason: WeekReasonID, by principal: Principal) async throws {
        let requester = try Self.trainer(principal.user)
        try await chatReader.database.write { try WeekDismissals.delete(reason, of: requester.user.id, on: $0) }
    }

    // MARK: Finding

    /// Something of the page that can be proposed or dismissed.
    private struct FoundReason {
        let client: WeekClient
        /// `nil` for a promise that is only suggested as a reminder.
        let reason: WeekReason?
        let citation: Citation?
        let drafts: [WeekDraftKind]
        /// The task of a promise.
        let action: ActionItemID?
    }

    private func find(_ id: WeekReasonID, for requester: Requester) async throws -> FoundReason {
        let window = WeekWindow(at: clock.now(), timezone: requester.timezone)
        for entry in try await weekEntries(for: requester, in: window) {
            let reminder = entry.reminders.first { $0.reasonId == id }
            let reason = entry.reasons.first { $0.id == id }
            guard reason != nil || reminder != nil else { continue }
            let isPromise = reminder != nil || reason?.isPromise == true
            return FoundReason(
                client: entry.client,
                reason: reason,
                citation: reason?.citations.first ?? reminder?.citation,
                drafts: entry.client.chat == nil ? [] : reason?.drafts ?? [.reminder],
                action: isPromise ? ActionItemID(high: id.high, low: id.low) : nil
            )
        }
        throw SpotterError.notFound("reason")
    }

    private static func trainer(_ user: User) throws -> Requester {
        let requester = Requester(user: user)
        guard Access.can(requester.actor, .manageCalendar) else {
            throw SpotterError(.forbidden, "Only a trainer has a weekly page.")
        }
        return requester
    }
}
