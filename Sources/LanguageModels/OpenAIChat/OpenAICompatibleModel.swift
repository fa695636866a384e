public import AsyncHTTPClient
public import Domain
public import Logging

/// A model behind a chat-completions route: OpenAI, OpenRouter, Ollama, llama.cpp, vLLM and others.
///
/// Use a client made with `HTTPClient.Configuration.languageModel(connectTimeout:)`.
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
    private let url: String
    private let client: HTTPClient
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let dialect = LearnedDialect()

    /// Throws `rejected` if the address can't be one, and `authentication` if the key can't be one: both are mistakes in
    /// the configuration, to be told at start-up. `clock` is what the time limits are measured by.
    public init(
        configuration: Configuration,
        httpClient: HTTPClient,
        logger: Logger = Logger(label: "spotter.language-model"),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ModelError) {
        url = try OpenAIEndpoint.url(base: configuration.baseURL)
        if let key = configuration.apiKey?.reveal(), key.isEmpty || !key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            throw ModelError(
                .authentication,
                "The language model's API key is empty or has spaces, line breaks or unusual characters in it."
            )
        }
        self.configuration = configuration
        self.logger = logger
        self.clock = clock
        client = httpClient
    }

    public var name: String { configuration.model }

    public func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> {
        let exchange = ChatExchange(
            request: request,
            configuration: configuration,
            url: url,
            dialect: dialect,
            client: client,
            logger: logger,
            clock: clock
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
                // A finished answer may still be waiting for its connection to come free.
                if case .cancelled = reason { task.cancel() }
            }
        }
    }
}
