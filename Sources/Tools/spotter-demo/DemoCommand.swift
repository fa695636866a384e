import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterClient

/// A real session on a server with the example studio: two people on sockets, a search, a question, an action. Every
/// step is checked, and the first failure ends the command.
@main
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spotter demo",
        abstract: "Play and check a session against a server with the example studio.",
        discussion: """
            Needs a server whose data folder holds fixtures/studio.jsonl and whose clock was set with
            --now 2026-03-11T13:15:00Z; ./scripts/demo starts one.

            Example:
              spotter demo --server http://127.0.0.1:8080
            """
    )

    @Option(help: "The server's address.")
    var server = "http://127.0.0.1:8080"

    func run() async throws {
        do {
            guard let address = ServerAddress(server) else {
                throw SpotterError.invalid("'\(server)' is not an address like http://127.0.0.1:8080")
            }
            let stage = try await DemoStage(address)
            try await DemoConversation(stage: stage).play()
            try await DemoMemory(stage: stage).play()
            try await DemoAction(stage: stage).play()
            output("\nEvery step held.")
        } catch {
            throw fail(error)
        }
    }
}
