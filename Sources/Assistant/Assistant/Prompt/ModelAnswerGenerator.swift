import AssistantTools
import BuiltInAnswers
import ChatInsights
import Domain
import LanguageModels
import Messaging
import ModelBudgets
import RequestReading
import Retrieval
import SpotterAPI
import WebSearch

/// Answers with a language model: retrieves context, sends the prompt, runs read tools, proposes actions, and repeats.
struct ModelAnswerGenerator: AnswerGenerator {
    /// The minimum evidence of a message to be the source of an answer without citations.
    static let minEvidence = 0.35
    static let maxThinkingLength = 64_000

    let model: any LanguageModel
    let meter: ModelMeter
    let search: MessageSearch
    let summaries: SummaryReader
    let proposalMaker: ProposalMaker
    let sources: AnswerSources
    /// `nil` if the operator has set up no search of the web.
    var web: (any WebSearching)?
    /// `nil` if the operator hasn't turned the reading of pages on.
    var pages: (any WebPageReading)?

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        let scope = try await search.scope(for: task.requester.actor, in: task.chatId)
        let found = try await lines(for: task, in: scope)
        if !found.retrieved.isEmpty { generation.emit(.retrieved(found.retrieved)) }
        let permission = WritePermission(
            question: task.question,
            history: task.history,
            directory: scope.people,
            requester: task.requester,
            now: task.now
        )
        var loop = ToolLoop(
            task: task,
            search: search,
            proposalMaker: proposalMaker,
            generation: generation,
            scope: .init(permission: permission, events: try await yearOfEvents(for: task, if: permission)),
            web: WebTool(model.profile.callsTools ? web : nil, for: task, directory: scope.people),
            pages: PageTool(model.profile.callsTools ? pages : nil, for: task)
        )
        if permission.isDelegated, task.mayPropose {
            generation.emit(.needs(Overreach.delegated(in: task.requester.says)))
        }
        let numbered = loop.citationIndex.add(found.lines)
        generation.edit { $0.sources = loop.citationIndex.lines.map(\.id) }
        let coming = try await comingEvents(for: task)
        loop.read(numbered.map(\.line), coming, task.history, names: scope.people)
        loop.read(task.attachments)
        loop.read(task.supplied)
        var messages = loop.prompt.messages(
            question: task.question,
            history: task.history,
            found: numbered,
            events: coming,
            attachments: task.attachments.fittingPrompt,
            earlierPictures: task.earlierPictures,
            seesPictures: model.profile.readsImages,
            supplied: task.supplied
        )
        defer {
            loop.correctClaims()
            loop.cite(ifNone: found.hits)
        }

        for round in 1...max(1, task.limits.rounds) {
            let mayCall = round < task.limits.rounds && loop.calls < task.limits.toolCalls
            let choice = task.supplied.demandsCall ? task.supplied.toolChoice : .auto
            let request = request(messages, mayCall ? choice : .none, loop.tools, task)
            let said = try await meter.ask(
                model,
                request,
                for: task.requester.user.id,
                didSettle: { usage in generation.edit { $0.count(usage) } },
                { stream, isShort in try await loop.listen(to: stream, isShort: isShort) }
            )
            guard mayCall, !said.calls.isEmpty, !loop.isFull, !loop.hasAdvised else { break }
            if loop.passOn(said.calls) { break }
            messages.append(
                .assistant(text: said.text, toolCalls: said.calls, providerState: said.providerState)
            )
            for call in said.calls {
                messages.append(.tool(callId: call.id, content: try await loop.run(call)))
            }
        }
        loop.close()
    }

    private func request(
        _ messages: [ModelMessage],
        _ choice: ToolChoice,
        _ tools: [ToolDefinition],
        _ task: AnswerTask
    ) -> ModelRequest {
        let settings = task.effectiveSettings
        let limits = [settings.maxOutputTokens, model.profile.maxOutputTokens].compactMap(\.self)
        return ModelRequest(
            messages: messages,
            tools: model.profile.callsTools ? tools : [],
            toolChoice: choice,
            temperature: settings.temperature,
            topP: settings.topP,
            maxOutputTokens: limits.min(),
            format: task.form == .advice ? AdviceFormat.json : nil
        )
    }

    private struct PromptLines {
        let lines: [VisibleMessage]
        let retrieved: [Citation]
        var hits: [FoundContext.Hit] = []
    }

    /// The messages from which to answer: what matters in the chat that is to be summarised, or what a search finds.
    private func lines(for task: AnswerTask, in scope: SearchScope) async throws -> PromptLines {
        if let summary = try await extractedSummary(for: task, in: scope), !summary.messages.isEmpty {
            return PromptLines(lines: summary.citedMessages, retrieved: summary.citedMessages.map(\.citation))
        }
        let found = try await search.context(for: task.contextQuery(task.searchText(in: scope)), in: scope)
        return PromptLines(
            lines: found.lines(withNeighboursOfFirst: AnswerTask.maxHitsWithNeighbours),
            retrieved: found.hits.map(\.message.citation),
            hits: found.hits
        )
    }

    private func extractedSummary(for task: AnswerTask, in scope: SearchScope) async throws -> ExtractedSummary? {
        guard QuestionKind.of(task.question) == .summary else { return nil }
        let data = DataQuestions(
            sources: sources,
            search: search,
            directory: scope.people,
            requester: task.requester,
            now: task.now
        )
        guard let period = data.summaryPeriod(data.asked(task.question(in: scope)), in: task.chatId) else { return nil }
        return try await summaries.summary(
            of: period,
            maxPoints: ModelSummaryWriter.maxSourcePoints,
            for: task.requester,
            at: task.now
        )
    }

    /// The events that a request can mean.
    private func yearOfEvents(for task: AnswerTask, if permission: WritePermission) async throws -> [CalendarEvent] {
        guard let calendar = sources.calendar, !permission.tools.isEmpty else { return [] }
        return try await calendar.events(
            of: task.requester.actor,
            since: task.now,
            until: task.now.adding(seconds: 366 * 86_400)
        )
    }

    private func comingEvents(for task: AnswerTask) async throws -> [CalendarEvent] {
        guard let calendar = sources.calendar else { return [] }
        let events = try await calendar.events(
            of: task.requester.actor,
            since: task.now,
            until: task.now.adding(seconds: 14 * 86_400)
        )
        return Array(events.prefix(20))
    }
}
