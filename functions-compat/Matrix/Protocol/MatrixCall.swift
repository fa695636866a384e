import Accounts
import Domain
import Foundation
import Gateway
import HTTPTypes
import Hummingbird

/// One request of a signed-in client.
struct MatrixCall: Sendable {
    let request: Request
    let context: AppContext
    let principal: Principal
    let names: MatrixNames

    var actor: Actor { principal.actor }

    /// A part of the path, decoded.
    func path(_ name: String) -> String {
        let text = context.parameters.get(name) ?? ""
        return text.removingPercentEncoding ?? text
    }

    func query(_ name: String) -> String? { request.uri.queryParameters[Substring(name)].map { String($0) } }

    /// - Throws: `M_INVALID_PARAM` if it isn't a number.
    func number(_ name: String) throws -> Int? {
        guard let text = query(name) else { return nil }
        guard let number = Int(text), number >= 0 else { throw MatrixFailure.invalid("'\(name)' must be a number.") }
        return number
    }

    /// The body's object; an empty one if there is no body.
    /// - Parameter isStored: whether its texts are kept, so that they count as stored.
    /// - Throws: `M_NOT_JSON`, `M_TOO_LARGE`; `M_LIMIT_EXCEEDED` if they may not be.
    func body(isStored: Bool = false) async throws -> JSONValue {
        let bytes = [UInt8](buffer: try await request.body(upTo: Self.maxBodyBytes))
        if isStored { try context.charge(.messageBytes, bytes.count, to: principal.userId) }
        guard !bytes.isEmpty else { return .object([:]) }
        return try MatrixBody.object(
            await context.parse(
                bytes,
                of: principal.userId,
                maxBytes: Self.maxBodyBytes,
                maxDepth: MatrixBody.maxDepth,
                maxElements: MatrixBody.maxElements
            )
        )
    }

    /// An event of Matrix has at most 64 KiB; the longest text with its formatted twin takes more.
    private static let maxBodyBytes = 256 << 10

    /// Runs a part of the call in its caller's turn, where the rest waits for somebody else.
    func inTurn<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await context.inTurn(of: principal.userId, work)
    }

    /// The room that the path names.
    /// - Throws: `M_NOT_FOUND` if it can't be a room of this server.
    func room() throws -> ChatID {
        guard let chat = MatrixNames.chat(path("room")) else { throw MatrixFailure.unknownRoom }
        return chat
    }

    /// - Throws: `M_FORBIDDEN` if the caller is a key without the scope.
    func require(_ scope: KeyScope?) throws { try principal.key?.require(scope) }
}

/// What bodies are of.
private enum MatrixBody {
    static let maxDepth = 32
    static let maxElements = 20_000

    /// - Throws: `M_NOT_JSON`.
    static func object(_ json: JSONValue?) throws -> JSONValue {
        guard let json, json.object != nil else {
            throw MatrixFailure(.badRequest, "M_NOT_JSON", "The body must be a JSON object within bounds.")
        }
        return json
    }
}

extension Request {
    /// The body of somebody who isn't known yet.
    /// - Throws: `M_NOT_JSON`, `M_TOO_LARGE`.
    func matrixBody() async throws -> JSONValue {
        let bytes = [UInt8](buffer: try await body(upTo: Self.maxStrangersBytes))
        guard !bytes.isEmpty else { return .object([:]) }
        return try MatrixBody.object(
            JSONValue.parse(
                bytes,
                maxBytes: Self.maxStrangersBytes,
                maxDepth: MatrixBody.maxDepth,
                maxElements: MatrixBody.maxElements
            )
        )
    }

    private static let maxStrangersBytes = 16 << 10
}

/// Adds the calls of the API to the routes, under each version's prefix.
struct MatrixTable {
    var routes: RouteTable
    let services: MatrixServices

    typealias Handler = @Sendable (MatrixCall) async throws -> JSONValue

    /// - Parameters:
    ///   - path: below `/_matrix/client/r0` and `/v3`.
    ///   - scope: what an API key needs; `nil` if no key may call it.
    ///   - takesTurns: whether a caller's calls of it wait for one another; `nil` for reading ones and searches.
    mutating func on(
        _ method: HTTPRequest.Method,
        _ path: String,
        scope: KeyScope?,
        quota: Quota? = nil,
        takesTurns: Bool? = nil,
        _ handler: @escaping Handler
    ) {
        for version in ["r0", "v3"] {
            signedIn(
                method,
                "/_matrix/client/\(version)\(path)",
                scope: scope,
                quota: quota,
                takesTurns: takesTurns
            ) { call in JSONResponse(try await handler(call)) }
        }
    }

    /// A call with any answer, at a full path.
    mutating func signedIn(
        _ method: HTTPRequest.Method,
        _ path: String,
        scope: KeyScope?,
        quota: Quota? = nil,
        takesTurns: Bool? = nil,
        _ handler: @escaping @Sendable (MatrixCall) async throws -> any ResponseGenerator
    ) {
        let services = services
        let takesTurns = takesTurns ?? (method == .get || quota == .searches)
        // The caller is counted here, by whichever token they came.
        routes.unlisted(method, path, access: .own, cost: .ownTurns) { request, context in
            let call = try await services.call(request, context)
            let place = try context.admit(call.principal, quota)
            defer { withExtendedLifetime(place) {} }
            try call.require(scope)
            guard takesTurns else {
                // What it reads and writes is the caller's, as where the server knows the caller before the route.
                return try await WorkOwner.$current.withValue(call.principal.userId) { try await handler(call) }
            }
            return try await call.inTurn { try await handler(call) }
        }
    }

    /// A call that anybody may make.
    mutating func open(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ handler: @escaping @Sendable (Request, AppContext) async throws -> JSONValue
    ) {
        routes.unlisted(method, path, access: .open, cost: .light) { request, context in
            JSONResponse(try await handler(request, context))
        }
    }
}
