public import Accounts
public import Domain
import Foundation
public import LanguageModels
public import Logging
public import Retrieval
public import SpotterAPI
public import Storage
public import WebSearch

/// The assistant: answers questions, and stores questions and answers.
///
/// Every answer is generated with the user's permissions at that moment. Actions become proposals that only their owner
/// can confirm.
public final class AssistantService: Sendable {
    public static let builtInName = "built-in"

    public let conversations: Conversations
    public let budgets: ModelBudgets
    /// What became of advice.
    public let ratings: AdviceRatings
    let models: ModelSelection

    private let answerers: [String: any AnswerGenerator]
    let clock: any WallClock
    let search: MessageSearch
    let resolver: any ToolResolving
    let proposals: any Proposing
    /// Reads what chats say is to be done.
    let chatReader: ChatReader
    /// Those that let a model write, by its name.
    let summaryWriters: [String: ModelSummaryWriter]
    /// Where the user's own data is read.
    let sources: AnswerSources
    private let limits: AssistantLimits
    private let sleep: @Sendable (Duration) async throws -> Void
    let logger: Logger
    private let registry: GenerationRegistry
    private let titles: TitleMaker
    private let attachments: (any AttachmentReading)?
    private let searchesWeb: Bool

    /// - Parameters:
    ///   - attachments: reads the files of questions; without it they have none.
    ///   - models: the default first. The built-in model answers if there are none.
    ///   - derived: the observer that erases what answers were made from.
    ///   - sources: where questions about the user's own data are answered from.
    ///   - budget: of users without one of their own.
    ///   - currency: of the models' prices and of budgets.
    ///   - web: searches the web; without it no answer does.
    ///   - sleep: waits for the time limit of an answer.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        search: MessageSearch,
        resolver: any ToolResolving,
        proposals: any Proposing,
        derived: DerivedTexts,
        sources: AnswerSources = AnswerSources(),
        attachments: (any AttachmentReading)? = nil,
        web: (any WebSearching)? = nil,
        models: [any LanguageModel] = [],
        budget: BudgetLimits = BudgetLimits(),
        currency: String = "USD",
        limits: AssistantLimits = AssistantLimits(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        logger: Logger
    ) {
        let proposalMaker = ProposalMaker(resolver: resolver, proposals: proposals, logger: logger)
        let builtIn = BuiltInAdvice(
            generator: WebSearchAnswers(
                generator: BuiltInAnswerGenerator(search: search, proposalMaker: proposalMaker, sources: sources),
                engine: web,
                search: search
            )
        )
        budgets = ModelBudgets(
            ledger: UsageLedger(database: database, clock: clock, ids: ids, standard: budget),
            currency: currency
        )
        let meter = ModelMeter(ledger: budgets.ledger, logger: logger)
        let cache = SummaryCache()
        var answerers: [String: any AnswerGenerator] = [:]
        var writers: [String: ModelSummaryWriter] = [:]
        for model in models where answerers[model.name] == nil {
            answerers[model.name] = TypedDecision(
                generator: FallbackAnswerGenerator(
                    model: ModelAnswerGenerator(
                        model: model,
                        meter: meter,
                        search: search,
                        proposalMaker: proposalMaker,
                        sources: sources,
                        web: web
                    ),
                    builtIn: builtIn
                ),
                proposals: proposals
            )
            writers[model.name] = ModelSummaryWriter(model: model, meter: meter, cache: cache, sleep: sleep)
        }
        answerers[Self.builtInName] = TypedDecision(generator: builtIn, proposals: proposals)
        self.answerers = answerers
        summaryWriters = writers
        self.models = ModelSelection(models)
        self.attachments = attachments
        searchesWeb = web != nil
        ratings = AdviceRatings(database: database, clock: clock)
        conversations = Conversations(database: database, clock: clock, ids: ids, derived: derived)
        titles = TitleMaker(conversations: conversations, models: models, meter: meter, sleep: sleep, logger: logger)
        registry = derived.registry
        self.clock = clock
        self.search = search
        self.resolver = resolver
        self.proposals = proposals
        chatReader = ChatReader(database: database)
        self.sources = sources
        self.limits = limits
        self.sleep = sleep
        self.logger = logger
    }

    /// The names of the models, the default first.
    public var modelNames: [String] { models.all.map(\.id) }

    /// The models that can be chosen.
    public var modelList: AssistantModelsResponse {
        AssistantModelsResponse(models: models.all, currency: budgets.currency, searchesWeb: searchesWeb)
    }

