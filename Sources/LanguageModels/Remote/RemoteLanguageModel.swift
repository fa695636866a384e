public import AsyncHTTPClient
public import Domain
public import Logging
public import OpenAIClient

/// A model behind a chat-completions route: OpenAI, OpenRouter, Ollama, llama.cpp, vLLM and others.
///
/// Use a client made with `HTTPClient.Configuration.modelService(connectTimeout:)`.
public struct OpenAICompatibleModel: LanguageModel {
    public struct Configuration: Sendable {
        /// `https://host/v1`, with or without a slash at the end or `/chat/completions`. A bare `https://host` gets
        /// `/v1`.
        public var baseURL: String
        /// Sent as a bearer token. `nil` for servers that want none.
        public var apiKey: Secret?
        public var model: String
        public var timeouts: ModelTimeouts
        public var retry: RetryPolicy

        public init(
            baseURL: String,
            apiKey: Secret? = nil,
            model: String,
            timeouts: ModelTimeouts = ModelTimeouts(),
            retry: RetryPolicy = RetryPolicy()
        ) {
            self.baseURL = baseURL
            self.apiKey = apiKey
            self.model = model
            self.timeouts = timeouts
            self.retry = retry
        }
    }

    private let configuration: Configuration
    private let service: ModelServiceClient<ChatDialect>

    /// - Parameter clock: what the time limits are measured by.
    /// - Throws: `misconfigured` if the address can't be one, and `authentication` if the key can't be one: mistakes in
    ///   the configuration, to be reported at start-up.
    public init(
        configuration: Configuration,
        httpClient: HTTPClient,
        logger: Logger = Logger(label: "spotter.language-model"),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ModelError) {
        self.configuration = configuration
        service = ModelServiceClient(
            endpoint: try OpenAIEndpoint(
                base: configuration.baseURL,
                route: "/chat/completions",
                apiKey: configuration.apiKey,
                service: "language model"
            ),
            timeouts: configuration.timeouts,
            retry: configuration.retry,
            messages: .languageModel,
            httpClient: httpClient,
            logger: logger,
            clock: clock
        )
    }

    public var name: String { configuration.model }

    public func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> {
        let exchange = ChatExchange(
            request: request,
            model: configuration.model,
            redact: Redaction(key: configuration.apiKey),
            service: service
        )
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let sink = ChatExchange.Sink(
                        emit: { continuation.yield($0) },
                        finish: { continuation.finish() }
                    )
                    try await exchange.run(sink)
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
