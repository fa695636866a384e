import Domain
import SpotterAPI

/// The body of a call. The function's input is under `data`.
struct CallableRequest: APIValue {
    let data: JSONValue

    static var example: CallableRequest { CallableRequest(data: ["message": "How is Sara's knee?"]) }
}

/// The response to a call that succeeded, or that the function itself refused.
struct CallableResponse: APIValue {
    let result: JSONValue

    static var example: CallableResponse { CallableResponse(result: ["success": true]) }
}

/// The response to a call that failed.
struct CallableFailure: APIValue {
    struct Body: Codable, Sendable {
        /// A status of Firebase's protocol, such as `INVALID_ARGUMENT`.
        let status: String
        let message: String
    }

    let error: Body

    init(_ error: CallableError) { self.error = Body(status: error.code.rawValue, message: error.message) }

    static var example: CallableFailure { CallableFailure(.badRequest) }
}
