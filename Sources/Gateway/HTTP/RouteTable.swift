import Domain
public import HTTPTypes
public import Hummingbird

/// Every route with its description: the router and the OpenAPI document are made from the same entries.
public struct RouteTable {
    public enum Access: Sendable {
        /// Anybody, such as log-in and health.
        case open
        case user
        case admin
    }

    public struct Route: Sendable {
        public let method: HTTPRequest.Method
        /// With `{name}` for what varies.
        public let path: String
        public let summary: String
        public let access: Access
        /// Fields of the JSON body, as `name: type, other?: type`.
        public let body: String?
        public let query: [String]
        public let status: HTTPResponse.Status
        let handler: @Sendable (Request, AppContext) async throws -> any ResponseGenerator
    }

    public private(set) var routes: [Route] = []

    public init() {}

    /// Adds a route.
    public mutating func on(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        access: Access = .user,
        body: String? = nil,
        query: [String] = [],
        status: HTTPResponse.Status = .ok,
        handler: @escaping @Sendable (Request, AppContext) async throws -> any ResponseGenerator
    ) {
        routes.append(
            Route(
                method: method,
                path: path,
                summary: summary,
                access: access,
                body: body,
                query: query,
                status: status,
                handler: handler
            )
        )
    }
}
