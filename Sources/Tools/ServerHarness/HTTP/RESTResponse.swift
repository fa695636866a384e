public import Foundation
public import NIOCore
import NIOFoundationCompat

/// A server's response.
public struct RESTResponse: Sendable {
    public let status: Int
    /// By lower-case name; the first value if there are several.
    public let headers: [String: String]
    public let bytes: ByteBuffer

    public init(status: Int, headers: [String: String], bytes: ByteBuffer) {
        self.status = status
        self.headers = headers
        self.bytes = bytes
    }

    public var body: Data { Data(buffer: bytes) }

    /// The body as JSON: dictionaries, arrays, strings, numbers. Empty if it isn't an object.
    public var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }

    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The code of an error envelope.
    public var errorCode: String? { (json["error"] as? [String: Any])?["code"] as? String }
}
