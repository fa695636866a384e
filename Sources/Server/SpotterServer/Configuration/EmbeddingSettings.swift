import Configuration
public import Domain
public import Embedding
import Foundation

/// The settings of the models that turn messages into vectors.
public struct EmbeddingSettings: Sendable {
    /// A model behind an embeddings route.
    public struct Remote: Sendable {
        public var baseURL: String
        public var model: String
        public var apiKey: Secret?
        /// The length of its vectors; `nil` asks the service once.
        public var dimension: Int?
        /// Texts in one request.
        public var batch = 64
        /// Characters of a window of a long text.
        public var window = 8_000

        public init(baseURL: String, model: String) {
            self.baseURL = baseURL
            self.model = model
        }
    }

    /// Threads for the local model.
    public var threads = 1
    /// Precision of the local model's weights.
    public var precision = EncoderPrecision.int16
    /// Preferred to the local model if it is set.
    public var remote: Remote?
    /// Whether the local model answers while the remote one can't be reached.
    public var fallsBack = true
    /// Whether the second local model is used if it is installed.
    public var usesCompanion = true

    public init() {}

    /// - Throws: `SpotterError` naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        threads = reader.int(forKey: "embedding.threads", default: threads)
        guard (1...64).contains(threads) else { throw SpotterError.invalid("embedding.threads must be 1 to 64.") }
        if let name = reader.string(forKey: "embedding.precision") {
            guard let chosen = EncoderPrecision(rawValue: name) else {
                throw SpotterError.invalid("embedding.precision must be float32 or int16.")
            }
            precision = chosen
        }
        fallsBack = reader.bool(forKey: "embedding.fallback", default: fallsBack)
        usesCompanion = reader.bool(forKey: "embedding.multilingual", default: usesCompanion)
        remote = try Self.remote(reader)
    }

    private static func remote(_ reader: ConfigReader) throws -> Remote? {
        // Everything is read whatever the rest says: what is never asked for counts as unknown.
        let (baseURL, model) = (reader.string(forKey: "embedding.base.url"), reader.string(forKey: "embedding.model"))
        let dimension = reader.int(forKey: "embedding.dimension")
        let key = reader.string(forKey: "embedding.api.key", isSecret: true)
        let keyFile = reader.string(forKey: "embedding.api.key.file")
        let batch = reader.int(forKey: "embedding.batch", default: 64)
        let window = reader.int(forKey: "embedding.window", default: 8_000)
        guard let baseURL, !baseURL.isEmpty else { return nil }
        guard let model, !model.isEmpty else {
            throw SpotterError.invalid(
                "embedding.base.url is set, so embedding.model (SPOTTER_EMBEDDING_MODEL) must name the model."
            )
        }
        var remote = Remote(baseURL: baseURL, model: model)
        remote.apiKey = try apiKey(key, file: keyFile)
        remote.dimension = dimension
        guard remote.dimension.map({ (1...16_384).contains($0) }) ?? true else {
            throw SpotterError.invalid("embedding.dimension must be 1 to 16384.")
        }
        remote.batch = batch
        guard (1...2_048).contains(remote.batch) else {
            throw SpotterError.invalid("embedding.batch must be 1 to 2048.")
        }
        remote.window = window
        guard (100...1_000_000).contains(remote.window) else {
            throw SpotterError.invalid("embedding.window must be 100 to 1000000.")
        }
        return remote
    }

    private static func apiKey(_ key: String?, file path: String?) throws -> Secret? {
        if let key { return Secret(key) }
        guard let path, !path.isEmpty else { return nil }
        guard let key = try? String(contentsOfFile: path, encoding: .utf8).trimmed, !key.isEmpty else {
            throw SpotterError.invalid("embedding.api.key.file: \(path) can't be read, or is empty.")
        }
        return Secret(key)
    }
}
