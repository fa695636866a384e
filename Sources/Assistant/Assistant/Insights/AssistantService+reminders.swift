public import Accounts
import AssistantTools
import ChatInsights
import Contacts
public import Domain
import Foundation
import Messaging
public import SpotterAPI
import Storage
import TextReading

extension AssistantService {
    /// The reminder that a message suggests to one of its readers. Stores nothing.
    /// - Throws: `not_found` unless the user may read the message.
    public func reminderSuggestion(
        for message: MessageID,
        by principal: Principal
    ) async throws -> ReminderSuggestion {
        try await reminderSuggestion(for: message, of: nil, by: principal)
    }

    /// - Parameter action: which of the message's tasks.
    func reminderSuggestion(
        for message: MessageID,
        of action: ActionItemID?,
        by principal: Principal
    ) async throws -> ReminderSuggestion {
        let now = clock.now()
        let requester = Requester(user: principal.user)
        return try await chatReader.database.read { connection in
            let visible = VisibleMessageReader(reader: requester.user.id, connection: connection)
            guard let found = try visible.message(message) else { throw SpotterError.notFound("message") }
            let zone =
                try User.timezone(of: found.senderId, on: connection).flatMap { TimeZone(identifier: $0) } ?? .gmt
            let people = try ChatPeople(of: found.chatId, on: connection)
            let other = people.other(than: requester.user.id)
            let draft = ReminderDraft(
                message: found,
                reading: MessageReader().reading(of: found.text, sentAt: found.sentAt, timeZone: zone),
                times: SpokenTimes(SpokenText(found.text), sentAt: found.sentAt, timeZone: zone),
                requester: requester,
                other: other?.displayName,
                now: now,
                action: action
            )
            var suggestion = draft.suggestion
            if requester.user.role == .trainer, let other,
                try Contacts.exists(trainer: requester.user.id, client: other.id, on: connection)
            {
                suggestion.clientId = other.id
            }
            return suggestion
        }
    }

    /// Proposes the reminder that a message suggests, to be confirmed as always.
    /// - Throws: `not_found` unless the user may read the message.
    public func proposeReminder(
        for message: MessageID,
        _ request: ProposeReminderRequest,
        by principal: Principal
    ) async throws -> SuggestedProposalsResponse {
        try await proposeReminder(for: message, request, of: nil, by: principal)
    }

    /// - Parameter action: which of the message's tasks.
    func proposeReminder(
        for message: MessageID,
        _ request: ProposeReminderRequest,
        of action: ActionItemID?,
        by principal: Principal
    ) async throws -> SuggestedProposalsResponse {
        let suggestion = try await reminderSuggestion(for: message, of: action, by: principal)
        let resolved = try await resolver.resolve(
            ToolRequest(
                tool: .setReminder,
                person: suggestion.clientId.map { .id($0) },
                time: .instant(request.dueAt ?? suggestion.dueAt),
                text: request.text ?? suggestion.text
            ),
            for: Requester(user: principal.user)
        )
        switch resolved {
        case .needs(let needs): return SuggestedProposalsResponse(proposals: [], needs: needs)
        case .ready(let arguments, let summary, let doubts):
            let guesses = request.dueAt == nil ? suggestion.doubts : []
            let proposal = try await propose(
                arguments,
                summary,
                doubts + guesses,
                from: suggestion.citation,
                for: principal
            )
            return SuggestedProposalsResponse(proposals: [proposal])
        }
    }

    /// Stores a proposal that was made from a message, and that goes with it.
    func propose(
        _ arguments: ToolArguments,
        _ summary: String,
        _ doubts: [ProposalDoubt],
        from source: Citation?,
        for principal: Principal
    ) async throws -> Proposal {
        let owner = principal.userId
        let proposal = try await proposals.create(
            arguments: arguments,
            summary: summary,
            doubts: doubts,
            owner: owner,
            conversation: nil,
            turn: nil
        )
        guard let source else { return proposal }
        let derived = conversations.derived
        let isReadable = try await chatReader.database.write { connection in
            let visible = VisibleMessageReader(reader: owner, connection: connection)
            guard try visible.chat(of: source.messageId) != nil else {
                // It was deleted meanwhile.
                let stored = try StoredProposal.find(proposal.id, for: principal.actor, on: connection)
                try derived.eraser(on: connection).erase(proposals: [stored])
                return false
            }
            try ProposalSources.insert(
                source.messageId,
                in: source.chatId,
                of: proposal.id,
                owner: owner,
                on: connection
            )
            return true
        }
        guard isReadable else { throw SpotterError.notFound("message") }
        return proposal
    }
}
