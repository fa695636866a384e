public import Accounts
public import AssistantTools
public import BuiltInAnswers
import ChatInsights
public import Domain
import Foundation
public import LanguageModels
public import Logging
public import ModelBudgets
public import Retrieval
public import SpotterAPI
public import Storage
public import WebSearch

/// The assistant: answers questions, and stores questions and answers.
///
/// Every answer is generated with the user's permissions at that moment. Actions become proposals that only their owner
/// can confirm.
public final class AssistantService: Sendable {
    public static let builtInName = ModelBudgets.freeModel

    public let conversations: Conversations
    public let budgets: ModelBudgets
    /// What became of advice.
    public let ratings: AdviceRatings
    let models: ModelSelection

    let answerers: [String: any AnswerGenerator]
    let clock: any WallClock
    let search: MessageSearch
    let resolver: any ToolResolving
    let proposals: any Proposing
    /// Reads what chats say is to be done.
    let chatReader: ChatReader
    let summaries: SummaryReader
    /// Those that let a model write, by its name.
    let summaryWriters: [String: ModelSummaryWriter]
    /// Those that read client profiles, by their model's name.
    let profileReaders: [String: ProfileClaimReader]
    let measureReaders: [String: MeasureClaimReader]
    /// Where the user's own data is read.
    let sources: AnswerSources
    let limits: AssistantLimits
    let sleep: @Sendable (Duration) async throws -> Void
    let askOthers: (@Sendable (TurnID) -> Void)?
    let logger: Logger
    let registry: GenerationRegistry
    let titles: TitleMaker
    let attachments: (any AttachmentReading)?
    private let searchesWeb: Bool
    /// Whether pages are read whose addresses a question names.
    public let readsPages: Bool

    /// - Parameters:
    ///   - attachments: reads the files of questions; without it they have none.
    ///   - models: the default first. The built-in model answers if there are none.
    ///   - derived: the observer that erases what answers were made from.
    ///   - sources: where questions about the user's own data are answered from.
    ///   - budget: of users without one of their own.
    ///   - currency: of the models' prices and of budgets.
    ///   - web: searches the web; without it no answer does.
    ///   - sleep: waits for the time limit of an answer.
    ///   - askOthers: asks the other servers over the database to stop an answer; `nil` if there are none.
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
        pages: (any WebPageReading)? = nil,
        models: [any LanguageModel] = [],
        budget: BudgetLimits = BudgetLimits(),
        currency: String = "USD",
        limits: AssistantLimits = AssistantLimits(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        askOthers: (@Sendable (TurnID) -> Void)? = nil,
        logger: Logger
    ) {
        summaries = SummaryReader(search: search)
        let proposalMaker = ProposalMaker(resolver: resolver, proposals: proposals, logger: logger)
        let builtIn = BuiltInAdvice(
            generator: WebSearchAnswers(
                generator: BuiltInAnswerGenerator(
                    search: search,
                    summaries: summaries,
                    proposalMaker: proposalMaker,
                    sources: sources,
                    guesses: OrderGuesses(search: search)
                ),
                engine: web,
                search: search
            )
        )
        budgets = ModelBudgets(
            ledger: UsageLedger(database: database, clock: clock, ids: ids, standard: budget),
            currency: currency
        )
        let meter = ModelMeter(ledger: budgets.ledger, logger: logger)
        let cache = SummaryCache(maxCost: ModelSummaryWriter.maxCached)
        var answerers: [String: any AnswerGenerator] = [:]
        var writers: [String: ModelSummaryWriter] = [:]
        var readers: [String: ProfileClaimReader] = [:]
        var measuring: [String: MeasureClaimReader] = [:]
        for model in models where answerers[model.name] == nil {
            answerers[model.name] = TypedDecision(
                generator: FallbackAnswerGenerator(
                    model: ModelAnswerGenerator(
                        model: model,
                        meter: meter,
                        search: search,
                        summaries: summaries,
                        proposalMaker: proposalMaker,
                        sources: sources,
                        web: web,
                        pages: pages
                    ),
                    builtIn: builtIn
                ),
                proposals: proposals
            )
            writers[model.name] = ModelSummaryWriter(model: model, meter: meter, cache: cache, sleep: sleep)
            readers[model.name] = ProfileClaimReader(model: model, meter: meter, sleep: sleep)
            measuring[model.name] = MeasureClaimReader(model: model, meter: meter, sleep: sleep)
        }
        answerers[Self.builtInName] = TypedDecision(generator: builtIn, proposals: proposals)
        self.answerers = answerers
        summaryWriters = writers
        profileReaders = readers
        measureReaders = measuring
        self.models = ModelSelection(models)
        self.attachments = attachments
        searchesWeb = web != nil
        readsPages = pages != nil
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
        self.askOthers = askOthers
        self.logger = logger
    }