    /// Brings in order what a crash left half done. To be called once, before the first question.
    /// - Returns: the number of answers that were interrupted.
    @discardableResult
    public func recover() async throws -> Int {
        try await budgets.ledger.recover()
        return try await conversations.recover()
    }

    /// Changes a conversation's title and how its answers are made.
    /// - Throws: `not_found` unless the conversation is the user's; `invalid_request`.
    public func update(
        _ conversation: ConversationID,
        _ request: UpdateConversationRequest,
        by principal: Principal
    ) async throws -> ConversationHead {
        var request = request
        if case .set(let name) = request.model { request.model = .set(try models.model(named: name)) }
        return try await conversations.update(conversation, request, by: principal.actor)
    }

    // MARK: Asking

    /// Stores the question and starts to answer it. The answer continues if the caller goes away.
    /// - Throws: `invalid_request`; `not_found` for another user's conversation; `not_a_member` of the chat that it is
    ///   about; `rate_limited`; `shutting_down`.
    /// - Parameter supplied: what a program gives along with the question.
    public func query(
        _ query: AssistantQuery,
        with supplied: SuppliedContext = SuppliedContext(),
        by principal: Principal
    ) async throws -> Generation {
        try await ask(query, for: .text, with: supplied, by: principal)
    }

    /// Stores the question and starts to answer it with advice: the answer's text is the main advice, and its `advice` has
    /// the rest. It proposes nothing, whatever the question asks for.
    /// - Throws: the same as `query`.
    public func advise(_ query: AssistantQuery, by principal: Principal) async throws -> Generation {
        try await ask(query, for: .advice, by: principal)
    }

    private func ask(
        _ query: AssistantQuery,
        for form: AnswerForm,
        with supplied: SuppliedContext = SuppliedContext(),
        by principal: Principal
    ) async throws -> Generation {
        let message = try query.validatedMessage()
        let choice = try choice(of: query.model, for: principal.userId)
        let requester = try Self.requester(principal.user, timezone: query.timezone, locale: query.locale)
        let files = try await files(query.mediaIds, of: principal)
        let mayDecide = principal.key == nil && form == .text
        var wanted = Wanted(mayDecide: mayDecide, form: form, webSearch: query.webSearch)
        wanted.supplied = supplied
        return try await begin(for: requester, files, wanted) { [conversations] in
            try await conversations.ask(
                message,
                in: query.conversationId,
                under: query.parent,
                about: query.chatId,
                media: files.map(\.id),
                settings: ConversationSettings(model: query.model),
                archived: !supplied.isKept,
                model: choice,
                by: principal.actor
            )
        }
    }

    /// Answers the same question again. The new answer is an alternative to the old ones.
    /// - Parameter turn: an answer, or a question.
    /// - Throws: the same as `query`; `conflict` if the question's words were erased.
    public func regenerate(
        _ turn: TurnID,
        model: String? = nil,
        timezone: String? = nil,
        locale: String? = nil,
        by principal: Principal
    ) async throws -> Generation {
        let choice = try choice(of: model, for: principal.userId)
        let requester = try Self.requester(principal.user, timezone: timezone, locale: locale)
        return try await begin(for: requester) { [conversations] in
            try await conversations.askAgain(turn, model: choice, by: principal.actor)
        }
    }

    // MARK: Reattaching

    /// The answer while it is being generated.
    func live(_ turn: TurnID) -> Generation? { registry[turn] }

    /// The answer's events from the start: live while it is being generated, otherwise from the database.
    /// - Throws: `not_found` unless the turn is an answer to this user.
    public func reattach(_ turn: TurnID, by principal: Principal) async throws -> AsyncStream<AssistantEvent> {
        if let live = registry[turn] {
            guard live.owner == principal.userId else { throw SpotterError.notFound("message") }
            return live.events()
        }
        let found = try await conversations.turn(turn, for: principal.actor)
        guard found.turn.role == .assistant else { throw SpotterError.notFound("message") }
        return Self.replay(found.turn, failure: found.failure)
    }

    /// Stops an answer and keeps what was generated. Has no effect if the answer has ended.
    /// - Throws: `not_found` unless the turn is an answer to this user.
    @discardableResult
    public func stop(_ turn: TurnID, by principal: Principal) async throws -> ConversationTurn {
        if let live = registry[turn], live.owner == principal.userId {
            live.stop(.user)
            for await _ in live.events() {}
        }
        let found = try await conversations.turn(turn, for: principal.actor).turn
        guard found.role == .assistant else { throw SpotterError.notFound("message") }
        return found
    }

