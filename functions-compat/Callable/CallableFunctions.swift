import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SpotterAPI

/// One function. It receives `data` and the caller. Its return value becomes `result`.
struct CallableFunction: Sendable {
    let name: String
    /// The quota that a call counts against, in addition to the request limit.
    var quota: Quota?
    /// Whether a call may send a text that its body carries. The body's bytes then count as a message's.
    var sendsText = false
    /// What a caller without a token is told. Its body is never read.
    let withoutToken: String
    let call: @Sendable (_ data: JSONValue, _ caller: Principal) async throws -> JSONValue
}

/// Serves functions over Firebase's callable protocol at `/{name}` and, like its emulator, at
/// `/{project}/{region}/{name}`.
struct CallableFunctions {
    static let maxBodyBytes = 64 << 10

    let accounts: Accounts
    let functions: [CallableFunction]

    func add(to table: inout RouteTable) {
        let accounts = accounts
        table.tag = .functions
        for function in functions {
            for path in ["/\(function.name)", "/{project}/{region}/\(function.name)"] {
                table.on(
                    .post,
                    path,
                    path.hasPrefix("/{") ? "\(function.name)OfProject" : function.name,
                    "Firebase callable \(function.name)",
                    access: .open,
                    body: CallableRequest.self,
                    response: .json(CallableResponse.self),
                    failure: CallableFailure.self
                ) { request, context in
                    try await Self.respond(request, context, function, accounts)
                }
                table.unlisted(.options, path, access: .open) { _, _ in
                    Response(status: .noContent, headers: Self.corsHeaders)
                }
                for method in [HTTPRequest.Method.get, .put, .patch, .delete] {
                    table.unlisted(method, path, access: .open) { _, _ in
                        try Self.response(CallableFailure(.badRequest), .badRequest)
                    }
                }
            }
        }
    }

    private static func respond(
        _ request: Request,
        _ context: AppContext,
        _ function: CallableFunction,
        _ accounts: Accounts
    ) async throws -> Response {
        do {
            let caller = try await caller(of: request, accounts, withoutToken: function.withoutToken)
            let place = try context.admit(caller, function.quota)
            defer { withExtendedLifetime(place) {} }
            let body = try await body(of: request)
            if function.sendsText { try context.charge(.messageBytes, body.count, to: caller.userId) }
            let data = try CallableData.read(body)
            return try response(CallableResponse(result: try await function.call(data, caller)), .ok)
        } catch {
            let shown = presentable(error, context)
            return try response(CallableFailure(shown), shown.code.status)
        }
    }

    /// The authenticated caller. Anybody else is refused before the body is read, which could cost more than the call.
    private static func caller(
        of request: Request,
        _ accounts: Accounts,
        withoutToken: String
    ) async throws -> Principal {
        guard request.headers[.authorization] != nil else { throw CallableError(.unauthenticated, withoutToken) }
        guard let token = request.bearerToken, let principal = try? await accounts.authenticate(token) else {
            throw CallableError(.unauthenticated, "Unauthenticated")
        }
        return principal
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard type == "application/json" || type.hasPrefix("application/json;") else { throw CallableError.badRequest }
        return [UInt8](buffer: try await request.body(upTo: maxBodyBytes))
    }

    private static func presentable(_ error: any Error, _ context: AppContext) -> CallableError {
        if let error = error as? CallableError { return error }
        if let error = SpotterError(presenting: error) { return CallableError(error) }
        context.logger.error("callable failed", metadata: ["error": "\(error)"])
        return CallableError(.unavailable, "Something went wrong on the server. Please try again later.")
    }

    private static func response(_ body: some APIValue, _ status: HTTPResponse.Status) throws -> Response {
        var response = try JSONResponse(status, body).response()
        response.headers.append(contentsOf: corsHeaders)
        return response
    }

    private static var corsHeaders: HTTPFields {
        [
            .accessControlAllowOrigin: "*",
            .accessControlAllowMethods: "POST, OPTIONS",
            .accessControlAllowHeaders:
                "Authorization, Content-Type, Firebase-Instance-ID-Token, X-Firebase-AppCheck",
        ]
    }
}
