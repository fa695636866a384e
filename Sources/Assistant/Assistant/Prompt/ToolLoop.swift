import AssistantTools
import Domain
import LanguageModels
import Messaging
import ModelBudgets
import OutputSafety
import RequestReading
import Retrieval
import SpotterAPI
import WebSearch

/// Runs the rounds of one answer with a model: streams its text, runs its tools, collects citations.
struct ToolLoop {
    let task: AnswerTask
    let search: MessageSearch
    let proposalMaker: ProposalMaker
    let generation: Generation
    let prompt: PromptBuilder
    let tools: [ToolDefinition]
    /// `nil` if this question may not search the web.
    private let web: WebTool?
    /// `nil` unless the user has typed the address of a page that may be read.
    private let pages: PageTool?
    /// `nil` unless this question may ask a service outside.
    private var lookups: LookupRun?
    private var searches = 0
    private var reads = 0
    /// Reads the advice out of what the model writes; `nil` unless advice is asked for.
    private var advice: AdviceStream?
    private var scope: ProposalMaker.Scope
    /// What the model reads that the user didn't type.
    private var foreign = ForeignText()
    /// Why a request of the model wasn't proposed.
    private var overreach: Overreach?

    var citationIndex = CitationIndex()
    private(set) var calls = 0
    /// The answer has reached its maximum length.
    private(set) var isFull = false
    private var filter: OutputSanitizer
    private var shown = 0
    private var isCorrected = false
    private var isRefused = false
    private var thoughts: OutputSanitizer
    private var thought = 0

    /// What the model said in one round, and which tools it wants to be run.
    struct Round {
        var text = ""
        var calls: [ToolCall] = []
        var providerState: [JSONValue] = []
    }

    init(
        task: AnswerTask,
        search: MessageSearch,
        proposalMaker: ProposalMaker,
        generation: Generation,
        scope: ProposalMaker.Scope,
        web: WebTool? = nil,
        pages: PageTool? = nil
    ) {
        self.scope = scope
        self.web = web
        self.pages = pages
        lookups = LookupRun(task)
        advice = task.form == .advice ? AdviceStream() : nil
        self.task = task
        self.search = search
        self.proposalMaker = proposalMaker
        self.generation = generation
        prompt = PromptBuilder(
            requester: task.requester,
            now: task.now,
            wishes: task.wishes,
            form: task.form,
            searchesWeb: web != nil || pages != nil
        )
        // Advice changes nothing, whatever the user asks for besides.
        let asked = task.mayPropose ? scope.permission.tools : []
        let own = ToolCatalog.definitions(for: task.requester.actor, asked: asked)
        let supplied = task.supplied.offered
        // A program's tool hides one of ours of the same name, so that a call has one meaning.
        let ofWeb = (web == nil ? [] : [WebTool.definition]) + (pages.map { [$0.definition] } ?? [])
        let outside = ofWeb + (task.lookups?.definitions ?? [])
        let ours = (own + outside).filter { tool in !supplied.contains { $0.name == tool.name } }
        tools = task.supplied.demandsCall ? supplied : ours + supplied
        filter = OutputSanitizer(allowedHosts: task.ownHosts)
        thoughts = OutputSanitizer(allowedHosts: task.ownHosts)
    }

    // MARK: Streaming

    /// Streams one round to the readers.
    /// - Parameter isShort: whether the user's budget makes the answer shorter than it could be.
    /// - Returns: what the model said and wants, for the next round.
    mutating func listen(to stream: ModelMeter.Stream, isShort: Bool) async throws -> Round {
        var text = ""
        var round = Round()
        var end = FinishReason.length
        let isContinued = shown > 0
        if advice?.hasBegun == false { advice = AdviceStream() }
        do {
            for try await event in stream {
                switch event {
                case .thinkingDelta(let delta):
                    guard thought < ModelAnswerGenerator.maxThinkingLength else { continue }
                    thought += delta.count
                    think(thoughts.feed(delta, lines: 0))
                case .textDelta(let delta):
                    if text.isEmpty, isContinued, !delta.isEmpty { show("\n\n") }
                    text += delta
                    feed(advice?.feed(delta) ?? delta)
                    if advice?.isFull == true { isFull = true }
                case .toolCall(let call): round.calls.append(call)
                case .providerState(let state): round.providerState = state
                case .usage: break
                case .finished(let reason): end = reason
                }
                if isFull { break }
            }
        } catch {
            think(thoughts.finish(lines: 0))
            finishText()
            throw error
        }
        think(thoughts.finish(lines: 0))
        finishText()
        try Task.checkCancellation()
        isRefused = end == .contentFilter
        if end == .length, isShort, !isFull, advice == nil {
            show("\n\n(The answer ends here: your budget for the language models is used up.)")
        }
        round.text = text
        return round
    }

