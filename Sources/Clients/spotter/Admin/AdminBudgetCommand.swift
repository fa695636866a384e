import Accounts
import ArgumentParser
import Assistant
import CommandLineSupport
import Domain
import Foundation
import ModelBudgets
import NIOHTTP1
import SpotterAPI
import SpotterServer

/// `spotter admin budget`.
struct AdminBudgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget",
        abstract: "Show or change how much of the language models a user may use.",
        discussion: """
            A limit is a number, off for none, or default for the server's own (SPOTTER_BUDGET_…). Days and months are \
            those of UTC. A request over budget is refused; the built-in assistant answers as always.

            EXAMPLES
              spotter admin budget sara@example.com --data ./spotter-data
              spotter admin budget sara@example.com --tokens-per-day 100000 \\
                --cost-per-month 2.50 --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin budget sara@example.com \\
                --requests-per-day off --server https://chat.example.com
            """
    )

    @Argument(help: "The account's address or id.") var account: String
    @Option(help: ArgumentHelp("Requests to a model.", valueName: "limit")) var requestsPerDay: String?
    @Option(help: ArgumentHelp("Tokens of requests and answers.", valueName: "limit")) var tokensPerDay: String?
    @Option(help: ArgumentHelp("Money, such as 0.50.", valueName: "limit")) var costPerDay: String?
    @Option(help: ArgumentHelp("Requests to a model.", valueName: "limit")) var requestsPerMonth: String?
    @Option(help: ArgumentHelp("Tokens of requests and answers.", valueName: "limit")) var tokensPerMonth: String?
    @Option(help: ArgumentHelp("Money, such as 5.00.", valueName: "limit")) var costPerMonth: String?
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    func validate() throws { _ = try request() }

    /// `nil` if nothing is to be changed.
    private func request() throws -> ModelBudgetRequest? {
        let given = [requestsPerDay, tokensPerDay, costPerDay, requestsPerMonth, tokensPerMonth, costPerMonth]
        guard given.contains(where: { $0 != nil }) else { return nil }
        return ModelBudgetRequest(
            requestsPerDay: try Self.change(requestsPerDay, Int.init, ModelBudgetRequest.unlimited),
            tokensPerDay: try Self.change(tokensPerDay, Int.init, ModelBudgetRequest.unlimited),
            costPerDay: try Self.change(costPerDay, Double.init, Double(ModelBudgetRequest.unlimited)),
            requestsPerMonth: try Self.change(requestsPerMonth, Int.init, ModelBudgetRequest.unlimited),
            tokensPerMonth: try Self.change(tokensPerMonth, Int.init, ModelBudgetRequest.unlimited),
            costPerMonth: try Self.change(costPerMonth, Double.init, Double(ModelBudgetRequest.unlimited))
        )
    }

    private static func change<Value: Comparable & SignedNumeric & Sendable>(
        _ text: String?,
        _ parse: (String) -> Value?,
        _ unlimited: Value
    ) throws -> FieldChange<Value> {
        switch text {
        case nil: return .unchanged
        case "default": return .cleared
        case "off": return .set(unlimited)
        case let text?:
            guard let value = parse(text), value >= 0 else {
                throw ValidationError("'\(text)' is no limit: give a number, off or default.")
            }
            return .set(value)
        }
    }

    func run() async throws {
        do {
            let usage = try await apply(try request())
            if json { return try outputJSON(usage) }
            for line in usage.lines { output(line) }
        } catch {
            throw fail(error)
        }
    }

    private func apply(_ request: ModelBudgetRequest?) async throws -> ModelUsageResponse {
        if let server = try target.remote() {
            let name = account.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? account
            let path = "/v1/admin/users/\(name)/budget"
            guard let request else { return try await server.get(path, as: ModelUsageResponse.self) }
            return try server.decode(ModelUsageResponse.self, try await server.send(.PATCH, path, request))
        }
        return try await target.withFolder { server in
            let user = try await server.useCases.administration.user(account).id
            let budgets = server.useCases.assistant.budgets
            if let request { try await budgets.change(user, request, by: .folder) }
            return try await budgets.usage(of: user)
        }
    }
}
