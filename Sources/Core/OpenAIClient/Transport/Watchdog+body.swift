public import AsyncHTTPClient
import NIOCore

extension Watchdog {
    /// The bytes of a response's body, each of whose pieces is expected in time.
    /// - Returns: `nil` if it has more than `max` bytes.
    public func bytes(of body: HTTPClientResponse.Body, upTo max: Int) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        for try await buffer in body {
            expectNextByte()
            bytes += buffer.readableBytesView
            guard bytes.count <= max else { return nil }
        }
        return bytes
    }
}
