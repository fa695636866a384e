import Domain
import LanguageModels
import Retrieval
import SpotterAPI

/// Answers with a language model: retrieve, ask, run read tools, propose what it wants done, ask again.
struct ModelAnswerer: Answering {
    /// A retrieved line that the answer may be taken to rest on when the model cites none.
    static let sensibleScore = 0.35
    static let longestThinking = 64_000

    let model: any LanguageModel
    let finder: ContextFinder
    let desk: ActionDesk
    let calendar: (any CalendarReading)?

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        let roster = try await finder.roster(for: task.requester.actor)
        let found = try await finder.find(
            task.searchText,
            roster: roster,
            for: task.requester,
            at: task.now
        )
        if !found.hits.isEmpty { generation.emit(.retrieved(found.hits.map(\.citation))) }
        var exchange = ModelExchange(task: task, roster: roster, finder: finder, desk: desk, generation: generation)
        let numbered = exchange.ledger.add(found.lines)
        generation.edit { $0.sources = exchange.ledger.lines.map(\.id) }
        var messages = exchange.prompt.messages(
            question: task.question,
            history: task.history,
            found: numbered,
            events: try await comingEvents(for: task)
        )
        defer { exchange.cite(ifNone: found.hits) }

        for round in 1...max(1, task.limits.rounds) {
            let mayCall = round < task.limits.rounds && exchange.calls < task.limits.toolCalls
            let request = ModelRequest(
                messages: messages,
                tools: exchange.tools,
                toolChoice: mayCall ? .auto : .none
            )
            let said = try await exchange.listen(to: model.stream(request))
            guard mayCall, !said.calls.isEmpty, !exchange.isFull else { break }
            messages.append(.assistant(text: said.text, toolCalls: said.calls))
            for call in said.calls {
                messages.append(.tool(callId: call.id, content: try await exchange.run(call)))
            }
        }
        exchange.close()
    }

    private func comingEvents(for task: AnswerTask) async throws -> [CalendarEvent] {
        guard let calendar else { return [] }
        let events = try await calendar.events(
            of: task.requester.actor,
            since: task.now,
            until: task.now.adding(seconds: 14 * 86_400)
        )
        return Array(events.prefix(20))
    }
}

extension AnswerTask {
    /// What to search for: the question, with the one before it when it's too short to stand alone ("and Mike?").
    var searchText: String {
        guard ContentWords.stems(of: question).count < 2,
            let before = history.last(where: { $0.role == .user })?.text
        else { return question }
        return "\(question) \(before)"
    }
}