    /// Deletes a conversation, and stops the answers that are being generated in it.
    /// - Throws: `not_found` unless the conversation is the user's.
    public func delete(_ conversation: ConversationID, by principal: Principal) async throws {
        for live in registry.all(in: conversation) where live.owner == principal.userId {
            live.stop(.user)
            for await _ in live.events() {}
        }
        try await conversations.delete(conversation, by: principal.actor)
    }

    /// Makes a turn part of the active branch.
    /// - Parameter step: 1 or -1 for the alternative after or before it; `nil` for the turn itself.
    /// - Returns: what has changed.
    /// - Throws: `not_found` unless the turn is the user's; `invalid_request` for another step.
    public func select(_ turn: TurnID, step: Int? = nil, by principal: Principal) async throws -> ConversationTree {
        try await conversations.select(turn, step: step, by: principal.actor)
    }

    /// Deletes a turn with everything below it, and stops the answers that are being generated there.
    /// - Returns: what has changed.
    /// - Throws: `not_found` unless the turn is the user's.
    public func delete(from turn: TurnID, by principal: Principal) async throws -> ConversationTree {
        let below = try await conversations.subtree(of: turn, for: principal.actor)
        await stop(below.turns, in: below.conversation)
        let change = try await conversations.deleteTurns(from: turn, by: principal.actor)
        // What began meanwhile ends without being stored.
        await stop(Set(change.deletedIds), in: below.conversation)
        return change
    }

    private func stop(_ turns: Set<TurnID>, in conversation: ConversationID) async {
        for live in registry.all(in: conversation) where turns.contains(live.messageId) {
            live.stop(.user)
            for await _ in live.events() {}
        }
    }

    /// Waits until the titles are made that answers have begun.
    func finishTitles() async { await titles.finishAll() }

    /// Account deletion: stops the user's answers and deletes their conversations. What others' answers were made from
    /// the user's messages goes with these messages.
    public func erase(_ user: UserID) async throws {
        for live in registry.all(of: user) {
            live.stop(.user)
            for await _ in live.events() {}
        }
        await titles.stop(of: user)
        try await conversations.eraseAll(of: user)
        try await budgets.erase(user)
    }

    /// Refuses further questions and ends running answers as `interrupted`.
    public func shutdown() async {
        for live in registry.close() {
            live.stop(.shutdown)
            for await _ in live.events() {}
        }
        await titles.shutdown()
    }

    // MARK: Generating

    private func files(_ ids: [MediaID], of principal: Principal) async throws -> [QuestionAttachment] {
        guard !ids.isEmpty else { return [] }
        guard ids.count <= AssistantQuery.maxFiles else {
            throw SpotterError.invalid("A question brings at most \(AssistantQuery.maxFiles) files along.")
        }
        // A key that may ask the assistant may still not read files.
        try principal.key?.require(.messagesRead)
        guard let attachments else { throw SpotterError.notFound("file") }
        return try await attachments.attachments(ids, of: principal.actor, skipsMissing: false)
    }

    /// How an answer is to be made.
    struct Wanted {
        var mayDecide = false
        /// `nil` for that of the answer to which the new one is an alternative.
        var form: AnswerForm?
        var webSearch: Bool?
        var supplied = SuppliedContext()
        /// The answer whose calls have outputs now.
        var continued: TurnID?
    }

