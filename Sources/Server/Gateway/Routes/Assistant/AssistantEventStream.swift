import HTTPTypes
import Hummingbird
import NIOCore
import ServerSentEvents
import SpotterAPI

/// An answer's events as a `text/event-stream`, closed after the last event.
enum AssistantEventStream {
    /// - Parameter whole: what the last event tells of the complete answer; `nil` for the answer as it is.
    static func response(
        _ events: AsyncStream<AssistantEvent>,
        requestId: String,
        whole: (@Sendable (AssistantAnswer) -> any APIValue)? = nil
    ) -> Response {
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(
            status: .ok,
            headers: headers,
            body: .init { writer in
                for await event in events {
                    var sent = event.serverSentEvent(requestId: requestId)
                    if let whole, case .completed(let answer) = event {
                        sent = ServerSentEvent(
                            name: sent.name,
                            data: String(decoding: try whole(answer).json(), as: UTF8.self)
                        )
                    }
                    try await writer.write(ByteBuffer(string: sent.text))
                }
                try await writer.finish(nil)
            }
        )
    }
}
