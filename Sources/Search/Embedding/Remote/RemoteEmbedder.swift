public import AsyncHTTPClient
public import Domain
public import Logging
public import OpenAIClient

/// A model behind an OpenAI-compatible embeddings route: OpenAI, OpenRouter, Ollama, llama.cpp, vLLM and others.
///
/// Use a client made with `HTTPClient.Configuration.modelService(connectTimeout:)`.
public struct RemoteEmbedder: Embedder {
    public struct Configuration: Sendable {
        /// `https://host/v1`, with or without a slash at the end or `/embeddings`. A bare `https://host` gets `/v1`.
        public var baseURL: String
        /// Sent as a bearer token. `nil` for servers that want none.
        public var apiKey: Secret?
        public var model: String
        /// Texts in one request.
        public var batch = 64
        /// UTF-8 bytes of text in one request, unless a single text has more.
        public var batchCharacters = 100_000
        /// Characters of a window; longer texts become several.
        public var window = 8_000
        /// Characters that neighbouring windows share.
        public var overlap = 200
        public var timeouts = ModelTimeouts(firstByte: .seconds(60), idle: .seconds(30), total: .seconds(180))
        public var retry = RetryPolicy(retries: 3)

        public init(baseURL: String, apiKey: Secret? = nil, model: String) {
            self.baseURL = baseURL
            self.apiKey = apiKey
            self.model = model
        }
    }

    /// The server's model and its dimension: vectors of the same model cut to different lengths don't compare.
    public let model: EmbeddingModel
    private let configuration: Configuration
    private let exchange: EmbeddingsExchange

    /// - Parameter dimension: the length of the vectors. Without it, the server is asked with one text.
    /// - Throws: `ModelError`: `misconfigured` or `authentication` for an address or a key that can't be one; without a
    ///   dimension also the failure of the request that asks for it.
    public init(
        _ configuration: Configuration,
        dimension: Int? = nil,
        httpClient: HTTPClient,
        logger: Logger = Logger(label: "spotter.embedding")
    ) async throws {
        let endpoint = try OpenAIEndpoint(
            base: configuration.baseURL,
            route: "/embeddings",
            apiKey: configuration.apiKey,
            service: "embedding model"
        )
        let exchange = EmbeddingsExchange(
            model: configuration.model,
            redact: Redaction(key: configuration.apiKey),
            service: ModelServiceClient(
                endpoint: endpoint,
                timeouts: configuration.timeouts,
                retry: configuration.retry,
                messages: .embeddingServer,
                httpClient: httpClient,
                logger: logger
            )
        )
        let known: Int
        if let dimension {
            known = dimension
        } else {
            known = try await exchange.vectors(of: ["ok"], dimension: nil).first?.count ?? 0
        }
        model = EmbeddingModel(name: "\(configuration.model)/\(known)", dimension: known)
        self.configuration = configuration
        self.exchange = exchange
    }

    public func embed(_ texts: [String]) async throws -> [[Float]] {
        var vectors: [[Float]] = []
        for batch in batches(texts) {
            try Task.checkCancellation()
            vectors += try await exchange.vectors(of: Array(batch), dimension: model.dimension)
        }
        return vectors
    }

    /// At most 16 windows of `window` characters that share `overlap` of them, cut at spaces if there are any nearby.
    public func windows(of text: String) async -> [String] {
        CharacterWindows(length: configuration.window, overlap: configuration.overlap).cut(text).map(String.init)
    }

    private func batches(_ texts: [String]) -> [ArraySlice<String>] {
        var batches: [ArraySlice<String>] = []
        var (start, characters) = (0, 0)
        for (index, text) in texts.enumerated() {
            let count = text.utf8.count
            if index > start, index - start >= configuration.batch || characters + count > configuration.batchCharacters
            {
                batches.append(texts[start..<index])
                (start, characters) = (index, 0)
            }
            characters += count
        }
        if start < texts.count { batches.append(texts[start...]) }
        return batches
    }
}
