import AsyncHTTPClient
import Domain
import Embedding
import Foundation
import Logging
import OpenAIClient

/// Finds and loads the embedders, the preferred one first. Without any, search is lexical and says so.
enum EmbedderLoading {
    /// Lives as long as the process, because a client must outlive every request.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService()
    )

    /// The remote model if one is configured, then the local one if it is wanted and installed.
    ///
    /// - Parameter known: models that have embedded messages; their dimension makes a remote one unnecessary at the start.
    /// - Throws: `invalid_request` for invalid settings. A remote model that can't be reached is logged and left out.
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

    /// Where a local model's files may be, best first.
    static func stores(of model: ModelManifest, _ configuration: ServerConfiguration) -> [ModelStore] {
        if let folder = configuration.modelFolder {
            return [ModelStore(modelFolder: URL(filePath: folder), manifest: model)]
        }
        return [
            ModelStore(dataFolder: URL(filePath: configuration.dataFolder), manifest: model),
            ModelStore(manifest: model),
        ]
    }

    private static func local(_ configuration: ServerConfiguration, logger: Logger) -> (any Embedder)? {
        var reasons: [String] = []
        for store in stores(of: .miniLM, configuration) {
            do {
                let folder = try store.readyFolder()
                let settings = settings(configuration)
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
                reasons.append(ErrorText.of(error))
            }
        }
        logger.warning("no local embedding model: \(reasons.last ?? "no folder")")
        return nil
    }

    /// The second local model, which helps the first one with languages other than English; `nil` if it isn't installed or
    /// not wanted.
    ///
    /// - Parameter embedders: what `load` returned. The second model only helps, so it isn't loaded without another.
    static func companion(
        of embedders: [any Embedder],
        _ configuration: ServerConfiguration,
        logger: Logger
    ) -> (any Embedder)? {
        guard configuration.embedding.usesCompanion, !embedders.isEmpty else { return nil }
        var damage: String?
        for store in stores(of: .multilingualE5, configuration) {
            do {
                let folder = try store.readyFolder()
                let embedder = try E5Embedder(folder: folder, configuration: settings(configuration))
                logger.info(
                    "second embedding model loaded",
                    metadata: ["model": "\(embedder.model.name)", "folder": "\(folder.path)"]
                )
                return embedder
            } catch let error as ModelStoreError where error.code == .absent {
                continue
            } catch {
                damage = ErrorText.of(error)
            }
        }
        if let damage { logger.warning("the second embedding model is left out: \(damage)") }
        return nil
    }

    private static func settings(_ configuration: ServerConfiguration) -> MiniLMEmbedder.Configuration {
        var settings = MiniLMEmbedder.Configuration()
        settings.threads = configuration.embedding.threads
        settings.precision = configuration.embedding.precision
        return settings
    }
}
