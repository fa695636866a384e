import Accounts
import Assistant
import AssistantTools
import Contacts
import Domain
import Messaging
import Retrieval
import Scheduling
import SpotterAPI

/// `executeFunctionCall`: sent by the app after its user confirmed a card.
///
/// The app also sends it unconfirmed, when a call names a person without an id. Acting on a name alone would be unsafe.
/// A missing id is therefore always answered with a choice, even of one person, which the app asks its user to confirm.
struct ExecuteFunctionCallFunction: Sendable {
    let resolver: ToolResolver
    let proposals: Proposals
    let calendar: EventCalendar
    let chats: Chats
    let relations: Contacts
    let search: MessageSearch

    var function: CallableFunction {
        CallableFunction(
            name: "executeFunctionCall",
            storesText: true,
            // A call of the app is a confirmation, and only a person confirms.
            keyScope: nil,
            withoutToken: "You must be authenticated to execute functions",
            call: call
        )
    }

    @concurrent
    private func call(_ call: CallableFunction.Call) async throws -> JSONValue {
        let (data, caller) = (call.data, call.caller)
        guard let name = data["functionName"]?.string, !name.isEmpty else {
            throw CallableError(.invalidArgument, "Function name must be provided")
        }
        guard let parameters = data["parameters"]?.object else {
            throw CallableError(.invalidArgument, "Parameters must be an object")
        }
        guard let tool = ToolName(rawValue: name) else {
            throw CallableError(.invalidArgument, "Unknown function: \(name)")
        }
        let app = AppParameters(parameters)
        let requester = Requester(user: caller.user, timezone: app.text("timezone"))
        do {
            if tool == .searchMessages { return try await find(app, requester) }
            let request = try app.request(for: tool)
            if app.lacksChosenPerson(for: tool) { return try await choice(request, app, requester) }
            return try await act(request, app, requester)
        } catch let error as AppFailure {
            return error.json
        } catch let error as SpotterError {
            return AppFailure(error.message).json
        }
    }

    // MARK: Acting

    private func act(_ request: ToolRequest, _ app: AppParameters, _ requester: Requester) async throws -> JSONValue {
        let call = confirmingCall(of: request.tool, app, requester)
        // A repeated call gets its answer without being resolved: a call that was scheduled would conflict with itself.
        if let done = try await proposals.done(by: call) { return try await confirm(done, app, requester) }
        switch try await resolver.resolve(request, for: requester) {
        case .needs(let needs):
            // A parallel one may have done it since.
            if let done = try await proposals.done(by: call) { return try await confirm(done, app, requester) }
            throw AppFailure(needs, of: request.tool, app)
        case .ready(let arguments, let summary, _):
            let proposal = try await proposals.claim(arguments, summary: summary, for: call)
            return try await confirm(proposal, app, requester)
        }
    }

    /// The app may have been shown less than was proposed, because its card has no repetition of a reminder and no
    /// custom title.
    private func confirmingCall(of tool: ToolName, _ app: AppParameters, _ requester: Requester) -> ConfirmingCall {
        ConfirmingCall(by: requester.actor, contents: [.string(tool.rawValue), app.json]) { arguments in
            arguments.tool == tool
                && AppFunctionCall(arguments, query: app.text("query") ?? "", timezone: requester.timezone)
                    .isEchoed(in: app)
        }
    }

    private func confirm(_ proposal: Proposal, _ app: AppParameters, _ requester: Requester) async throws -> JSONValue {
        let done: (proposal: Proposal, result: ProposalResult)
        do {
            done = try await proposals.confirm(
                proposal.id,
                version: proposal.version,
                by: requester.actor,
                door: .callable
            )
        } catch let error as SpotterError {
            throw AppFailure(error.message, actionId: proposal.id)
        }
        return try await success(done, app, requester)
    }

    private func success(
        _ done: (proposal: Proposal, result: ProposalResult),
        _ app: AppParameters,
        _ requester: Requester
    ) async throws -> JSONValue {
        let time = AppTime(timezone: requester.timezone)
        let (text, data): (String, [String: JSONValue])
        switch done.proposal.arguments {
        case .scheduleCall(let call):
            let type =
                call.eventType == .training ? "Training Session" : call.eventType == .call ? "Call" : "Appointment"
            let name = call.title.firstRange(of: " with ").map { call.title[$0.upperBound...] } ?? call.title[...]
            text = "✓ \(type) scheduled with \(name) for \(time.words(call.startsAt)) (\(call.durationMinutes) minutes)"
            data = try await eventData(done.result.eventId, requester)
        case .rescheduleEvent(let change):
            text = "✓ Event rescheduled to \(time.words(change.startsAt))"
            data = [
                "eventId": .string(change.eventId.description), "newStartTime": .string(change.startsAt.description),
            ]
        case .cancelEvent(let change):
            let title = try await calendar.event(change.eventId, for: requester.actor).title
            text = "✓ Event \"\(title)\" cancelled"
            data = ["eventId": .string(change.eventId.description)]
        case .setReminder(let reminder):
            text = "✓ Reminder set for \(time.words(reminder.dueAt)): \"\(reminder.text)\""
            data = [
                "reminderId": .string(done.result.reminderId?.description ?? ""),
                "reminderText": .string(reminder.text), "dueDate": .string(reminder.dueAt.description),
            ]
        case .sendMessage(let message):
            text = "✓ Message sent successfully"
            data = [
                "messageId": .string(done.result.messageId?.description ?? ""),
                "chatId": .string(message.chatId.description),
            ]
        }
        return [
            "success": true, "actionId": .string(done.proposal.id.description), "result": .string(text),
            "data": .object(data),
        ]
    }

