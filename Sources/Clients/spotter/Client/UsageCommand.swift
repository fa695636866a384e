import ArgumentParser
import SpotterAPI
import SpotterClient
import Terminal

struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "What you have used of the language models, and may use.",
        discussion: """
            Days and months are those of UTC. The budget is set by whoever runs the server.

            EXAMPLES
              spotter usage
              spotter usage --json | jq .month.cost
            """
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
        try await ClientOutput.reporting {
            let usage = try await options.session().api.usage()
            if options.json { return try ClientOutput.document(usage) }
            ClientOutput.lines(usage.lines)
        }
    }
}

extension ModelUsageResponse {
    /// For people: a line for the day, one for the month, and one for each model.
    var lines: [String] {
        let today = line("today", day, (budget.requestsPerDay, budget.tokensPerDay, budget.costPerDay))
        let thisMonth = line(
            "this month",
            month,
            (budget.requestsPerMonth, budget.tokensPerMonth, budget.costPerMonth)
        )
        let ofModels = models.map { line("  " + TerminalText.line($0.model), $0.total, (nil, nil, nil)) }
        return [today, thisMonth] + ofModels
    }

    private func line(
        _ name: String,
        _ total: ModelUsageTotals,
        _ limits: (requests: Int?, tokens: Int?, cost: Double?)
    ) -> String {
        func amount(_ used: String, _ limit: String?) -> String { limit.map { "\(used) of \($0)" } ?? used }
        let requests = amount("\(total.requests)", limits.requests.map { "\($0)" })
        let tokens = amount("\(total.inputTokens + total.outputTokens)", limits.tokens.map { "\($0)" })
        let cost = amount(Money.text(total.cost), limits.cost.map(Money.text))
        return "\(name): \(requests) requests, \(tokens) tokens, \(cost) \(TerminalText.line(currency))"
    }
}
