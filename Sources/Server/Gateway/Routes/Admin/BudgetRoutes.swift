import Accounts
import Assistant
import Domain
import Hummingbird
import ModelBudgets
import SpotterAPI

/// Users' budgets for the language models, decided by the operator.
struct BudgetRoutes {
    let budgets: ModelBudgets
    let administration: AccountAdministration

    func add(to table: inout RouteTable) {
        table.tag = .admin
        let (budgets, administration) = (budgets, administration)
        table.on(
            .get,
            "/v1/admin/usage",
            "getUsageOverview",
            "What everybody has used of the language models in a month, the present one unless another instant is given",
            access: .admin,
            query: [QueryParameter("at", Timestamp.self)],
            response: .json(ModelUsageOverview.self)
        ) { request, _ in
            JSONResponse(try await budgets.overview(at: try request.time("at")))
        }
        table.on(
            .get,
            "/v1/admin/users/{user}/budget",
            "getUserBudget",
            "What a user has used of the language models today and this month, and may use",
            access: .admin,
            response: .json(ModelUsageResponse.self)
        ) { _, context in
            let user = try await administration.user(context.account)
            return JSONResponse(try await budgets.usage(of: user.id))
        }
        table.on(
            .patch,
            "/v1/admin/users/{user}/budget",
            "changeUserBudget",
            "Change a user's budget for the language models: null is the server's own limit, -1 none",
            access: .admin,
            body: ModelBudgetRequest.self,
            response: .json(ModelUsageResponse.self)
        ) { request, context in
            let body = try await request.decode(ModelBudgetRequest.self, context: context)
            let user = try await administration.user(context.account)
            try await budgets.change(user.id, body, by: try context.requireAdmin())
            return JSONResponse(try await budgets.usage(of: user.id))
        }
    }
}
