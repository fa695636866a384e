import Domain
import Hummingbird
import Messaging

/// `GET /v1/socket`: an ordinary route whose answer is the upgrade, so that refusals reach the client as HTTP.
struct SocketRoute {
    let services: SessionServices

    func add(to table: inout RouteTable) {
        let services = services
        table.on(
            .get,
            "/v1/socket",
            "WebSocket: live messages; token in Authorization or in hello",
            access: .open,
            status: .switchingProtocols
        ) { request, context in
            // A token in the header is checked before the upgrade; without one, the hello must bring it.
            var principal: Principal?
            if let token = request.bearerToken {
                principal = try await services.messaging.accounts.authenticate(token)
            }
            let (known, address) = (principal, context.address)
            try services.budgets.admitSocket(from: address, isKnown: known != nil)
            return try context.webSocket.accept(request) { _ in
                ClientSession(services: services, principal: known, address: address)
            }
        }
    }
}
