import Domain
import NIOCore

/// The last event of a stream that broke off, in OpenAI's shape: its SDKs raise it, and nobody takes half an answer for
/// the whole.
enum ErrorChunk {
    /// - Parameters:
    ///   - id: of the answer's chunks; `nil` if there were none.
    ///   - isBetweenEvents: whether the stream stopped after a whole event. What there is of another is ended first.
    static func bytes(_ error: SpotterError, id: String?, isBetweenEvents: Bool) -> ByteBuffer {
        let chunk: JSONValue = [
            "id": id.map { .string($0) } ?? .null, "object": "chat.completion.chunk",
            "choices": [["index": 0, "delta": ["content": ""], "finish_reason": "error"]],
            "error": [
                "message": .string(error.message), "type": "server_error", "code": .string(error.code.rawValue),
            ],
        ]
        return ByteBuffer(string: "\(isBetweenEvents ? "" : "\n\n")data: \(chunk.text)\n\n")
    }
}
