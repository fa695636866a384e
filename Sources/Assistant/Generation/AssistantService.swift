public import Accounts
public import Domain
import Foundation
public import LanguageModels
public import Logging
public import Retrieval
public import SpotterAPI
public import Storage

/// The assistant: answers questions, and stores questions and answers.
///
/// Every answer is generated with the user's permissions at that moment. Actions become proposals that only their owner
/// can confirm.
public final class AssistantService: Sendable {
    public static let builtInName = "built-in"

    public let conversations: Conversations
    /// The valid values of `AssistantQuery.model`, the default first.
    public let modelNames: [String]

    private let answerers: [String: any AnswerGenerator]
    let clock: any WallClock
    let search: MessageSearch
    private let limits: AssistantLimits
    private let sleep: @Sendable (Duration) async throws -> Void
    private let logger: Logger
    private let registry: GenerationRegistry

    /// - Parameters:
    ///   - models: the default first. The built-in model answers if there are none.
    ///   - derived: the observer that erases what answers were made from.
    ///   - sources: where questions about the user's own data are answered from.
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
        models: [any LanguageModel] = [],
        limits: AssistantLimits = AssistantLimits(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        logger: Logger
    ) {
        let proposalMaker = ProposalMaker(resolver: resolver, proposals: proposals, logger: logger)
        let builtIn = BuiltInAnswerGenerator(search: search, proposalMaker: proposalMaker, sources: sources)
        var answerers: [String: any AnswerGenerator] = [:]
        for model in models where answerers[model.name] == nil {
            answerers[model.name] = TypedDecision(
                generator: FallbackAnswerGenerator(
                    model: ModelAnswerGenerator(
                        model: model,
                        search: search,
                        proposalMaker: proposalMaker,
                        calendar: sources.calendar
                    ),
                    builtIn: builtIn
                ),
                proposals: proposals
            )
        }
        answerers[Self.builtInName] = TypedDecision(generator: builtIn, proposals: proposals)
        self.answerers = answerers
        var names: [String] = []
        for name in models.map(\.name) + [Self.builtInName] where !names.contains(name) { names.append(name) }
        modelNames = names
        conversations = Conversations(database: database, clock: clock, ids: ids, derived: derived)
        registry = derived.registry
        self.clock = clock
        self.search = search
        self.limits = limits
        self.sleep = sleep
        self.logger = logger
    }

    // MARK: Asking

    /// Stores the question and starts to answer it. The answer continues if the caller goes away.
    /// - Throws: `invalid_request`; `not_found` for another user's conversation; `not_a_member` of the chat that it is
    ///   about; `rate_limited`; `shutting_down`.
    public func query(_ query: AssistantQuery, by principal: Principal) async throws -> Generation {
        let message = try query.validatedMessage()
        let model = try name(of: query.model)
        let requester = try Self.requester(principal.user, timezone: query.timezone, locale: query.locale)
        return try await begin(model, for: requester, mayDecide: principal.key == nil) { [conversations] in
            try await conversations.ask(
                message,
                in: query.conversationId,
                under: query.parent,
                about: query.chatId,
                model: model,
                by: principal.actor
            )
        }
    }

    /// Answers the same question again. The new answer is an alternative to the old one.
    /// - Throws: the same as `query`; `invalid_request` if `answer` isn't an answer.
    public func regenerate(
        _ answer: TurnID,
        model: String? = nil,
        timezone: String? = nil,
        locale: String? = nil,
        by principal: Principal
    ) async throws -> Generation {
        let model = try name(of: model)
        let requester = try Self.requester(principal.user, timezone: timezone, locale: locale)
        return try await begin(model, for: requester) { [conversations] in
            try await conversations.askAgain(answer, model: model, by: principal.actor)
        }
    }

    // MARK: Reattaching

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

