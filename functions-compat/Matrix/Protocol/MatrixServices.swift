import Accounts
package import Domain
package import Gateway
import Hummingbird
package import Live
package import MediaStore
package import Messaging

/// The use cases behind the Matrix API.
package struct MatrixServices: Sendable {
    let messaging: MessagingServices
    let live: LiveServices
    let media: MediaServices
    let attempts: LoginAttempts
    let links: InvitationLinks
    let clock: any WallClock
    let ids: any IDSource
    let typing: RequestTyping
    let chosenPresence = ChosenPresence()

    package init(
        messaging: MessagingServices,
        live: LiveServices,
        media: MediaServices,
        attempts: LoginAttempts,
        links: InvitationLinks,
        clock: any WallClock,
        ids: any IDSource
    ) {
        self.messaging = messaging
        self.live = live
        self.media = media
        self.attempts = attempts
        self.links = links
        self.clock = clock
        self.ids = ids
        typing = RequestTyping(live)
    }

    /// - Throws: `M_MISSING_TOKEN`, `M_UNKNOWN_TOKEN`.
    func call(_ request: Request, _ context: AppContext) async throws -> MatrixCall {
        MatrixCall(
            request: request,
            context: context,
            principal: try await principal(of: request),
            names: names(request, context)
        )
    }

    /// Whoever the request's token belongs to at this moment.
    func principal(of request: Request) async throws -> Principal {
        guard let token = MatrixContract().token(of: request) else { throw MatrixFailure.missingToken }
        return try await messaging.accounts.authenticate(token)
    }

    func names(_ request: Request, _ context: AppContext) -> MatrixNames {
        // The caller's own spelling: an id is told to nobody but the caller, who has to recognise it.
        MatrixNames(server: MatrixNames.server(of: links.origin(of: request, context) ?? ""))
    }
}
