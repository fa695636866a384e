import ArgumentParser
import Configuration

/// Flags for the embedding model.
struct EmbeddingOptions: ParsableArguments {
    @Option(help: "Threads for the local embedding model (default: 1).")
    var embeddingThreads: Int?

    @Option(help: "int16, or float32: half as fast, vectors the same to a cosine of 0.9999 (default: int16).")
    var embeddingPrecision: String?

    @Option(help: "Address of an OpenAI-compatible embeddings route, as http://127.0.0.1:11434/v1 (default: none).")
    var embeddingBaseUrl: String?

    @Option(help: "The model's name there.")
    var embeddingModel: String?

    @Option(help: "File that holds the API key; a key itself only as SPOTTER_EMBEDDING_API_KEY.")
    var embeddingApiKeyFile: String?

    @Option(help: "Length of its vectors (default: asked of the server at the first start).")
    var embeddingDimension: Int?

    @Option(help: "Texts in one request (default: 64).")
    var embeddingBatch: Int?

    @Option(help: "Characters that it embeds together; longer texts are cut (default: 8000).")
    var embeddingWindow: Int?

    @Option(help: "Whether the local model serves while that one can't be reached: true or false (default: true).")
    var embeddingFallback: Bool?

    @Option(help: "Whether the second local model is used if it is installed: true or false (default: true).")
    var embeddingMultilingual: Bool?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("embedding.base.url", embeddingBaseUrl)
        flags.set("embedding.model", embeddingModel)
        flags.set("embedding.api.key.file", embeddingApiKeyFile)
        flags.set("embedding.precision", embeddingPrecision)
        flags.set("embedding.threads", embeddingThreads)
        flags.set("embedding.dimension", embeddingDimension)
        flags.set("embedding.batch", embeddingBatch)
        flags.set("embedding.window", embeddingWindow)
        flags.set("embedding.fallback", embeddingFallback)
        flags.set("embedding.multilingual", embeddingMultilingual)
        return flags
    }
}
