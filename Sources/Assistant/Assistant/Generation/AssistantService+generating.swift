import Accounts
import AssistantTools
import Domain
import LanguageModels
import Logging
import SpotterAPI

extension AssistantService {
    func files(_ ids: [MediaID], of principal: Principal) async throws -> [QuestionAttachment] {
        guard !ids.isEmpty else { return [] }
        guard ids.count <= AssistantQuery.maxFiles else {
            throw SpotterError.invalid("A question brings at most \(AssistantQuery.maxFiles) files along.")
        }
        // A key that may ask the assistant may still not read files.
        try principal.key?.require(Self.fileScope)
        guard let attachments else { throw SpotterError.notFound("file") }
        return try await attachments.attachments(ids, of: principal.actor, skipsMissing: false)
    }

    private static let fileScope = KeyScope.messagesRead

    /// How an answer is to be made.
    struct Wanted {
        var mayDecide = false
        /// Whether the files of questions before are read: with a key only if it may read files.
        let readsFiles: Bool
        /// `nil` for that of the answer to which the new one is an alternative.
        var form: AnswerForm?
        var webSearch: Bool?
        var supplied = SuppliedContext()
        var lookups: (any LookupTools)?
        /// The answer whose calls have outputs now.
        var continued: TurnID?

        init(by principal: Principal) { readsFiles = principal.key?.scopes.contains(fileScope) ?? true }
    }

    /// - Parameter files: `nil` reads those of the question anew.
    func begin(
        for requester: Requester,
        _ files: [QuestionAttachment]? = nil,
        _ wanted: Wanted,
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
        if files == nil, wanted.readsFiles, let attachments {
            // What can't be read any more is left out.
            attached =
                (try? await attachments.attachments(begun.media, of: requester.actor, skipsMissing: true)) ?? []
        }
        let seeing = models.seeing(begun.model)
        let earlier =
            wanted.readsFiles && models.sees(seeing)
            ? await earlierPictures(in: begun.history, beside: attached, of: requester.actor) : [:]
        let hasPictures = !earlier.isEmpty || attached.contains { $0.picture != nil }
        let model = hasPictures ? seeing : begun.model
        var task = AnswerTask(
            question: begun.question,
            history: begun.history,
            requester: requester.answered(in: begun.history.language(of: begun.question)),
            conversationId: begun.conversationId,
            answerId: begun.answerId,
            chatId: begun.chatId,
            now: now,
            limits: limits,
            settings: begun.settings,
            userInstructions: begun.userInstructions,
            attachments: attached,
            earlierPictures: earlier,
            mayDecide: wanted.mayDecide
        )
        task.form = wanted.form ?? begun.form
        task.webSearch = wanted.webSearch ?? begun.settings.webSearch
        task.supplied = wanted.supplied
        task.lookups = wanted.lookups
        let generation = Generation(
            conversationId: begun.conversationId,
            messageId: begun.answerId,
            owner: owner,
            model: model,
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
            let texts = TurnTexts.current ?? TurnTexts()
            texts.add(task.question)
            await TurnTexts.$current.withValue(texts) {
                await make(generation, task, with: answerers[model], removing: removed)
            }
        }
        return generation
    }

    /// The pictures of the branch's earlier questions, the newest first as far as there is room. Those that are gone are left
    /// out.
    private func earlierPictures(
        in history: [HistoryTurn],
        beside attached: [QuestionAttachment],
        of actor: Actor
    ) async -> [MediaID: ModelImage] {
        guard let attachments else { return [:] }
        var room = QuestionAttachment.maxBytes - attached.reduce(0) { $0 + ($1.picture?.bytes.count ?? 0) }
        var found: [MediaID: ModelImage] = [:]
        for id in history.reversed().flatMap(\.media) where found[id] == nil && found.count < Self.maxEarlierPictures {
            guard room > 0, let file = try? await attachments.attachment(id, of: actor, maxBytes: room),
                let picture = file.picture
            else { continue }
            room -= picture.bytes.count
            found[id] = picture
        }
        return found
    }

    private static let maxEarlierPictures = 8

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
}
