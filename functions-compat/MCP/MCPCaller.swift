import Accounts
import Assistant
import AssistantTools
import Domain
import Gateway

/// Who calls, with the request's budgets.
struct MCPCaller: Sendable {
    let principal: Principal
    let context: AppContext

    var actor: Actor { principal.actor }

    /// Whether the key has all of these scopes. A person who logged in has them all.
    func may(_ scopes: [KeyScope]) -> Bool { principal.key.map { $0.scopes.isSuperset(of: scopes) } ?? true }

    func requester(timezone: String?) -> Requester { Requester(user: principal.user, timezone: timezone) }

    func charge(_ quota: Quota, _ count: Int = 1) throws {
        try context.charge(quota, count, to: principal.userId)
    }
}