    /// The names of the models, the default first.
    public var modelNames: [String] { models.all.map(\.id) }

    /// The models that can be chosen.
    public var modelList: AssistantModelsResponse {
        AssistantModelsResponse(models: models.all, currency: budgets.currency, searchesWeb: searchesWeb)
    }

    /// Repairs what a crash left incomplete. Call it once, before the first question, and if other servers answer as well also
    /// now and then, for those that have crashed.
    /// - Parameter othersAnswer: then only what is older than any answer takes is taken for incomplete.
    /// - Returns: the number of answers that were interrupted.
    @discardableResult
    public func recover(othersAnswer: Bool = false) async throws -> Int {
        let longest = 2 * limits.wallClock.wholeMilliseconds
        let limit = othersAnswer ? clock.now().adding(milliseconds: -longest) : .latest
        try await budgets.ledger.recover(reservedBefore: limit)
        return try await conversations.recover(begunBefore: limit)
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
    /// - Parameters:
    ///   - supplied: what a program gives along with the question.
    ///   - lookups: tools that ask a service outside, for a language model that calls tools.
    /// - Throws: the same as `query`.
    public func advise(
        _ query: AssistantQuery,
        with supplied: SuppliedContext = SuppliedContext(),
        _ lookups: (any LookupTools)? = nil,
        by principal: Principal
    ) async throws -> Generation {
        try await ask(query, for: .advice, with: supplied, lookups, by: principal)
    }

    private func ask(
        _ query: AssistantQuery,
        for form: AnswerForm,
        with supplied: SuppliedContext = SuppliedContext(),
        _ lookups: (any LookupTools)? = nil,
        by principal: Principal
    ) async throws -> Generation {
        let message = try query.validatedMessage()
        let choice = try await choice(of: query.model, for: principal.userId)
        let requester = try await requester(principal.user, timezone: query.timezone, locale: query.locale)
        let files = try await files(query.mediaIds, of: principal)
        var wanted = Wanted(by: principal)
        wanted.mayDecide = principal.key == nil && form == .text
        wanted.form = form
        wanted.webSearch = query.webSearch
        wanted.supplied = supplied
        wanted.lookups = lookups
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
        let choice = try await choice(of: model, for: principal.userId)
        let requester = try await requester(principal.user, timezone: timezone, locale: locale)
        return try await begin(for: requester, nil, Wanted(by: principal)) { [conversations] in
            try await conversations.askAgain(turn, model: choice, by: principal.actor)
        }
    }

    // MARK: Ending

    /// Waits until the titles are made that answers have begun.
    func finishTitles() async { await titles.finishAll() }

    /// Account deletion: stops the user's answers and deletes their conversations. What others' answers were made from
    /// the user's messages goes with these messages.
    public func erase(_ user: UserID) async throws {
        for live in registry.all(of: user) {
            await live.end(.user)
        }
        await titles.stop(of: user)
        try await conversations.eraseAll(of: user)
        try await budgets.erase(user)
    }

    /// Refuses further questions and ends running answers as `interrupted`.
    public func shutdown() async {
        for live in registry.close() {
            await live.end(.shutdown)
        }
        await titles.shutdown()
        await budgets.ledger.writeKept()
    }

    // MARK: Requested values

    /// The model that a question names, that of its conversation, or the default, if the user's budget allows it.
    /// - Throws: `invalid_request` for a name that isn't any model's; what is returned throws `quota_exceeded`.
    func choice(of requested: String?, for user: UserID) async throws(SpotterError) -> Conversations.ModelChoice {
        let named = try requested.map { name throws(SpotterError) in try models.model(named: name) }
        await budgets.ledger.writeKept()
        return { [models, budgets] settings, connection in
            let model = named ?? models.model(of: settings)
            if model != Self.builtInName { try budgets.ledger.check(user, on: connection) }
            return model
        }
    }

    /// The requester, who writes dates as they said now, or as their account says.
    private func requester(_ user: User, timezone: String?, locale: String?) async throws -> Requester {
        let own = locale == nil ? try await conversations.locale(of: user.id) : nil
        return try Self.requester(user, timezone: timezone, locale: locale ?? own)
    }

    static func requester(_ user: User, timezone: String?, locale: String?) throws(SpotterError) -> Requester {
        if let timezone, timezone.utf8.count > 64 || TimeZone(identifier: timezone) == nil {
            throw .invalid("timezone must be an IANA name such as Europe/Stockholm.")
        }
        if let locale, locale.utf8.count > 35 { throw .invalid("locale must be a language tag such as en-US.") }
        return Requester(user: user, timezone: timezone, locale: locale)
    }
}
