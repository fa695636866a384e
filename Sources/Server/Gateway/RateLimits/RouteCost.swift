import HTTPTypes

/// What a request of a route may take of a processor or of the database's readers, and so whether a user's requests wait
/// for one another.
package enum RouteCost: Sendable {
    /// Some milliseconds at most: an answer from memory, an indexed read, a write of a few rows; or it waits for somebody
    /// else.
    case light
    /// More. A user's run in turns, once their bodies have come.
    case heavy
    /// More, and the route takes its caller's turns itself, because it learns only then who calls or waits for somebody
    /// else in between, such as a language model: by `AppContext.inTurn` and `BackgroundWork`.
    case ownTurns
}

extension RouteCost {
    /// The cost where none is declared. A page of anything is heavy, and so is what searches; questions wait for language
    /// models; sends and other changes are light, and the operator's requests have no turns.
    /// - Returns: `nil` where it has to be declared: what a `POST` does can't be told, nor what methods of other protocols
    ///   do, nor what a route does that has no user yet.
    static func usual(_ method: HTTPRequest.Method, _ access: RouteTable.Access, _ limit: RouteLimit) -> RouteCost? {
        switch access {
        case .admin: return .light
        case .open, .own: return nil
        case .user: break
        }
        switch limit {
        case .quota(.searches): return .heavy
        case .quota(.questions): return .ownTurns
        case .quota(.messages): return method == .get || method == .head ? .heavy : .light
        case .free, .requests, .quota: break
        }
        return switch method {
        case .get, .head: .heavy
        case .put, .patch, .delete: .light
        default: nil
        }
    }
}
