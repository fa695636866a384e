import Accounts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// API keys, by which programs act for their owner within scopes.
struct KeyRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        table.tag = .accounts
        let accounts = messaging.accounts
        table.on(
            .post,
            "/v1/keys",
            "makeKey",
            "Make an API key; its secret is returned only once",
            body: NewKeyRequest.self,
            response: .json(NewKeyResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewKeyRequest.self, context: context)
            let made = try await accounts.makeKey(body, by: try context.requirePrincipal())
            return JSONResponse(.created, NewKeyResponse(made.key, secret: made.secret))
        }
        table.on(.get, "/v1/keys", "listKeys", "List the API keys", response: .json(KeysResponse.self)) { _, context in
            JSONResponse(KeysResponse(keys: try await accounts.keys(of: try context.requirePrincipal().userId)))
        }
        table.on(
            .delete,
            "/v1/keys/{keyId}",
            "revokeKey",
            "End an API key; its sockets close",
            response: .noContent
        ) { _, context in
            let id: SessionID = try context.id("keyId", what: "key")
            try await accounts.revokeKey(id, by: try context.requirePrincipal())
            return Response(status: .noContent)
        }
    }
}
