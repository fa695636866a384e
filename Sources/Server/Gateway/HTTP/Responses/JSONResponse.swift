package import HTTPTypes
package import Hummingbird
import NIOCore
import SpotterAPI

/// A JSON body with a status. Keys are sorted.
package struct JSONResponse<Value: Encodable>: ResponseGenerator {
    private let status: HTTPResponse.Status
    private let value: Value

    package init(_ status: HTTPResponse.Status, _ value: Value) {
        self.status = status
        self.value = value
    }

    /// Responds with status 200.
    package init(_ value: Value) { self.init(.ok, value) }

    package func response() throws -> Response {
        Response(json: try value.json(), status: status)
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response { try response() }
}

extension Response {
    /// A body that is already encoded.
    init(json: some Sequence<UInt8>, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(bytes: json))
        )
    }
}
