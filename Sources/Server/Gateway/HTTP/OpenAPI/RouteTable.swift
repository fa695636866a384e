import Domain
package import HTTPTypes
package import Hummingbird
package import SpotterAPI

/// Every route with its description. The router and the OpenAPI document are built from the same entries.
///
/// ```swift
/// table.tag = .chats
/// table.on(.get, "/v1/chats/{chatId}", "getChat", "Get a chat", response: .json(ChatResponse.self)) { _, context in
///     JSONResponse(ChatResponse(chat: try await chats.chat(try context.chatId(), for: try context.actor)))
/// }
/// ```
package struct RouteTable {
    package enum Access: Sendable {
        /// No authentication, such as for log-in and health. Whoever asks counts as a stranger, whatever the request says of
        /// itself.
        case open
        /// The route authenticates its caller itself, and says so by `AppContext.admit`. Who isn't admitted counts as a
        /// stranger.
        case own
        case user
        case admin
    }

    /// The groups of operations in the document.
    package enum Tag: String, Sendable, CaseIterable {
        case accounts = "Accounts"
        case people = "People"
        case chats = "Chats"
        case messages = "Messages"
        case media = "Media"
        case voice = "Voice"
        case search = "Search"
        case assistant = "Assistant"
        case calendar = "Calendar"
        case sync = "Sync"
        case notifications = "Notifications"
        case admin = "Administration"
        case server = "Server"
        case functions = "Functions"
        case openAI = "OpenAI"
        case gemini = "Gemini"
        case webhooks = "Webhooks"
        case openRouter = "OpenRouter"
        case genius = "Genius"
    }

    package struct Route: Sendable {
        package let method: HTTPRequest.Method
        /// The path, with `{name}` for parameters.
        package fileprivate(set) var path: String
        package let access: Access
        /// `nil` for routes that aren't part of the API, such as preflights.
        package let operation: Operation?
        /// What an API key needs for it; `nil` if no key may be used.
        var keyScope: KeyScope? { operation.flatMap { KeyScopes.scope(of: $0.id) } }
        /// Whether the handler checks its caller in its own read, by `AppContext.requireCredential`.
        let checksCaller: Bool
        let limit: RouteLimit
        /// `nil` if it isn't declared and has to be; then it's treated as heavy.
        let cost: RouteCost?
        /// The most bytes of a body, announced or not; `nil` for the usual bound of its caller.
        let maxBodyBytes: Int?
        /// `nil` for a route of the native API.
        fileprivate(set) var contract: (any RouteContract)?
        /// Whether it is one of another API.
        var isForeign: Bool { contract != nil || operation == nil }
        /// What of a user's body counts as stored text.
        let charge: TextCharge
        let handler: Handler
        /// Whether it's another address of a route that the document has.
        fileprivate(set) var isAlias = false
    }

    package typealias Handler = @Sendable (Request, AppContext) async throws -> any ResponseGenerator

    package private(set) var routes: [Route] = []

    /// The tag of the routes that are added next.
    package var tag = Tag.server

    /// The contract of the routes that are added next; `nil` for the native API's.
    package var contract: (any RouteContract)?

    package init() {}

    /// Adds a route of the API.
    /// - Parameters:
    ///   - id: the operation's name in generated clients; unique.
    ///   - body: the JSON that the request carries.
    ///   - otherBody: the media type of a body that isn't JSON.
    ///   - failure: the type of the error body.
    ///   - checksCaller: whether the handler checks its caller in its own read, by `AppContext.requireCredential`, instead
    ///     of a read before.
    ///   - cost: `nil` for the usual one of its method.
    ///   - maxBodyBytes: of a heavy route that takes more than the usual bound of its caller; it passes the same to `decode`.
    package mutating func on(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ id: String,
        _ summary: String,
        access: Access = .user,
        body: (any APIValue.Type)? = nil,
        otherBody: String? = nil,
        query: [QueryParameter] = [],
        headers: [QueryParameter] = [],
        response: OperationResponse,
        failure: any APIValue.Type = ErrorEnvelope.self,
        checksCaller: Bool = false,
        limit: RouteLimit? = nil,
        cost: RouteCost? = nil,
        maxBodyBytes: Int? = nil,
        handler: @escaping Handler
    ) {
        let operation = Operation(
            id: id,
            tag: tag,
            summary: summary,
            body: body,
            otherBody: otherBody,
            query: query,
            headers: headers,
            response: response,
            failure: failure
        )
        add(method, path, access, operation, checksCaller, limit, cost, maxBodyBytes, handler)
    }

    /// Adds a route that the document omits: a preflight, or a refusal in another app's format.
    package mutating func unlisted(
        _ method: HTTPRequest.Method,
        _ path: String,
        access: Access,
        limit: RouteLimit? = nil,
        cost: RouteCost? = nil,
        handler: @escaping Handler
    ) {
        add(method, path, access, nil, false, limit, cost, nil, handler)
    }

    /// Adds the routes from `index` on once more, below a prefix and by another contract. The document omits them.
    package mutating func repeatRoutes(from index: Int, below prefix: String, contract: any RouteContract) {
        for var route in routes[min(max(index, 0), routes.count)...] {
            (route.path, route.contract, route.isAlias) = (prefix + route.path, contract, true)
            routes.append(route)
        }
    }

    private mutating func add(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ access: Access,
        _ operation: Operation?,
        _ checksCaller: Bool,
        _ limit: RouteLimit?,
        _ cost: RouteCost?,
        _ maxBodyBytes: Int?,
        _ handler: @escaping Handler
    ) {
        let limit = limit ?? RouteLimit.usual(method, path)
        let charge: TextCharge =
            if access == .user, let operation, operation.body != nil { .of(operation.id) } else { .nothing }
        routes.append(
            Route(
                method: method,
                path: path,
                access: access,
                operation: operation,
                checksCaller: checksCaller,
                limit: limit,
                cost: cost ?? RouteCost.usual(method, access, limit),
                maxBodyBytes: maxBodyBytes,
                contract: contract,
                charge: charge,
                handler: handler
            )
        )
    }
}
