import ArgumentParser
import CommandLineSupport
import Embedding
import Foundation

struct ModelStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say whether the models are there and undamaged.",
        discussion: """
            Fails if the first model isn't ready. The second one may be left out.

            Example:
              spotter model status --json
            """
    )

    @OptionGroup var folder: ModelFolderOption

    @Flag(help: "One JSON document.")
    var json = false

    private struct Report: Encodable {
        let model: String
        let folder: String
        let state: String
        let multilingual: Second

        struct Second: Encodable {
            let model: String
            let folder: String
            let state: String
        }
    }

    func run() async throws {
        let (first, second) = (folder.store(of: .miniLM), folder.store(of: .multilingualE5))
        let states = (first: first.state(), second: second.state())
        if json {
            try outputJSON(
                Report(
                    model: first.manifest.name,
                    folder: first.folder.path,
                    state: Self.word(states.first),
                    multilingual: .init(
                        model: second.manifest.name,
                        folder: second.folder.path,
                        state: Self.word(states.second)
                    )
                )
            )
        } else {
            for (store, state) in [(first, states.first), (second, states.second)] {
                let reason =
                    switch state {
                    case .ready: ""
                    case .absent: " (run `spotter model fetch`)"
                    case .damaged(let reason): " (\(reason): run `spotter model fetch`)"
                    }
                output("\(store.manifest.name) in \(store.folder.path): \(Self.word(state))\(reason)")
            }
        }
        if states.first != .ready { throw ExitCode.failure }
    }

    private static func word(_ state: ModelState) -> String {
        switch state {
        case .ready: "ready"
        case .absent: "absent"
        case .damaged: "damaged"
        }
    }
}
