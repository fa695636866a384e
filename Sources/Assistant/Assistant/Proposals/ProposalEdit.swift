import AssistantTools
import Domain
import RequestReading
import Scheduling
import SpotterAPI

/// What an owner changes of the action that is proposed to them.
struct ProposalEdit: Sendable {
    let request: EditProposalRequest

    /// The changed arguments, not checked yet against calendar and people.
    struct Draft: Sendable, Hashable {
        let arguments: ToolArguments
        /// Whether an event's title follows from its type and person.
        var namesItself = false
        /// Whether a time is as it was, with all that was guessed for it.
        let keepsTime: Bool
    }

    /// - Throws: `invalid_request` for a field that the action doesn't have, or for a text that is empty or too long.
    func applied(to arguments: ToolArguments) throws -> Draft {
        try requireFields(of: arguments.tool)
        switch arguments {
        case .scheduleCall(let call): return try applied(to: call)
        case .rescheduleEvent(var move):
            move.startsAt = request.startsAt ?? move.startsAt
            move.durationMinutes = request.durationMinutes ?? move.durationMinutes
            return draft(.rescheduleEvent(move), of: arguments)
        case .cancelEvent: throw SpotterError.invalid("Nothing can be changed of a cancellation; confirm or cancel it.")
        case .setReminder(var reminder):
            if let text = request.text { reminder.text = try ReminderRules.text(text) }
            reminder.dueAt = request.dueAt ?? reminder.dueAt
            reminder.clientId = request.clientId.replacement ?? reminder.clientId
            if case .set(let rule) = request.recurrence { try ReminderRules.recurrence(rule) }
            reminder.recurrence = request.recurrence.replacement ?? reminder.recurrence
            return draft(.setReminder(reminder), of: arguments)
        case .sendMessage(var message):
            if let text = request.text { message.text = try Validation.messageText(text.trimmed) }
            message.chatId = request.chatId ?? message.chatId
            return draft(.sendMessage(message), of: arguments)
        }
    }

    private func applied(to old: ToolArguments.ScheduleCall) throws -> Draft {
        var call = old
        call.startsAt = request.startsAt ?? call.startsAt
        call.durationMinutes = request.durationMinutes ?? call.durationMinutes
        call.eventType = request.eventType ?? call.eventType
        call.recurrence = request.recurrence.replacement ?? call.recurrence
        if call.recurrence == nil { call.leftOut = nil }
        let (client, prospect) = (request.clientId, request.prospectId)
        call.clientId = client.replacement ?? (prospect.isSet ? nil : call.clientId)
        call.prospectId = prospect.replacement ?? (client.isSet ? nil : call.prospectId)
        // What is made to be with nobody loses whom it was with.
        if call.eventType == .adhoc, !client.isSet, !prospect.isSet { (call.clientId, call.prospectId) = (nil, nil) }
        try EventRules.participants(call.eventType, client: call.clientId, prospect: call.prospectId)
        if let title = request.title { call.title = try EventRules.title(title) }
        let isOther =
            call.eventType != old.eventType || call.clientId != old.clientId || call.prospectId != old.prospectId
        var draft = draft(.scheduleCall(call), of: .scheduleCall(old))
        draft.namesItself = request.title == nil && isOther
        return draft
    }

    private func draft(_ arguments: ToolArguments, of old: ToolArguments) -> Draft {
        Draft(arguments: arguments, keepsTime: arguments.start == old.start && arguments.rule == old.rule)
    }

    // MARK: Which fields an action has

    private func requireFields(of tool: ToolName) throws {
        let known: Set<String> =
            switch tool {
            case .scheduleCall:
                ["startsAt", "durationMinutes", "eventType", "title", "clientId", "prospectId", "recurrence"]
            case .rescheduleEvent: ["startsAt", "durationMinutes"]
            case .setReminder: ["dueAt", "text", "clientId", "recurrence"]
            case .sendMessage: ["chatId", "text"]
            case .cancelEvent, .searchMessages: []
            }
        guard let other = given.subtracting(known).min() else { return }
        let can = known.isEmpty ? "nothing" : known.sorted().joined(separator: ", ")
        throw SpotterError.invalid("\(tool.rawValue) has no \(other); it can be changed in: \(can).")
    }

    private var given: Set<String> {
        let fields: [(String, Bool)] = [
            ("startsAt", request.startsAt != nil), ("durationMinutes", request.durationMinutes != nil),
            ("eventType", request.eventType != nil), ("title", request.title != nil), ("dueAt", request.dueAt != nil),
            ("text", request.text != nil), ("clientId", request.clientId != .unchanged),
            ("prospectId", request.prospectId != .unchanged), ("chatId", request.chatId != nil),
            ("recurrence", request.recurrence != .unchanged),
        ]
        return Set(fields.filter(\.1).map(\.0))
    }
}

extension ProposalEdit.Draft {
    /// The request that resolves to these arguments, if nothing stands against them.
    var toolRequest: ToolRequest {
        var request = ProposalChange.request(of: arguments)
        request.recurrence = arguments.rule
        request.allowsSeries = true
        if namesItself { request.title = nil }
        return request
    }

    /// Whether an earlier doubt holds on. How the words of a request were read can't be told from the time itself; all
    /// other doubts are found anew.
    func keeps(_ doubt: ProposalDoubt) -> Bool {
        guard keepsTime else { return false }
        switch doubt.kind {
        case .weekday, .halfDay, .noTime, .fold: return true
        case .gap: return arguments.rule == nil
        case .outsideHours, .taken, .clockChange, .other: return false
        }
    }
}

extension ToolArguments {
    /// When what is proposed would be.
    fileprivate var start: Timestamp? {
        switch self {
        case .scheduleCall(let call): call.startsAt
        case .rescheduleEvent(let move): move.startsAt
        case .setReminder(let reminder): reminder.dueAt
        case .cancelEvent, .sendMessage: nil
        }
    }

    fileprivate var rule: String? {
        switch self {
        case .scheduleCall(let call): call.recurrence
        case .setReminder(let reminder): reminder.recurrence
        case .rescheduleEvent, .cancelEvent, .sendMessage: nil
        }
    }
}

extension FieldChange {
    fileprivate var isSet: Bool {
        if case .set = self { true } else { false }
    }
}
