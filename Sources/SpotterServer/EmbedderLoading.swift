import AsyncHTTPClient
import Domain
import Embedding
import Foundation
import Logging
import OpenAIClient

/// Finds and loads the embedders, the preferred one first. Without any the server runs, and search says that it's
/// lexical only.
enum EmbedderLoading {
    /// For the whole process: a client must outlive every request, and there is nothing to wait for at the end.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService()
    )

    /// The remote model where one is set, then the local one, unless that isn't wanted or isn't there.
    ///
    /// - Parameter known: models that messages were embedded by, so that a remote one isn't needed at a start.
    /// - Throws: `SpotterError` for settings that can't be right. A remote model that can't be reached isn't an error.
    static func load(
        _ configuration: ServerConfiguration,
        known: [EmbeddingModel],
        logger: Logger
    ) async throws -> [any Embedder] {
        var embedders: [any Embedder] = []
        if let settings = configuration.embedding.remote {
            var settings = settings
            let former = known.last { $0.name == "\(settings.model)/\($0.dimension)" }
            settings.dimension = settings.dimension ?? former?.dimension
            if let remote = try await remote(settings, logger: logger) { embedders.append(remote) }
            guard configuration.embedding.fallsBack else { return embedders }
        }
        if let local = local(configuration, logger: logger) { embedders.append(local) }
        return embedders
    }

    private static func remote(
        _ settings: EmbeddingSettings.Remote,
        logger: Logger
    ) async throws -> RemoteEmbedder? {
        var configuration = RemoteEmbedder.Configuration(
            baseURL: settings.baseURL,
            apiKey: settings.apiKey,
            model: settings.model
        )
        configuration.batch = settings.batch
        configuration.window = settings.window
        do {
            let embedder = try await RemoteEmbedder(
                configuration,
                dimension: settings.dimension,
                httpClient: client,
                logger: logger
            )
            logger.info(
                "embedding model",
                metadata: [
                    "model": "\(embedder.model.name)", "address": "\(settings.baseURL)",
                    "dimension": "\(embedder.model.dimension)",
                ]
            )
            return embedder
        } catch let failure as ModelError {
            logger.error(
                "the remote embedding model is left out until the next start; with embedding.dimension set it isn't needed at the start: \(failure)"
            )
            return nil
        }
    }

    private static func local(_ configuration: ServerConfiguration, logger: Logger) -> (any Embedder)? {
        let stores: [ModelStore] =
            configuration.modelFolder.map { [ModelStore(folder: URL(filePath: $0))] }
            ?? [ModelStore(dataFolder: URL(filePath: configuration.dataFolder)), ModelStore()]
        var reasons: [String] = []
        for store in stores {
            do {
                let folder = try store.readyFolder()
                var settings = MiniLMEmbedder.Configuration()
                settings.threads = configuration.embedding.threads
                settings.precision = configuration.embedding.precision
                let embedder = try MiniLMEmbedder(folder: folder, configuration: settings)
                logger.info(
                    "embedding model loaded",
                    metadata: [
                        "model": "\(embedder.model.name)", "folder": "\(folder.path)",
                        "kernels": "\(embedder.kernels.name)", "precision": "\(embedder.precision.rawValue)",
                        "blasKernels": "\(BLASLibrary.coreName)",
                        "threads": "\(settings.threads)",
                    ]
                )
                return embedder
            } catch {
                reasons.append("\(error)")
            }
        }
        logger.warning("no local embedding model: \(reasons.last ?? "no folder")")
        return nil
    }
}
