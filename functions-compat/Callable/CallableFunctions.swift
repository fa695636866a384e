import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SpotterAPI

/// Serves functions over Firebase's callable protocol at `/{name}` and, like its emulator, at
/// `/{project}/{region}/{name}`.
struct CallableFunctions {
    static let maxBodyBytes = 64 << 10
    /// Of callers that aren't logged in: as much as the native API reads of theirs.
    static let maxStrangersBodyBytes = 16 << 10

    let accounts: Accounts
    let functions: [CallableFunction]
    /// The time for an answer. Firebase's clients give up after 70 seconds.
    var deadline = Duration.seconds(60)

    func add(to table: inout RouteTable) {
        table.tag = .functions
        for function in functions {
            for path in ["/\(function.name)", "/{project}/{region}/\(function.name)"] {
                table.on(
                    .post,
                    path,
                    path.hasPrefix("/{") ? "\(function.name)OfProject" : function.name,
                    "Firebase callable \(function.name)",
                    access: .own,
                    body: CallableRequest.self,
                    response: .jsonOrStream(CallableResponse.self),
                    failure: CallableFailure.self,
                    cost: .ownTurns
                ) { request, context in
                    await respond(request, context, function)
                }
                CallableResponder.addRefusals(of: path, to: &table)
            }
        }
    }

    private func respond(_ request: Request, _ context: AppContext, _ function: CallableFunction) async -> Response {
        let isStream = request.headers[.accept] == "text/event-stream"
        do {
            let admitted = try await admit(request, context, function)
            guard isStream else { return CallableResponder.json(try await run(function, admitted, context) { _ in }) }
            return CallableResponder.stream { (send) async throws(CallableError) -> JSONValue in
                try await run(function, admitted, context, send)
            }
        } catch {
            let shown = CallableError(presenting: error, context)
            return isStream ? CallableResponder.stream(shown) : CallableResponder.json(shown)
        }
    }

    private func run(
        _ function: CallableFunction,
        _ admitted: Admitted,
        _ context: AppContext,
        _ send: @escaping @Sendable (JSONValue) -> Void
    ) async throws(CallableError) -> JSONValue {
        defer { withExtendedLifetime(admitted.place) {} }
        do {
            let call = CallableFunction.Call(data: admitted.data, caller: admitted.caller, send: send, context: context)
            return try await withDeadline(deadline, orThrow: CallableError.tooLate) { try await function.call(call) }
        } catch {
            throw CallableError(presenting: error, context)
        }
    }

    // MARK: Before the function

    private struct Admitted: Sendable {
        let data: JSONValue
        let caller: Principal
        let place: PlaceUnderWay?
    }

    /// As in the original, a request that is no call is refused first, then an invalid token. A body that is longer than
    /// a stranger's may be isn't read.
    private func admit(
        _ request: Request,
        _ context: AppContext,
        _ function: CallableFunction
    ) async throws -> Admitted {
        try Self.requireJSON(request)
        let holder = await holder(of: request)
        guard case .user(let caller) = holder else {
            if let body = try? await request.body(upTo: Self.maxStrangersBodyBytes) {
                _ = try CallableData.read([UInt8](buffer: body))
            }
            throw CallableError(.unauthenticated, holder == .nobody ? function.withoutToken : "Unauthenticated")
        }
        let place = try context.admit(caller, function.quota)
        let body = [UInt8](buffer: try await request.body(upTo: Self.maxBodyBytes))
        let data = try CallableData.read(body)
        if let key = caller.key { try key.require(function.keyScope) }
        if function.storesText { try context.charge(.messageBytes, body.count, to: caller.userId) }
        return Admitted(data: data, caller: caller, place: place)
    }

    private enum Holder: Equatable {
        case user(Principal)
        case nobody
        case invalid
    }

    private func holder(of request: Request) async -> Holder {
        guard let header = request.headers[.authorization] else { return .nobody }
        guard header.hasPrefix("Bearer "), let token = request.bearerToken,
            let principal = try? await accounts.authenticate(token)
        else { return .invalid }
        return .user(principal)
    }

    static func requireJSON(_ request: Request) throws(CallableError) {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        guard String(type.prefix { $0 != ";" }).trimmed == "application/json" else { throw CallableError.badRequest }
    }
}

extension CallableError {
    static let tooLate = CallableError(
        .deadlineExceeded,
        "AI is taking too long to respond. Please try again in a moment."
    )

    /// The error to show. One that is a defect of the server is logged, and has words without details.
    init(presenting error: any Error, _ context: AppContext) {
        if let error = error as? CallableError {
            self = error
        } else if let error = SpotterError(presenting: error) {
            self.init(error)
        } else if error is CancellationError {
            self.init(.unavailable, "The server is shutting down. Please try again.")
        } else {
            context.logger.error("callable failed", metadata: ["error": "\(error)"])
            self.init(.unavailable, "Something went wrong on the server. Please try again later.")
        }
    }
}
