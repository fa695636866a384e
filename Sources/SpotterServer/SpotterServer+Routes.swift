import Domain
import Gateway
import Hummingbird
import Messaging
import Retrieval

extension SpotterServer {
    /// Every route of the server; the order is that of `/openapi.json`'s source, nothing depends on it.
    func makeRouter() throws -> Router<AppContext> {
        var table = RouteTable()
        APIRoutes.add(to: &table, apiServices)
        return try APIRouter.make(
            table,
            accounts: messaging.accounts,
            adminTokens: messaging.adminTokens,
            version: Self.version
        )
    }

    private var apiServices: APIRoutes.Services {
        APIRoutes.Services(
            messaging: messaging,
            search: search,
            memory: memory,
            clock: clock,
            ids: ids,
            logger: logger,
            version: Self.version
        )
    }
}
