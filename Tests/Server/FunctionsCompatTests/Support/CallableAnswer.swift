import Domain
import ServerTestKit

/// What a callable answered.
struct CallableAnswer: Sendable {
    let http: Int
    let headers: [String: String]
    let json: JSONValue

    /// What's under `result`, if that is all there is.
    var result: JSONValue? { json.object?.count == 1 ? json["result"] : nil }

    /// The error, if that is all there is.
    var refusal: Refusal? {
        guard json.object?.count == 1, let error = json["error"], let status = error["status"]?.string,
            let message = error["message"]?.string
        else { return nil }
        return Refusal(http, status, message)
    }
}

/// An error as the app sees it: the protocol's name, its HTTP status, the words.
struct Refusal: Equatable, Sendable {
    let http: Int
    let status: String
    let message: String

    init(_ http: Int, _ status: String, _ message: String) {
        self.http = http
        self.status = status
        self.message = message
    }

    static func invalid(_ message: String) -> Refusal { Refusal(400, "INVALID_ARGUMENT", message) }
    static func unauthenticated(_ message: String) -> Refusal { Refusal(401, "UNAUTHENTICATED", message) }
    static func denied(_ message: String) -> Refusal { Refusal(403, "PERMISSION_DENIED", message) }

    static let badRequest = invalid("Bad Request")
}

/// A function that did nothing although the call was right: HTTP 200 with `success: false`.
extension JSONValue {
    var isSuccess: Bool { self["success"]?.bool == true }

    /// The words of a failure; `nil` for a success.
    var failure: String? { self["success"]?.bool == false ? self["error"]?.string : nil }

    var keys: Set<String> { Set(object?.keys.map { $0 } ?? []) }

    /// An integer as apps written in Swift send it.
    static func wrapped(_ value: Int) -> JSONValue {
        ["@type": "type.googleapis.com/google.protobuf.Int64Value", "value": .string(String(value))]
    }
}
