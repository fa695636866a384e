import Domain
package import HTTPTypes
package import SpotterAPI

/// A route's entry in the OpenAPI document.
package struct Operation: Sendable {
    let id: String
    let tag: RouteTable.Tag
    let summary: String
    let body: (any APIValue.Type)?
    /// The media type of a body that isn't JSON.
    let otherBody: String?
    let query: [QueryParameter]
    let headers: [QueryParameter]
    let response: OperationResponse
    let failure: any APIValue.Type
}

/// A query parameter or a header of a route.
package struct QueryParameter: Sendable {
    let name: String
    /// The type that the value is parsed as.
    let type: any (Decodable & Sendable).Type
    let isRequired: Bool
    let description: String?
    /// The bounds of a number.
    let range: ClosedRange<Int>?
    /// What is asked of a text.
    let limit: FieldLimit?

    package init(
        _ name: String,
        _ type: any (Decodable & Sendable).Type,
        isRequired: Bool = false,
        _ description: String? = nil,
        range: ClosedRange<Int>? = nil,
        limit: FieldLimit? = nil
    ) {
        self.limit = limit
        self.range = range ?? (name == "limit" ? 1...200 : nil)
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.description = description
    }
}

/// A route's successful response.
package struct OperationResponse: Sendable {
    /// The first is the usual one.
    let statuses: [HTTPResponse.Status]
    /// The possible types of the JSON body.
    var values: [any APIValue.Type] = []
    /// Media types other than JSON, each with whether it is text.
    var otherContent: [(mediaType: String, isText: Bool)] = []

    package static func json(
        _ type: any APIValue.Type,
        _ statuses: HTTPResponse.Status...
    ) -> OperationResponse {
        OperationResponse(statuses: statuses.isEmpty ? [.ok] : statuses, values: [type])
    }

    package static func json(oneOf types: [any APIValue.Type]) -> OperationResponse {
        OperationResponse(statuses: [.ok], values: types)
    }

    /// One JSON body, or a stream of `AssistantEvent`s.
    package static func jsonOrStream(_ type: any APIValue.Type) -> OperationResponse {
        OperationResponse(statuses: [.ok], values: [type], otherContent: [("text/event-stream", true)])
    }

    /// One JSON body, or a text.
    package static func jsonOrText(_ type: any APIValue.Type, _ mediaType: String) -> OperationResponse {
        OperationResponse(statuses: [.ok], values: [type], otherContent: [(mediaType, true)])
    }

    package static let stream = OperationResponse(statuses: [.ok], otherContent: [("text/event-stream", true)])
    package static let file = OperationResponse(
        statuses: [.ok, .partialContent],
        otherContent: [("application/octet-stream", false)]
    )
    /// A tar archive.
    package static let archive = OperationResponse(statuses: [.ok], otherContent: [("application/x-tar", false)])
    package static func text(_ mediaType: String) -> OperationResponse {
        OperationResponse(statuses: [.ok], otherContent: [(mediaType, true)])
    }
    package static let noContent = OperationResponse(statuses: [.noContent])
    /// Something is done in the background.
    package static let accepted = OperationResponse(statuses: [.accepted])
    /// Headers without a body, as for HEAD.
    package static let headersOnly = OperationResponse(statuses: [.ok])
    package static let upgrade = OperationResponse(statuses: [.switchingProtocols])
}
