import Embedding
import Foundation
import Logging

/// Finds and loads the embedders, the preferred one first. Without any the server runs, and search says that it's
/// lexical only.
enum EmbedderLoading {
    static func load(_ configuration: ServerConfiguration, logger: Logger) -> [any Embedder] {
        local(configuration, logger: logger).map { [$0] } ?? []
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
                settings.threads = configuration.embeddingThreads
                let embedder = try MiniLMEmbedder(folder: folder, configuration: settings)
                logger.info(
                    "embedding model loaded",
                    metadata: [
                        "model": "\(embedder.model.name)", "folder": "\(folder.path)",
                        "kernels": "\(embedder.kernels.name)", "blasKernels": "\(BLASLibrary.coreName)",
                        "threads": "\(settings.threads)",
                    ]
                )
                return embedder
            } catch {
                reasons.append("\(error)")
            }
        }
        logger.warning("search by meaning is off: \(reasons.last ?? "no model")")
        return nil
    }
}
