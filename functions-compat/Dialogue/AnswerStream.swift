import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import SpotterAPI

/// Writes an answer's events in another API's form.
protocol AnswerEncoder: Sendable {
    /// What an event adds to the body; empty for nothing.
    mutating func encode(_ event: AssistantEvent) -> String
    /// What is sent while nothing happens, which clients ignore.
    var pause: String { get }
}

/// A response whose body is an answer while it is made.
///
/// While nothing happens it sends a comment now and then: proxies keep the connection, and a client that has gone away is
/// noticed.
struct AnswerStream<Encoder: AnswerEncoder> {
    var mediaType = "text/event-stream; charset=utf-8"
    var pauseLength = Duration.seconds(5)
    /// Is called if the client goes away before the end.
    var didAbandon: @Sendable () async -> Void = {}

    func response(_ events: AsyncStream<AssistantEvent>, _ encoder: Encoder) -> Response {
        var headers: HTTPFields = [.contentType: mediaType, .cacheControl: "no-cache"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        let (pauseLength, didAbandon) = (pauseLength, didAbandon)
        return Response(
            status: .ok,
            headers: headers,
            body: .init { writer in
                var encoder = encoder
                do {
                    for await beat in Beat.stream(events, pauses: pauseLength) {
                        let text =
                            switch beat {
                            case .event(let event): encoder.encode(event)
                            case .pause: encoder.pause
                            }
                        if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                    }
                } catch {
                    await didAbandon()
                    throw error
                }
                if Task.isCancelled { await didAbandon() }
                try await writer.finish(nil)
            }
        )
    }
}

/// An event, or that none has come for a while.
private enum Beat: Sendable {
    case event(AssistantEvent)
    case pause

    static func stream(_ events: AsyncStream<AssistantEvent>, pauses length: Duration) -> AsyncStream<Beat> {
        let (stream, continuation) = AsyncStream<Beat>.makeStream()
        let reading = Task {
            for await event in events { continuation.yield(.event(event)) }
            continuation.finish()
        }
        let ticking = Task {
            while (try? await Task.sleep(for: length)) != nil { continuation.yield(.pause) }
        }
        continuation.onTermination = { _ in
            reading.cancel()
            ticking.cancel()
        }
        return stream
    }
}

extension String {
    /// A server-sent event without a name.
    static func data(_ json: JSONValue) -> String { "data: \(json.text)\n\n" }
}
