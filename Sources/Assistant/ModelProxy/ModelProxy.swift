package import Accounts
package import AsyncHTTPClient
package import Domain
import LanguageModels
package import Logging
package import MediaStore
package import ModelBudgets
package import NIOCore
import SpotterAPI

/// Passes completions that programs ask for on to the operator's models, within the budgets of the users they ask for.
package struct ModelProxy: Sendable {
    package enum Answer: Sendable {
        case stream(ForwardedStream)
        /// The provider's JSON as it came.
        case whole(ByteBuffer)
        /// The same with pictures in it, and where they were stored.
        case pictures(JSONValue, [StoredPicture])
        /// A video is being made.
        case job(VideoJob)
    }

    package let models: ProxiedModels
    package let jobs: VideoJobs
    private let budgets: ModelBudgets
    private let files: MessageFiles
    private let pictures: GeneratedPictures
    private let client: HTTPClient
    private let clock: any Clock<Duration>
    private let running = RunningExchanges()
    private let logger: Logger

    /// - Parameter clock: what the time limits are measured by.
    package init(
        models: ProxiedModels,
        jobs: VideoJobs,
        budgets: ModelBudgets,
        media: MediaServices,
        client: HTTPClient,
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger
    ) {
        self.models = models
        self.jobs = jobs
        self.budgets = budgets
        files = MessageFiles(media)
        pictures = GeneratedPictures(uploads: media.uploads, logger: logger)
        self.client = client
        self.clock = clock
        self.logger = logger
    }

    /// Asks a model. What it uses is charged to the principal's budget.
    ///
    /// - Parameter body: a chat completion in OpenAI's form.
    /// - Throws: `unavailable` if there are no models; `invalid_request`; `quota_exceeded`; `rate_limited` for too many
    ///   videos; `too_large`; `model_unavailable`; `model_timeout`; `UpstreamRefusal`.
    package func complete(_ body: JSONValue, by principal: Principal) async throws -> Answer {
        try models.requireAny()
        var request = try CompletionRequest(body)
        var model = try models.model(named: request.model)
        let prepared = try await files.prepared(request.messages, of: principal.actor)
        request.replaceMessages(prepared.messages)
        if prepared.showsPicture { model = try models.seeing(model) }
        if model.output == .video {
            guard !request.isStream else { throw SpotterError.invalid("A video is a job, so stream can't be true.") }
            return try await jobs.withRoom(for: principal.userId) {
                let exchange = try await exchange(request, model, for: principal.userId)
                return .job(try await submit(exchange, of: model, for: principal.userId))
            }
        }
        switch try await exchange(request, model, for: principal.userId).answer() {
        case .stream(let stream): return .stream(stream)
        case .whole(let bytes, let json):
            let stored = try await pictures.store(json, for: principal.actor)
            return stored.isEmpty ? .whole(bytes) : .pictures(json, stored)
        }
    }

    /// Ends what goes on with providers, and returns when what was used is in the ledger. Call this when no request is
    /// served any more, while the database is still open.
    package func shutdown() async { await running.shutdown() }

    private func exchange(
        _ request: CompletionRequest,
        _ model: ProxiedModel,
        for user: UserID
    ) async throws -> UpstreamExchange {
        UpstreamExchange(
            request: request,
            model: model,
            use: try await reserve(request, model, for: user),
            client: client,
            clock: clock,
            running: running,
            logger: logger
        )
    }

    /// In a task of its own: a job that a provider has begun is paid for, and isn't lost with its client.
    private func submit(
        _ exchange: UpstreamExchange,
        of model: ProxiedModel,
        for user: UserID
    ) async throws -> VideoJob {
        try await Task { [jobs] in
            guard case .whole(_, let json) = try await exchange.answer() else { throw UpstreamRefusal.unusable }
            return try await jobs.add(json, of: model, for: user)
        }.value
    }

    private func reserve(
        _ request: CompletionRequest,
        _ model: ProxiedModel,
        for user: UserID
    ) async throws -> ForwardedUse {
        let output = request.maxTokens ?? model.profile.maxOutputTokens ?? Self.standardOutput
        return try await budgets.reserve(
            request.estimate,
            to: model.name,
            at: model.profile.price,
            output: model.output == .video ? 0 : output * request.answers,
            for: user
        )
    }

    /// The tokens of an answer if neither the request nor the model says so.
    private static let standardOutput = 8_192
}
