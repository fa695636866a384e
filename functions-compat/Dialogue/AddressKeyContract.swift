import Accounts
import Domain
import Gateway
import Hummingbird
import SpotterAPI

/// A contract for programs that can be told an address only, and send no header: the API key is a part of it.
///
/// What stands in an address gets into more logs and histories than a header does. So only keys that can do nothing but ask
/// count, and nobody's log-in.
struct AddressKeyContract: RouteContract {
    static let prefix = "/k/{key}"

    let base: any RouteContract

    func token(of request: Request) -> Secret? {
        request.uri.path.split(separator: "/").dropFirst().first.map { Secret(String($0)) }
    }

    func admit(_ principal: Principal) throws {
        guard principal.key?.scopes == [.assistant] else {
            throw SpotterError(.forbidden, "An address takes an API key whose only scope is assistant.")
        }
        try base.admit(principal)
    }

    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        try base.failure(error, of: request, requestId: requestId)
    }

    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? {
        try base.ownFailure(error, of: request, requestId: requestId)
    }

    func addHeaders(to response: inout Response, requestId: String) {
        base.addHeaders(to: &response, requestId: requestId)
    }
}
