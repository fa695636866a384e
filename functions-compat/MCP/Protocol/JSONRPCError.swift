import Domain
import HTTPTypes

/// An error of JSON-RPC, with the status that it has over HTTP.
struct JSONRPCError: Error, Hashable {
    let code: Int
    let message: String
    var data: JSONValue?
    let status: HTTPResponse.Status

    init(_ code: Int, _ message: String, data: JSONValue? = nil, _ status: HTTPResponse.Status = .badRequest) {
        self.code = code
        self.message = message
        self.data = data
        self.status = status
    }

    static let parse = JSONRPCError(-32700, "The body is not JSON, or too large.")
    static let invalidRequest = JSONRPCError(-32600, "The body must be one JSON-RPC 2.0 message; batches aren't taken.")
    static let noSession = JSONRPCError(-32600, "Send Mcp-Session-Id, which the answer to initialize carries.")
    static let unknownSession = JSONRPCError(-32001, "There is no such session. Initialize again.", .notFound)
    static let internalError = JSONRPCError(-32603, "Something went wrong on the server. Its log has the details.", .ok)

    static func unknownMethod(_ method: String) -> JSONRPCError {
        JSONRPCError(-32601, "There is no method '\(method.prefix(64))'.", .notFound)
    }

    static func invalidParams(_ message: String) -> JSONRPCError { JSONRPCError(-32602, message) }

    static func headerMismatch(_ header: String) -> JSONRPCError {
        JSONRPCError(-32020, "The header \(header) must be there once and say what the body says.")
    }

    static func unsupportedVersion(_ requested: String) -> JSONRPCError {
        JSONRPCError(
            -32022,
            "This protocol version is not supported.",
            data: [
                "supported": .array(ProtocolVersion.allCases.map { .string($0.rawValue) }),
                "requested": .string(String(requested.prefix(64))),
            ]
        )
    }

    /// One of the server's own errors, before or beside a tool's run.
    init(_ error: SpotterError) {
        let retry = error.retryAfterMs.map { milliseconds -> JSONValue in ["retryAfterMs": .integer(milliseconds)] }
        switch error.code {
        case .unauthorized, .tokenExpired: self.init(-32001, error.message, data: retry, .unauthorized)
        case .forbidden, .accountDisabled: self.init(-32001, error.message, data: retry, .forbidden)
        case .rateLimited, .quotaExceeded: self.init(-32001, error.message, data: retry, .tooManyRequests)
        case .tooLarge: self.init(-32600, error.message, data: retry, .contentTooLarge)
        case .shuttingDown, .unavailable, .storageFull:
            self.init(-32001, error.message, data: retry, .serviceUnavailable)
        default: self.init(-32600, error.message, data: retry)
        }
    }

    /// - Parameter id: `nil` if the request's id could not be read.
    func json(_ id: JSONRPCID?) -> JSONValue {
        var error: [String: JSONValue] = ["code": .integer(code), "message": .string(message)]
        error["data"] = data
        return ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": .object(error)]
    }
}
