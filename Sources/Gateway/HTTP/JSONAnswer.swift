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
        let data = try encoder.encode(value)
        return Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response { try response() }
}
