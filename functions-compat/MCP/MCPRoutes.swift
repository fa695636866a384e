import Accounts
package import Assistant
package import AssistantTools
package import ClientProfiles
package import Domain
package import Gateway
import HTTPTypes
import Hummingbird
import Logging
package import Measures
package import Messaging
import NIOCore
package import Retrieval
package import Scheduling

/// The Model Context Protocol at `/mcp`, by which other assistants use Spotter's tools: both the era with sessions and the
/// one without. It isn't in the OpenAPI document, because it describes itself.
package struct MCPRoutes {
    private let accounts: Accounts
    private let modern: ModernHandler
    private let legacy: LegacyHandler

    /// - Parameter key: the server's own, which seals what clients bring back.
    package init(
        messaging: MessagingServices,
        search: MessageSearch,
        resolver: ToolResolver,
        proposals: Proposals,
        profiles: ProfileService,
        measures: MeasureService,
        calendar: EventCalendar,
        clock: any WallClock,
        key: [UInt8]
    ) {
        accounts = messaging.accounts
        let tools = ToolRunner(
            reader: ToolReader(
                resolver: resolver,
                search: search,
                chats: messaging.chats,
                inbox: messaging.inbox,
                profiles: profiles,
                measures: measures,
                calendar: calendar,
                clock: clock
            ),
            proposer: ToolProposer(resolver: resolver, proposals: proposals),
            proposals: proposals
        )
        modern = ModernHandler(tools: tools, states: RequestStates(key: key, clock: clock))
        legacy = LegacyHandler(tools: tools, sessions: LegacySessions(clock: clock))
    }

    package func add(to table: inout RouteTable) {
        let routes = self
        table.unlisted(.post, "/mcp", access: .own, cost: .ownTurns) { request, context in
            await routes.answering(context) { try await routes.post(request, context) }
        }
        table.unlisted(.delete, "/mcp", access: .own, cost: .light) { request, context in
            await routes.answering(context) {
                let caller = try await routes.caller(of: request, context)
                let place = try context.admit(caller.principal)
                defer { withExtendedLifetime(place) {} }
                return try routes.legacy.end(request, caller)
            }
        }
        // Nothing is sent but in answers, so there is no stream to listen to.
        table.unlisted(.get, "/mcp", access: .open, cost: .light) { _, _ in
            MCPResponse.notAllowed("POST, DELETE")
        }
    }

    private func post(_ request: Request, _ context: AppContext) async throws -> Response {
        let caller = try await caller(of: request, context)
        let place = try context.admit(caller.principal)
        defer { withExtendedLifetime(place) {} }
        guard request.accepts("application/json") else { return Response(status: .notAcceptable) }
        let body = try await request.body(upTo: JSONRPCMessage.maxBytes)
        switch try JSONRPCMessage([UInt8](buffer: body)) {
        case .request(let rpc):
            return await answering(context, to: rpc.id) {
                try await context.inTurn(of: caller.principal.userId) {
                    isModern(request, rpc)
                        ? try await modern.respond(rpc, request, caller)
                        : try await legacy.respond(rpc, request, caller)
                }
            }
        case .notification(let method, let params):
            // Without a session there is nothing that a notification could concern.
            guard request.has(MCPResponse.sessionHeader) else { return MCPResponse.accepted }
            return try legacy.notify(method, params, request, caller)
        case .response(let id, let result): return try legacy.take(result, to: id, request, caller)
        }
    }

    /// A session and its beginning belong to the older era; otherwise the versions tell.
    private func isModern(_ request: Request, _ rpc: JSONRPCRequest) -> Bool {
        if rpc.method == "initialize" || request.has(MCPResponse.sessionHeader) { return false }
        if ModernEnvelope.isIn(rpc.params) || rpc.method == "server/discover" { return true }
        guard let version = request.single(MCPResponse.versionHeader) else { return false }
        return ProtocolVersion(rawValue: version)?.isModern ?? true
    }

    /// - Throws: `unauthorized`, before anything of the body is read.
    private func caller(of request: Request, _ context: AppContext) async throws -> MCPCaller {
        guard let token = request.bearerToken else {
            throw SpotterError(.unauthorized, "Send an API key or an access token: Authorization: Bearer <token>.")
        }
        return MCPCaller(principal: try await accounts.authenticate(token), context: context)
    }

    /// Words what is thrown as JSON-RPC.
    private func answering(
        _ context: AppContext,
        to id: JSONRPCID? = nil,
        _ body: () async throws -> Response
    ) async -> Response {
        do {
            return try await body()
        } catch let error as JSONRPCError {
            return MCPResponse.error(error, id)
        } catch let missing as MissingScopes {
            return MCPResponse.error(missing.error, id, scopes: missing.scopes)
        } catch {
            if let shown = SpotterError(presenting: error) { return MCPResponse.error(JSONRPCError(shown), id) }
            context.logger.error("mcp request failed", metadata: ["error": "\(error)"])
            return MCPResponse.error(.internalError, id)
        }
    }
}
