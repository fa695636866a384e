import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// A JSON body with its status.
package struct JSONAnswer<Value: Encodable>: ResponseGenerator {
    private let status: HTTPResponse.Status
    private let value: Value

    package init(_ status: HTTPResponse.Status = .ok, _ value: Value) {
        self.status = status
        self.value = value
    }

    package func response() throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Response(json: try encoder.encode(value), status: status)
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response { try response() }
}

extension Response {
    /// A body that is JSON already.
    init(json: some Sequence<UInt8>, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(bytes: json))
        )
    }
}
