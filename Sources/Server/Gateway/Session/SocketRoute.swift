import Accounts
import Domain
import Hummingbird
import Messaging

/// `GET /v1/socket`: an ordinary route that answers with the upgrade, so refusals reach the client as HTTP.
struct SocketRoute {
    let services: SessionServices

    static let path = "/v1/socket"

    func add(to table: inout RouteTable) {
        let services = services
        table.tag = .server
        table.on(
            .get,
            Self.path,
            "openSocket",
            "WebSocket: live messages; token in Authorization or in hello",
            access: .own,
            response: .upgrade,
            cost: .light
        ) { request, context in
            // A token in the header is checked before the upgrade. Without one, the hello must carry it.
            var principal: Principal?
            if let token = request.bearerToken {
                let found = try await services.messaging.accounts.authenticate(token)
                _ = try context.admit(found)
                principal = found
            } else {
                try context.admitStranger()
            }
            let (known, address) = (principal, context.address)
            try services.budgets.admitSocket(from: address, isKnown: known != nil)
            return try context.webSocket.accept(request) { _ in
                SocketSession(services: services, principal: known, address: address)
            }
        }
    }

    /// The same decision for plain requests, on the connection's event loop. It only accepts; all other requests go
    /// through the route above, which words the refusal.
    func fast(proxies: TrustedProxies) -> FastUpgrade {
        let services = services
        return FastUpgrade(path: Self.path) { peer, token, loop in
            let address = proxies.client(peer: peer, forwarded: [])
            do {
                try services.budgets.admitSocket(from: address, isKnown: token != nil)
                guard let token else {
                    _ = try services.budgets.admitAnonymous(address)
                    return .accepted { _ in SocketSession(services: services, principal: nil, address: address) }
                }
                let verdict = loop.makePromise(of: WebSocketUpgradeBox.MakeSession?.self)
                services.messaging.accounts.authenticate(token) { result in
                    // Other sockets may have been admitted during the token lookup.
                    guard let principal = try? result.get(),
                        (try? services.budgets.admitSocket(from: address, isKnown: true)) != nil
                    else { return verdict.succeed(nil) }
                    verdict.succeed { _ in SocketSession(services: services, principal: principal, address: address) }
                }
                return .pending(verdict.futureResult)
            } catch {
                return .ordinary
            }
        }
    }
}
