import Domain

/// Reads the `data` of a callable request.
enum CallableData {
    /// Far more than a call of the apps has. Each value costs about a microsecond to decode.
    private static let maxElements = 2000

    /// The value under `data`, with wrapped integers unwrapped. Any other field in the body is refused.
    static func read(_ bytes: [UInt8]) throws(CallableError) -> JSONValue {
        guard let body = JSONValue.parse(bytes, maxElements: maxElements)?.object, body.count == 1,
            let data = body["data"]
        else {
            throw .badRequest
        }
        return try unwrap(data)
    }

    /// Unwraps integers: Swift clients send an `Int` as `{"@type":"…Int64Value","value":"5"}`. Unknown types are
    /// refused.
    private static func unwrap(_ value: JSONValue) throws(CallableError) -> JSONValue {
        switch value {
        case .array(let elements):
            var unwrapped: [JSONValue] = []
            for element in elements { unwrapped.append(try unwrap(element)) }
            return .array(unwrapped)
        case .object(let members):
            if let type = members["@type"] { return try integer(type, members["value"]) }
            var unwrapped: [String: JSONValue] = [:]
            for (key, member) in members { unwrapped[key] = try unwrap(member) }
            return .object(unwrapped)
        default: return value
        }
    }

    private static func integer(_ type: JSONValue, _ value: JSONValue?) throws(CallableError) -> JSONValue {
        switch type.string {
        case "type.googleapis.com/google.protobuf.Int64Value", "type.googleapis.com/google.protobuf.UInt64Value":
            if let number = value?.int ?? value?.string.flatMap({ Int($0) }) { return .integer(number) }
            throw CallableError(.invalidArgument, "An integer could not be read.")
        default: throw CallableError(.invalidArgument, "Unknown data type in the request.")
        }
    }
}
