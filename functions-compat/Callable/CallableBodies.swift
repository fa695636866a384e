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
        let details: Details?
    }

    /// Clients hand it to the app as it is.
    struct Details: Codable, Sendable {
        /// Milliseconds.
        let retryAfterMs: Int
    }

    let error: Body

    init(_ error: CallableError) {
        self.error = Body(
            status: error.code.rawValue,
            message: error.message,
            details: error.retryAfterMs.map(Details.init)
        )
    }

    static var example: CallableFailure { CallableFailure(.badRequest) }
}

/// A part of a streamed answer.
struct CallableChunk: APIValue {
    let message: JSONValue

    static var example: CallableChunk { CallableChunk(message: "Sara's ") }
}
