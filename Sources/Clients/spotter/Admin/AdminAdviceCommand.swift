import ArgumentParser
import Assistant
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterServer
import Terminal

/// `spotter admin advice`.
struct AdminAdviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advice",
        abstract: "How well the confidence of advice agrees with what became of it, over all accounts.",
        discussion: """
            Figures only: neither questions nor advice nor notes are told, nor whose they are. --rows prints one line of \
            JSON for each piece of advice, from which scripts/advice-calibration makes the same report.

            EXAMPLES
              spotter admin advice --data ./spotter-data
              spotter admin advice --rows --data ./spotter-data > advice.jsonl
              SPOTTER_ADMIN_TOKEN=… spotter admin advice --since 2026-01-01 \\
                --server https://chat.example.com
            """
    )

    @OptionGroup var period: AdvicePeriod
    @OptionGroup var target: AdminTarget
    @Flag(help: "The rows instead of the report, as JSON Lines.") var rows = false
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            if rows { return try await printRows() }
            let report = try await report(try period.start(), try period.end())
            if json { return try outputJSON(report) }
            for line in AdviceFormatter.lines(report) { output(line) }
        } catch {
            throw fail(error)
        }
    }

    private func report(_ since: Timestamp?, _ until: Timestamp?) async throws -> CalibrationReport {
        if let server = try target.remote() {
            let query = [("since", since?.description), ("until", until?.description), ("model", period.model)]
            let words = query.compactMap { name, value in
                value?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "\(name)=\($0)" }
            }
            let path = "/v1/admin/advice/calibration?" + words.joined(separator: "&")
            return try await server.get(path, as: CalibrationReport.self)
        }
        let model = period.model
        return try await target.withFolder {
            try await $0.useCases.assistant.ratings.report(of: nil, since: since, until: until, model: model)
        }
    }

    private func printRows() async throws {
        if let server = try target.remote() {
            return try await printPages { after in
                let cursor = after.map { "&after=\($0)" } ?? ""
                return try await server.get("/v1/admin/advice?limit=200" + cursor, as: AdviceRecordsPage.self)
            }
        }
        try await target.withFolder { server in
            try await printPages { try await server.useCases.assistant.ratings.page(of: nil, after: $0, limit: 200) }
        }
    }

    private func printPages(_ read: (TurnID?) async throws -> AdviceRecordsPage) async throws {
        var after: TurnID?
        repeat {
            let page = try await read(after)
            for record in page.advice { output(String(decoding: try record.json(), as: UTF8.self)) }
            after = page.next
        } while after != nil
    }
}
