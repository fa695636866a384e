import HTTPTypes
import Hummingbird
import NIOCore
import ServerSentEvents
import SpotterAPI

/// An answer's events as a `text/event-stream`, closed after the last event.
enum AssistantEventStream {
    static func response(_ events: AsyncStream<AssistantEvent>, requestId: String) -> Response {
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(
            status: .ok,
            headers: headers,
            body: .init { writer in
                for await event in events {
                    try await writer.write(ByteBuffer(string: event.serverSentEvent(requestId: requestId).text))
                }
                try await writer.finish(nil)
            }
        )
    }
}
