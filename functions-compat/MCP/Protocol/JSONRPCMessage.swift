import Domain

/// A message of JSON-RPC 2.0: exactly one, never a batch.
enum JSONRPCMessage: Sendable, Hashable {
    case request(JSONRPCRequest)
    case notification(method: String, params: JSONValue)
    /// The other side's answer to a request of ours. `result` is `nil` if it is an error.
    case response(id: JSONRPCID, result: JSONValue?)

    static let maxBytes = 128 << 10
    /// Far more than a tool's arguments have.
    private static let maxElements = 2000
    private static let maxDepth = 16
    private static let maxMethodLength = 100

    /// Reads any bytes.
    /// - Throws: `parse` unless it is JSON within bounds, `invalidRequest` unless that is one message.
    init(_ bytes: [UInt8]) throws(JSONRPCError) {
        let value = JSONValue.parse(
            bytes,
            maxBytes: Self.maxBytes,
            maxDepth: Self.maxDepth,
            maxElements: Self.maxElements
        )
        guard let value else { throw .parse }
        guard let members = value.object, members["jsonrpc"]?.string == "2.0" else { throw .invalidRequest }
        let params = members["params"]?.given ?? .object([:])
        guard let member = members["method"]?.given else {
            // Some write the one that there isn't as null.
            let error = members["error"]?.given
            let result = error == nil ? members["result"] : members["result"]?.given
            guard let id = members["id"].flatMap(JSONRPCID.init), (result == nil) != (error == nil) else {
                throw .invalidRequest
            }
            self = .response(id: id, result: result)
            return
        }
        guard let method = member.string, 1...Self.maxMethodLength ~= method.utf8.count, params.object != nil else {
            throw .invalidRequest
        }
        guard let id = members["id"] else {
            self = .notification(method: method, params: params)
            return
        }
        guard let id = JSONRPCID(id) else { throw .invalidRequest }
        self = .request(JSONRPCRequest(id: id, method: method, params: params))
    }
}

/// A request, whose parameters are an object.
struct JSONRPCRequest: Sendable, Hashable {
    let id: JSONRPCID
    let method: String
    let params: JSONValue
}

/// A request's id, which its answer repeats as it was written.
enum JSONRPCID: Sendable, Hashable {
    case number(Int)
    case text(String)

    private static let maxLength = 256

    /// `nil` for anything but a short text or a whole number.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .number(number)
        case .string(let text) where text.utf8.count <= Self.maxLength: self = .text(text)
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .string(text)
        }
    }
}