    /// Account deletion: stops the user's answers and deletes their conversations. What others' answers were made from
    /// the user's messages goes with these messages.
    public func erase(_ user: UserID) async throws {
        for live in registry.all(of: user) {
            live.stop(.user)
            for await _ in live.events() {}
        }
        try await conversations.eraseAll(of: user)
    }

    /// Refuses further questions and ends running answers as `interrupted`.
    public func shutdown() async {
        for live in registry.close() {
            live.stop(.shutdown)
            for await _ in live.events() {}
        }
    }

    // MARK: Generating

    private func begin(
        _ model: String,
        for requester: Requester,
        mayDecide: Bool = false,
        store: @Sendable () async throws -> Conversations.Begun
    ) async throws -> Generation {
        guard let answerer = answerers[model] else { throw SpotterError.invalid("There is no model \(model).") }
        let owner = requester.user.id
        try registry.reserve(for: owner, limit: limits.concurrentPerUser)
        let now = clock.now()
        let begun: Conversations.Begun
        do {
            if model != Self.builtInName { try await checkQuota(of: requester.actor, at: now) }
            begun = try await store()
        } catch {
            registry.release(owner)
            throw error
        }
        let task = AnswerTask(
            question: begun.question,
            history: begun.history,
            requester: requester,
            conversationId: begun.conversationId,
            answerId: begun.answerId,
            chatId: begun.chatId,
            now: now,
            limits: limits,
            mayDecide: mayDecide
        )
        let generation = Generation(
            conversationId: begun.conversationId,
            messageId: begun.answerId,
            owner: owner,
            model: model,
            chatId: begun.chatId,
            allowedHosts: task.ownHosts
        )
        registry.add(generation)
        generation.emit(.started(conversationId: begun.conversationId, messageId: begun.answerId))
        generation.run { [self] in await make(generation, task, with: answerer) }
        return generation
    }

    private func make(_ generation: Generation, _ task: AnswerTask, with answerer: any AnswerGenerator) async {
        let deadline = Task { [sleep, limits] in
            try await sleep(limits.wallClock)
            generation.stop(.timeout)
        }
        var failure: (any Error)?
        do {
            try await answerer.answer(task, into: generation)
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
        do {
            let isErased = try await conversations.finish(task.answerId, outcome.state, with: outcome.stored)
            if isErased { outcome.event = .failed(GenerationOutcome.sourceErased) }
        } catch {
            logger.error("an answer could not be stored: \(error)", metadata: ["turn": "\(task.answerId)"])
            outcome.event = .failed(GenerationOutcome.defect)
        }
        registry.remove(generation)
        generation.finish(with: outcome.event)
    }

    private func checkQuota(of actor: Actor, at now: Timestamp) async throws {
        guard let most = limits.tokensPerDay else { return }
        guard try await conversations.tokens(of: actor, since: now.adding(seconds: -86_400)) < most else {
            throw SpotterError(
                .modelRateLimited,
                "Your answers have used today's \(most) tokens of the language model. Ask again tomorrow, or choose the "
                    + "model \"\(Self.builtInName)\"; search works as always.",
                retryable: true,
                retryAfterMs: 3_600_000
            )
        }
    }

    // MARK: Requested values

    private func name(of model: String?) throws(SpotterError) -> String {
        guard let model else { return modelNames.first ?? Self.builtInName }
        guard answerers[model] != nil else {
            throw .invalid(
                "There is no model \"\(model.prefix(100))\" here. Choose one of: \(modelNames.joined(separator: ", "))."
            )
        }
        return model
    }

    private static func requester(_ user: User, timezone: String?, locale: String?) throws(SpotterError) -> Requester {
        if let timezone, timezone.utf8.count > 64 || TimeZone(identifier: timezone) == nil {
            throw .invalid("timezone must be an IANA name such as Europe/Stockholm.")
        }
        if let locale, locale.utf8.count > 35 { throw .invalid("locale must be a language tag such as en-US.") }
        return Requester(user: user, timezone: timezone, locale: locale ?? "en-US")
    }
}
