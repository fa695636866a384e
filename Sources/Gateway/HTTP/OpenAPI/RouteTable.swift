import Domain
package import HTTPTypes
package import Hummingbird

/// Every route with its description: the router and the OpenAPI document are made from the same entries.
package struct RouteTable {
    package enum Access: Sendable {
        /// Anybody, such as log-in and health.
        case open
        case user
        case admin
    }

    package struct Route: Sendable {
        package let method: HTTPRequest.Method
        /// With `{name}` for what varies.
        package let path: String
        package let summary: String
        package let access: Access
        /// Fields of the JSON body, as `name: type, other?: type`.
        package let body: String?
        package let query: [String]
        package let status: HTTPResponse.Status
        let limit: RouteLimit
        let handler: @Sendable (Request, AppContext) async throws -> any ResponseGenerator
    }

    package private(set) var routes: [Route] = []

    package init() {}

    /// Adds a route.
    package mutating func on(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        access: Access = .user,
        body: String? = nil,
        query: [String] = [],
        status: HTTPResponse.Status = .ok,
        limit: RouteLimit? = nil,
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
                limit: limit ?? RouteLimit.usual(method, path),
                handler: handler
            )
        )
    }
}
