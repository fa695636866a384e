import ArgumentParser
import CommandLineSupport
import Embedding
import Foundation

struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "The embedding models that search by meaning needs.",
        subcommands: [ModelFetchCommand.self, ModelStatusCommand.self]
    )
}

/// The location of the model's files: a data folder, or the user's own folder, which all data folders share.
struct ModelFolderOption: ParsableArguments {
    @Option(help: "Put the models into this data folder (default: the user's own folder, shared by all).")
    var data: String?

    @Option(help: "Folder of the first model's files themselves; the second one's are in a folder inside.")
    var modelDir: String?

    func store(of model: ModelManifest) -> ModelStore {
        if let modelDir { return ModelStore(modelFolder: URL(filePath: modelDir), manifest: model) }
        return data.map { ModelStore(dataFolder: URL(filePath: $0), manifest: model) } ?? ModelStore(manifest: model)
    }
}
