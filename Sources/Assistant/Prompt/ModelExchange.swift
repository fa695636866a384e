import Domain
import LanguageModels
import Retrieval
import SpotterAPI

/// The state of one answer's rounds with a model.
struct ModelExchange {
    let task: AnswerTask
    let roster: Roster
    let finder: ContextFinder
    let desk: ActionDesk
    let generation: Generation
    let prompt: PromptBuilder
    let tools: [ToolDefinition]

    var ledger = SourceLedger()
    private(set) var calls = 0
    /// The answer has reached its longest.
    private(set) var isFull = false
    private var filter: OutputGuard
    private var shown = 0
    private var thought = 0

    init(task: AnswerTask, roster: Roster, finder: ContextFinder, desk: ActionDesk, generation: Generation) {
        self.task = task
        self.roster = roster
        self.finder = finder
        self.desk = desk
        self.generation = generation
        prompt = PromptBuilder(requester: task.requester, now: task.now)
        tools = ToolCatalog.definitions(for: task.requester.actor)
        filter = OutputGuard(allowedHosts: LinkFilter.hosts(in: task.question))
    }

    // MARK: Listening

    /// Streams one round to the readers; what the model said and wants called.
    mutating func listen(
        to stream: AsyncThrowingStream<ModelEvent, any Error>
    ) async throws -> (text: String, calls: [ToolCall]) {
        var text = ""
        var wanted: [ToolCall] = []
        let isContinued = shown > 0
        do {
            for try await event in stream {
                switch event {
                case .thinkingDelta(let delta):
                    guard thought < ModelAnswerer.longestThinking else { continue }
                    thought += delta.count
                    generation.emit(.thinkingDelta(delta))
                case .textDelta(let delta):
                    if text.isEmpty, isContinued, !delta.isEmpty { show("\n\n") }
                    text += delta
                    show(filter.feed(delta, lines: ledger.lines.count))
                case .toolCall(let call): wanted.append(call)
                case .usage(let usage): generation.edit { $0.count(usage) }
                case .finished: break
                }
                if isFull { break }
            }
        } catch {
            show(filter.finish(lines: ledger.lines.count))
            throw error
        }
        show(filter.finish(lines: ledger.lines.count))
        try Task.checkCancellation()
        return (text, wanted)
    }

    private mutating func show(_ text: String) {
        let room = task.limits.answerLength - shown
        guard !text.isEmpty, room > 0 else { return }
        let text = String(text.prefix(room))
        shown += text.count
        isFull = shown >= task.limits.answerLength
        generation.emit(.textDelta(text))
    }

    // MARK: Tools

    /// Runs a call; what the model is told of it.
    mutating func run(_ call: ToolCall) async throws -> String {
        calls += 1
        guard calls <= task.limits.toolCalls else {
            return "Too many tool calls for one answer. Answer with what you have."
        }
        let reading: ToolCallReading
        do {
            reading = try ToolCallReading(call, allowed: tools)
        } catch {
            return error.message
        }
        guard reading.request.tool != .searchMessages else { return try await search(reading.request) }
        let outcome = try await desk.handle(reading.request, zone: reading.zone, for: task, into: generation)
        return ToolReport.words(for: outcome, in: prompt.text.words)
    }

    private mutating func search(_ request: ToolRequest) async throws -> String {
        guard var query = request.text else { return "Give a query." }
        if case .named(let name) = request.person { query = "\(name): \(query)" }
        do {
            let found = try await finder.find(
                query,
                roster: roster,
                for: task.requester,
                at: task.now,
                chat: request.chatId,
                limit: request.limit ?? ContextFinder.topK
            )
            let numbered = ledger.add(found.lines)
            let sources = ledger.lines.map(\.id)
            generation.edit { $0.sources = sources }
            return prompt.text.messages(numbered)
        } catch let error as SpotterError {
            return error.message
        }
    }

    // MARK: The end

    /// Says something where the model only called tools, and tells the readers what it took.
    mutating func close() {
        let draft = generation.draft
        if draft.answer.text.isEmpty {
            let words = prompt.text.words
            if let needs = draft.answer.needs {
                show(ActionWords.sentence(for: needs, in: words))
            } else if !draft.answer.proposals.isEmpty {
                show(ActionWords.sentence(for: draft.answer.proposals))
            } else {
                show("The model gave no answer. Ask again, or in other words.")
            }
        }
        generation.emit(.usage(draft.answer.usage))
    }

    /// What the answer cites: the lines that its markers name, or the best that were found if it names none.
    func cite(ifNone hits: [SourceMessage]) {
        let answer = generation.draft.answer
        var citations = filter.cited.compactMap { ledger.line($0)?.citation }
        if citations.isEmpty, answer.proposals.isEmpty, answer.needs == nil, !answer.text.isEmpty {
            citations = hits.filter { ($0.score ?? 0) >= ModelAnswerer.sensibleScore }.prefix(3).map(\.citation)
        }
        generation.edit { [citations] in $0.cite(citations) }
    }
}