    private mutating func feed(_ text: String) {
        show(filter.feed(text, lines: citationIndex.count, pages: citationIndex.pages))
    }

    private mutating func finishText() { show(filter.finish(lines: citationIndex.count, pages: citationIndex.pages)) }

    private func think(_ text: String) {
        if !text.isEmpty { generation.emit(.thinkingDelta(text)) }
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

    /// Ends the answer with calls that the program has to make.
    /// - Returns: `false` if there are none among these.
    func passOn(_ calls: [ToolCall]) -> Bool {
        let supplied = task.supplied
        var passed = calls.filter(supplied.isOwn)
        if !supplied.callsInParallel { passed = Array(passed.prefix(1)) }
        guard !passed.isEmpty else { return false }
        generation.edit { [passed] in $0.toolCalls = passed.map(ToolExchange.Call.init) }
        return true
    }

    /// Notes what a program gave along: others may have written it.
    mutating func read(_ supplied: SuppliedContext) {
        for text in supplied.texts { foreign.add(text) }
    }

    /// Runs a tool call.
    ///
    /// - Returns: the result for the model.
    mutating func run(_ call: ToolCall) async throws -> String {
        calls += 1
        guard calls <= task.limits.toolCalls else {
            return "Too many tool calls for one answer. Answer with what you have."
        }
        if call.name == WebTool.name, let web { return try await search(web, call.arguments?["query"]?.string ?? "") }
        if call.name == PageTool.name, let pages {
            return try await read(pages, call.arguments?["address"]?.string ?? "")
        }
        if var lookups, lookups.offers(call.name) {
            defer { self.lookups = lookups }
            return try await lookups.run(call, prompt.text, into: generation)
        }
        if call.name == ContactTool.name, tools.contains(where: { $0.name == ContactTool.name }) {
            let people = ContactTool.people(call.arguments?["name"]?.string, in: scope.permission.directory)
            for person in people { note(person.subtitle) }
            return ContactTool.text(people)
        }
        let reading: ParsedToolCall
        do {
            reading = try ParsedToolCall(call, allowed: tools)
        } catch {
            return error.message
        }
        guard reading.request.tool != .searchMessages else { return try await runSearch(reading.request) }
        scope.foreign = foreign.words()
        do {
            let outcome = try await proposalMaker.handle(
                reading.request,
                zone: reading.zone,
                for: task,
                within: scope,
                into: generation
            )
            return ToolResultText.words(for: outcome, in: prompt.text.words)
        } catch let overreach as Overreach {
            self.overreach = self.overreach ?? overreach
            return ToolResultText.words(for: .needs(overreach.needs(in: .english)), in: prompt.text.words)
        }
    }

    private mutating func search(_ web: WebTool, _ query: String) async throws -> String {
        searches += 1
        guard searches <= WebTool.maxSearches else {
            return "Enough was searched for one answer. Answer with what you have."
        }
        switch try await web.search(String(query.prefix(1_000)), into: generation) {
        case .nothing(let reason): return reason
        case .found(let results):
            for result in results {
                foreign.add(result.title)
                foreign.add(result.snippet)
            }
            return prompt.text.pages(citationIndex.add(results))
        }
    }

    private mutating func read(_ pages: PageTool, _ address: String) async throws -> String {
        reads += 1
        guard reads <= PageTool.maxPages else {
            return "Enough pages were read for one answer. Answer with what you have."
        }
        switch try await pages.read(address, into: generation) {
        case .nothing(let reason): return reason
        case .read(let page):
            foreign.add(page.title)
            foreign.add(page.text)
            let number = citationIndex.add([WebResult(page)]).first?.number ?? 0
            return prompt.text.page(page, number: number)
        }
    }

    /// Notes the files that the model reads: whoever sent them to the user may have written them.
    mutating func read(_ attachments: [QuestionAttachment]) {
        for attachment in attachments {
            note(attachment.fileName)
            switch attachment.content {
            case .text(let text): note(text)
            case .document(let document): for page in document.pages { note(page) }
            case .picture, .unreadable: break
            }
        }
    }

    /// Notes what the model reads that the user didn't type.
    mutating func read(
        _ lines: [VisibleMessage],
        _ events: [CalendarEvent] = [],
        _ history: [HistoryTurn] = [],
        names: PeopleDirectory? = nil
    ) {
        for line in lines {
            note(line.text)
            note(line.senderName)
            if let group = line.groupName { note(group) }
        }
        for event in events { note(event.title) }
        for turn in history where turn.role == .assistant { note(turn.text) }
        for person in (names?.people ?? []) + (names?.groups ?? []) { note(person.name) }
    }

    /// Notes a text that the user didn't type and that is the user's own business.
    private mutating func note(_ text: String) {
        foreign.add(text)
        lookups?.confidential.add(text)
    }

    private mutating func runSearch(_ request: ToolRequest) async throws -> String {
        guard var query = request.text else { return "Give a query." }
        if case .named(let name) = request.person { query = "\(name): \(query)" }
        do {
            let scope = try await search.scope(for: task.requester.actor, in: request.chatId ?? task.chatId)
            var contextQuery = task.contextQuery(query)
            contextQuery.chatId = request.chatId ?? task.chatId
            contextQuery.limit = request.limit ?? contextQuery.limit
            let found = try await search.context(for: contextQuery, in: scope)
            let numbered = citationIndex.add(found.lines(withNeighboursOfFirst: AnswerTask.maxHitsWithNeighbours))
            read(numbered.map(\.line))
            let sources = citationIndex.lines.map(\.id)
            generation.edit { $0.sources = sources }
            return prompt.text.messages(numbered)
        } catch let error as SpotterError {
            return error.message
        }
    }

    // MARK: Closing

    /// Ends the answer: adds a text if the model only called tools, and publishes the usage.
    mutating func close() {
        if let advice { finish(advice) }
        if !generation.builder.toolCalls.isEmpty { return generation.emit(.usage(generation.builder.answer.usage)) }
        if let overreach, generation.builder.answer.proposals.isEmpty, generation.builder.answer.needs == nil,
            overreach != .tool
        {
            generation.emit(.needs(overreach.needs(in: task.requester.says)))
        }
        let builder = generation.builder
        if builder.answer.text.isEmpty {
            let words = prompt.text.words
            if let needs = builder.answer.needs {
                show(ProposalText.sentence(for: needs, in: words))
            } else if !builder.answer.proposals.isEmpty {
                show(ProposalText.sentence(for: builder.answer.proposals))
            } else if isRefused {
                show(task.requester.says(.providerRefused))
            } else {
                show(task.requester.says(.noAnswer))
            }
        }
        correctClaims()
        if let notice = AttachmentNotice.text(of: task.attachments.fittingPrompt) {
            generation.emit(.textDelta("\n\n" + notice))
        }
        generation.emit(.usage(builder.answer.usage))
    }

    /// Reads what the model wrote as advice. Its text is what was shown of it; if nothing was, what can be read as such.
    private mutating func finish(_ stream: AdviceStream) {
        guard !stream.raw.isEmpty else { return }
        let reading = AdviceReading(stream.raw)
        if shown == 0 {
            feed(reading.main)
            finishText()
        }
        let advice = Advice(
            reasoning: reading.reasoning.map { cleaned($0) },
            confidence: reading.confidence,
            confidenceSource: reading.source,
            alternatives: reading.alternatives.map { alternative in
                Advice.Alternative(title: cleaned(alternative.title), reason: alternative.reason.map { cleaned($0) })
            }
        )
        generation.edit { $0.advise(advice) }
    }

    /// A text beside the answer's own, with the same numbers for what it cites.
    private mutating func cleaned(_ text: String) -> String {
        filter.feed(text, lines: citationIndex.count, pages: citationIndex.pages)
            + filter.finish(lines: citationIndex.count, pages: citationIndex.pages)
    }

    /// Whether advice was given, so that nothing that follows is asked for.
    var hasAdvised: Bool { advice?.hasBegun ?? false }

    /// Cites the lines to which the answer's markers refer, or the best hits if it has no markers.
    func cite(ifNone hits: [FoundContext.Hit]) {
        let answer = generation.builder.answer
        var citations = filter.cited.compactMap { citationIndex.line($0)?.citation }
        var pages = filter.citedPages
        // Where it names no source at all, what it was given stands for them.
        if citations.isEmpty, pages.isEmpty, !answer.text.isEmpty {
            pages = Array(citationIndex.pages.sorted().prefix(3))
        }
        let sources = pages.compactMap { citationIndex.page($0).map(WebSource.init) }
        generation.edit { $0.citePages(sources) }
        if citations.isEmpty, pages.isEmpty, answer.proposals.isEmpty, answer.needs == nil, !answer.text.isEmpty {
            citations = hits.filter { $0.evidence >= ModelAnswerGenerator.minEvidence }.prefix(3).map(
                \.message.citation
            )
        }
        generation.edit { [citations] in $0.cite(citations) }
    }

    /// Contradicts a text that says something was done: nothing is, before the user confirms it.
    mutating func correctClaims() {
        guard !isCorrected else { return }
        let answer = generation.builder.answer
        let done = Set(task.history.flatMap(\.proposals).filter { $0.state == .executed }.map(\.tool))
        guard ActionClaim.isIn(answer.text, butFor: done) else { return }
        isCorrected = true
        generation.emit(.textDelta("\n\n" + ActionClaim.correction(hasProposals: !answer.proposals.isEmpty)))
    }
}
