public import AsyncHTTPClient
public import Domain
public import Logging
public import OpenAIClient

/// The protocols in which models can be asked.
public enum ModelAPI: String, Sendable, Hashable, CaseIterable {
    /// Chat completions, as OpenAI, OpenRouter, Ollama, llama.cpp, vLLM and many others offer them.
    case chat
    /// OpenAI's Responses.
    case responses
    /// Google's `generateContent`.
    case gemini
}

/// A model behind one of the routes of ``ModelAPI``.
///
/// Use a client made with `HTTPClient.Configuration.modelService(connectTimeout:)`.
public struct RemoteLanguageModel: LanguageModel {
    public struct Configuration: Sendable {
        public var api: ModelAPI
        /// `https://host/v1`, with or without a slash at the end or the route. A bare `https://host` gets `/v1`, or
        /// `/v1beta` for ``ModelAPI/gemini``.
        public var baseURL: String
        /// `nil` for servers that want none.
        public var apiKey: Secret?
        /// The provider's name for the model.
        public var model: String
        /// By which people choose it; `nil` for the provider's name.
        public var name: String?
        public var profile = ModelProfile()
        public var timeouts: ModelTimeouts
        public var retry: RetryPolicy

        public init(
            api: ModelAPI = .chat,
            baseURL: String,
            apiKey: Secret? = nil,
            model: String,
            timeouts: ModelTimeouts = ModelTimeouts(),
            retry: RetryPolicy = RetryPolicy()
        ) {
            self.api = api
            self.baseURL = baseURL
            self.apiKey = apiKey
            self.model = model
            self.timeouts = timeouts
            self.retry = retry
        }
    }

    public let name: String
    public let profile: ModelProfile
    private let run: @Sendable (ModelRequest, AnswerSink) async throws -> Void

    /// - Parameter clock: what the time limits are measured by.
    /// - Throws: `misconfigured` if the address can't be one, and `authentication` if the key can't be one: mistakes in
    ///   the configuration, to be reported at start-up.
    public init(
        configuration: Configuration,
        httpClient: HTTPClient,
        logger: Logger = Logger(label: "spotter.language-model"),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ModelError) {
        name = configuration.name ?? configuration.model
        profile = configuration.profile
        run =
            switch configuration.api {
            case .chat: try Self.exchange(ChatWire.self, configuration, httpClient, logger, clock)
            case .responses: try Self.exchange(ResponsesWire.self, configuration, httpClient, logger, clock)
            case .gemini: try Self.exchange(GeminiWire.self, configuration, httpClient, logger, clock)
            }
    }

    private static func exchange<Wire: ModelWire>(
        _: Wire.Type,
        _ configuration: Configuration,
        _ httpClient: HTTPClient,
        _ logger: Logger,
        _ clock: any Clock<Duration>
    ) throws(ModelError) -> @Sendable (ModelRequest, AnswerSink) async throws -> Void {
        let wire = Wire(model: configuration.model)
        let exchange = ModelExchange(
            wire: wire,
            model: configuration.model,
            redact: Redaction(key: configuration.apiKey),
            service: ModelServiceClient(
                endpoint: try wire.endpoint(base: configuration.baseURL, apiKey: configuration.apiKey),
                timeouts: configuration.timeouts,
                retry: configuration.retry,
                messages: .languageModel,
                httpClient: httpClient,
                logger: logger,
                clock: clock
            )
        )
        return { try await exchange.run($0, into: $1) }
    }

    public func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task { [run] in
                do {
                    let sink = AnswerSink(
                        emit: { continuation.yield($0) },
                        finish: { continuation.finish() }
                    )
                    try await run(request, sink)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { reason in
                // After the end of an answer, its connection may still have to be drained.
                if case .cancelled = reason { task.cancel() }
            }
        }
    }
}
