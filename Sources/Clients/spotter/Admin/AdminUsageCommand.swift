import ArgumentParser
import Assistant
import CommandLineSupport
import Domain
import Foundation
import ModelBudgets
import SpotterAPI
import SpotterServer

/// `spotter admin usage`.
struct AdminUsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "What everybody has used of the language models in a month.",
        discussion: """
            EXAMPLES
              spotter admin usage --data ./spotter-data
              spotter admin usage --at 2026-02-01T00:00:00Z --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin usage --json \\
                --server https://chat.example.com
            """
    )

    @Option(help: ArgumentHelp("An instant in another month, as RFC 3339.", valueName: "time")) var at: String?
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    func validate() throws {
        if let at, Timestamp(rfc3339: at) == nil { throw ValidationError("--at takes an RFC 3339 time.") }
    }

    func run() async throws {
        do {
            let overview = try await read()
            if json { return try outputJSON(overview) }
            let rows =
                overview.users.map { ($0.displayName, $0.total) }
                + overview.models.map { ("model \($0.model)", $0.total) } + [("all", overview.total)]
            var table = TextTable("", "requests", "tokens", overview.currency)
            for (name, total) in rows {
                let cost = String(format: "%.2f", total.cost)
                table.add(name, "\(total.requests)", "\(total.inputTokens + total.outputTokens)", cost)
            }
            for line in table.lines { output(line) }
        } catch {
            throw fail(error)
        }
    }

    private func read() async throws -> ModelUsageOverview {
        if let server = try target.remote() {
            let query = at.map { "?at=\($0)" } ?? ""
            return try await server.get("/v1/admin/usage\(query)", as: ModelUsageOverview.self)
        }
        return try await target.withFolder { server in
            try await server.useCases.assistant.budgets.overview(at: at.flatMap { Timestamp(rfc3339: $0) })
        }
    }
}
