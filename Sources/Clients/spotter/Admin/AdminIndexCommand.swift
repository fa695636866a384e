import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import Retrieval
import SpotterAPI
import SpotterServer

/// `spotter admin index`.
struct AdminIndexCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract: "How far messages are searchable by meaning; what failed; make it go on.",
        discussion: """
            Messages are embedded by themselves while a server runs. One that failed eight times becomes a dead letter: \
            it's listed here with its error (never with its text), and --retry lets it be tried again.

            On a stopped server's folder --run embeds everything that waits, for example after an import or a change of \
            the model. On a running server --follow shows how far it is.

            EXAMPLES
              spotter admin index --data ./spotter-data
              spotter admin index --data ./spotter-data --retry --run
              SPOTTER_ADMIN_TOKEN=… spotter admin index --server https://chat.example.com \\
                --follow
            """
    )

    @OptionGroup var target: AdminTarget
    @Flag(help: "Try again whatever failed, dead letters included.") var retry = false
    @Flag(name: .customLong("run"), help: "Embed everything that waits, here and now (a stopped server's folder).")
    var embedsHere = false
    @Flag(help: "Show how far it is until nothing waits (a running server).") var follow = false
    @Flag(help: "One JSON document.") var json = false

    func validate() throws {
        guard !embedsHere || target.server == nil else {
            throw ValidationError(
                "--run is for a stopped server's folder; a running server embeds by itself (--follow)."
            )
        }
        guard !follow || target.server != nil else { throw ValidationError("--follow goes with --server.") }
    }

    func run() async throws {
        do {
            let status = if let server = try target.remote() { try await ask(server) } else { try await open() }
            if json { return try outputJSON(status) }
            for line in IndexReport(status).lines { output(line) }
        } catch {
            throw fail(error)
        }
    }

    // MARK: A stopped server's folder

    private func open() async throws -> IndexStatus {
        try await target.withFolder(loadsModel: embedsHere) { server in
            if embedsHere { try await server.memory.load() }
            if retry { note("\(try await server.memory.retryDeadLetters()) messages will be tried again") }
            if embedsHere { try await embedAll(server.memory) }
            return try await server.memory.status()
        }
    }

    private func embedAll(_ memory: MessageIndexer) async throws {
        guard !memory.embedders.isEmpty else {
            throw SpotterError(.unavailable, "there is no embedding model: run `spotter model fetch`")
        }
        var progress = IndexProgressBar()
        progress.show(try await memory.status())
        var shown = ContinuousClock.now
        while try await memory.indexPending() > 0 {
            guard ContinuousClock.now - shown > .milliseconds(500) else { continue }
            shown = ContinuousClock.now
            progress.show(try await memory.status())
        }
        progress.show(try await memory.status())
        progress.end()
        await memory.saveCopies()
    }

    // MARK: A running server

    private func ask(_ server: AdminServer) async throws -> IndexStatus {
        if retry {
            let answer = try JSONDecoder().decode(
                RetryResponse.self,
                from: try await server.post("/v1/admin/index/retry")
            )
            note("\(answer.retried) messages will be tried again")
        }
        var status = try await Self.status(of: server)
        guard follow else { return status }
        var progress = IndexProgressBar()
        while status.models.contains(where: { $0.waiting > 0 }) {
            progress.show(status)
            try await Task.sleep(for: .seconds(1))
            status = try await Self.status(of: server)
        }
        progress.show(status)
        progress.end()
        return status
    }

    private static func status(of server: AdminServer) async throws -> IndexStatus {
        try await server.get("/v1/admin/index", as: IndexStatus.self)
    }
}