    /// - Parameter files: `nil` reads those of the question anew.
    func begin(
        for requester: Requester,
        _ files: [QuestionAttachment]? = nil,
        _ wanted: Wanted = Wanted(),
        store: @Sendable () async throws -> Conversations.Begun
    ) async throws -> Generation {
        let owner = requester.user.id
        try registry.reserve(for: owner, limit: limits.concurrentPerUser)
        let now = clock.now()
        let begun: Conversations.Begun
        do {
            begun = try await store()
        } catch {
            registry.release(owner)
            throw error
        }
        var attached = files ?? []
        if files == nil, let attachments {
            // What can't be read any more is left out.
            attached =
                (try? await attachments.attachments(begun.media, of: requester.actor, skipsMissing: true)) ?? []
        }
        var task = AnswerTask(
            question: begun.question,
            history: begun.history,
            requester: requester,
            conversationId: begun.conversationId,
            answerId: begun.answerId,
            chatId: begun.chatId,
            now: now,
            limits: limits,
            settings: begun.settings,
            userInstructions: begun.userInstructions,
            attachments: attached,
            mayDecide: wanted.mayDecide
        )
        task.form = wanted.form ?? begun.form
        task.webSearch = wanted.webSearch
        task.supplied = wanted.supplied
        let generation = Generation(
            conversationId: begun.conversationId,
            messageId: begun.answerId,
            owner: owner,
            model: begun.model,
            chatId: begun.chatId,
            allowedHosts: task.ownHosts
        )
        if let continued = wanted.continued {
            generation.edit { $0.continued = .init(answer: continued, exchanges: wanted.supplied.exchanges) }
        }
        registry.add(generation)
        generation.emit(.started(conversationId: begun.conversationId, messageId: begun.answerId))
        let removed = wanted.supplied.isKept ? nil : begun.added
        generation.run { [self, task] in
            await make(generation, task, with: answerers[begun.model], removing: removed)
        }
        return generation
    }

    /// - Parameter removed: what is deleted when the answer has ended.
    private func make(
        _ generation: Generation,
        _ task: AnswerTask,
        with answerer: (any AnswerGenerator)?,
        removing removed: Conversations.Added?
    ) async {
        let deadline = Task { [sleep, limits] in
            try await sleep(limits.wallClock)
            generation.stop(.timeout)
        }
        var failure: (any Error)?
        do {
            try await answerer?.answer(task, into: generation)
            await calibrate(generation)
        } catch {
            failure = error
        }
        deadline.cancel()
        var outcome = GenerationOutcome(of: generation, after: failure)
        if case .failed(let error) = outcome.event, error.code == .internalError {
            logger.error(
                "an answer failed",
                metadata: ["turn": "\(task.answerId)", "error": "\(String(describing: failure))"]
            )
        }
        var untitled: Conversations.UntitledQuestion?
        let model = outcome.stored.answer.model
        do {
            let byModel = limits.titlesByModel && model != Self.builtInName && removed == nil
            let finished = try await conversations.finish(
                task.answerId,
                outcome.state,
                with: outcome.stored,
                titles: byModel
            )
            switch finished {
            case .stored(let question): untitled = question
            case .erased: outcome.event = .failed(GenerationOutcome.sourceErased)
            case .deleted: outcome.event = .failed(GenerationOutcome.deleted)
            }
        } catch {
            logger.error("an answer could not be stored: \(error)", metadata: ["turn": "\(task.answerId)"])
            outcome.event = .failed(GenerationOutcome.defect)
        }
        if let removed { await remove(removed, of: task) }
        if let untitled { titles.begin(untitled, of: task.conversationId, owner: generation.owner, model: model) }
        registry.remove(generation)
        generation.finish(with: outcome.event)
    }

    /// Adds what the owner's ratings make of the confidence. Advice without it is still advice.
    private func calibrate(_ generation: Generation) async {
        let answer = generation.builder.answer
        guard let advice = answer.advice, advice.confidenceSource != .assumed else { return }
        let corrected = try? await ratings.calibrated(advice.confidence, of: answer.model, for: generation.owner)
        guard let corrected else { return }
        generation.edit { $0.calibrate(to: corrected) }
    }

    // MARK: Requested values

    /// The model that a question names, that of its conversation, or the default, if the user's budget allows it.
    /// - Throws: `invalid_request` for a name that isn't any model's; what is returned throws `quota_exceeded`.
    func choice(of requested: String?, for user: UserID) throws(SpotterError) -> Conversations.ModelChoice {
        let named = try requested.map { name throws(SpotterError) in try models.model(named: name) }
        return { [models, budgets] settings, connection in
            let model = named ?? models.model(of: settings)
            if model != Self.builtInName { try budgets.ledger.check(user, on: connection) }
            return model
        }
    }

    static func requester(_ user: User, timezone: String?, locale: String?) throws(SpotterError) -> Requester {
        if let timezone, timezone.utf8.count > 64 || TimeZone(identifier: timezone) == nil {
            throw .invalid("timezone must be an IANA name such as Europe/Stockholm.")
        }
        if let locale, locale.utf8.count > 35 { throw .invalid("locale must be a language tag such as en-US.") }
        return Requester(user: user, timezone: timezone, locale: locale ?? "en-US")
    }
}