    private func eventData(_ id: EventID?, _ requester: Requester) async throws -> [String: JSONValue] {
        guard let id else { return [:] }
        let event = try await calendar.event(id, for: requester.actor)
        return [
            "eventId": .string(id.description), "trainerId": .string(event.trainerId.description),
            "clientId": event.clientId.map { .string($0.description) } ?? .null,
            "prospectId": event.prospectId.map { .string($0.description) } ?? .null,
            "title": .string(event.title), "eventType": .string(event.eventType.rawValue),
            "startTime": .string(event.startsAt.description), "endTime": .string(event.endsAt.description),
            "createdBy": "ai", "status": .string(event.status.rawValue),
        ]
    }

    // MARK: Choosing and finding

    /// A card with all people that the name could refer to. Nothing is executed.
    private func choice(_ request: ToolRequest, _ app: AppParameters, _ requester: Requester) async throws -> JSONValue
    {
        var request = request
        // An ad-hoc event has no participants, but the user must still choose the person that the name refers to.
        if request.tool == .scheduleCall, request.eventType == .adhoc { request.eventType = .call }
        let people: [AppChoice.Person]
        switch try await resolver.resolve(request, for: requester) {
        case .ready(let arguments, _, _): people = try await [person(of: arguments, request, requester)]
        case .needs(.conflict(let conflict)):
            people = try await [person(of: conflict.proposed.arguments, request, requester)]
        case .needs(.selection(_, _, let options)):
            people = try await candidates(options, request, requester)
        case .needs(let needs): throw AppFailure(needs, of: request.tool, app)
        }
        return AppChoice(people: people, tool: request.tool, original: app.json).json
    }

    private func person(
        of arguments: ToolArguments,
        _ request: ToolRequest,
        _ requester: Requester
    ) async throws -> AppChoice.Person {
        var asked = ""
        if case .named(let name) = request.person { asked = name }
        switch arguments {
        case .scheduleCall(let call):
            let name = call.title.firstRange(of: " with ").map { String(call.title[$0.upperBound...]) } ?? asked
            let id = call.clientId?.description ?? call.prospectId?.description ?? ""
            let subtitle = call.clientId == nil ? "Prospect" : try await address(of: call.clientId, requester)
            return .init(id: id, name: name, subtitle: subtitle, chatId: nil)
        case .setReminder(let reminder):
            // A reminder keeps neither the name nor a prospect's id. A call with the same person resolves both.
            var call = ToolRequest(tool: .scheduleCall, person: request.person, time: .instant(reminder.dueAt))
            call.eventType = .call
            switch try await resolver.resolve(call, for: requester) {
            case .ready(let arguments, _, _): return try await person(of: arguments, call, requester)
            case .needs(.conflict(let conflict)):
                return try await person(of: conflict.proposed.arguments, call, requester)
            case .needs: return .init(id: reminder.clientId?.description ?? "", name: asked, chatId: nil)
            }
        case .sendMessage(let message):
            let chat = try await chats.chat(message.chatId, for: requester.actor)
            let other = chat.members.first { $0.userId != requester.user.id }
            return .init(
                id: other?.userId.description ?? chat.id.description,
                name: chat.name,
                subtitle: try await address(of: other?.userId, requester),
                chatId: chat.id.description
            )
        case .rescheduleEvent, .cancelEvent: return .init(id: "", name: asked, chatId: nil)
        }
    }

    /// The address that distinguishes people of the same name, if the requester may see it.
    private func address(of person: UserID?, _ requester: Requester) async throws -> String {
        try await relations.contacts(of: requester.actor).first { $0.userId == person }?.email ?? ""
    }

    private func candidates(
        _ options: [Needs.Option],
        _ request: ToolRequest,
        _ requester: Requester
    ) async throws -> [AppChoice.Person] {
        var people: [AppChoice.Person] = []
        for option in options {
            var chatId: String?
            if request.tool == .sendMessage {
                var exact = request
                exact.person = UserID(option.id).map { .id($0) }
                guard case .ready(.sendMessage(let message), _, _) = try await resolver.resolve(exact, for: requester)
                else {
                    continue
                }
                chatId = message.chatId.description
            }
            people.append(.init(id: option.id, name: option.title, subtitle: option.subtitle, chatId: chatId))
        }
        return people
    }

    /// Whether a result has to do with the query: by its words, or surely enough by its meaning.
    static func fits(_ result: SearchResult) -> Bool { result.match != .semantic || result.confidence != .low }

    private func find(_ app: AppParameters, _ requester: Requester) async throws -> JSONValue {
        guard let query = app.text("query")?.trimmed, !query.isEmpty else {
            throw AppFailure("I need a question to search for. What would you like to know?")
        }
        let limit = min(max(app.number("limit") ?? 10, 1), 50)
        let answer: SearchResponse
        do {
            answer = try await search.search(
                SearchQuery(query, chatId: try app.chat(), limit: limit),
                for: requester.actor
            )
        } catch let error as SpotterError where error.code == .notAMember {
            throw AppFailure.noSuchChat
        }
        let messages = answer.results.filter(Self.fits).map { result -> JSONValue in
            [
                "text": .string(result.text), "senderName": .string(result.senderName),
                "timestamp": .integer(Int(result.sentAt.milliseconds)), "chatId": .string(result.chatId.description),
                "score": .number(result.score), "messageId": .string(result.messageId.description),
            ]
        }
        let text =
            messages.isEmpty
            ? "No messages found matching \"\(query)\"." : "Found \(messages.count) message(s) matching \"\(query)\""
        return [
            "success": true, "actionId": "", "result": .string(text),
            "data": ["messages": .array(messages), "count": .integer(messages.count)],
        ]
    }
}
