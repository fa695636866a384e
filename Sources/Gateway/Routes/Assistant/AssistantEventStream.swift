import Assistant
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer's events as server-sent events: one `event:` and one `data:` line each, closed after the last.
enum AssistantEventStream {
    static func response(_ events: AsyncStream<AssistantEvent>, requestId: String) -> Response {
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-cache"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(
            status: .ok,
            headers: headers,
            body: .init { writer in
                for await event in events { try await writer.write(frame(event, requestId: requestId)) }
                try await writer.finish(nil)
            }
        )
    }

    private static func frame(_ event: AssistantEvent, requestId: String) -> ByteBuffer {
        switch event {
        case .started(let conversation, let message):
            line("started", Started(conversationId: conversation, messageId: message))
        case .retrieved(let citations): line("retrieved", Retrieved(citations: citations))
        case .thinkingDelta(let text): line("thinking.delta", Delta(text: text))
        case .textDelta(let text): line("text.delta", Delta(text: text))
        case .proposal(let proposal): line("proposal", proposal)
        case .needs(let needs): line("needs", needs)
        case .usage(let usage): line("usage", usage)
        case .completed(let answer): line("completed", answer)
        case .failed(let error): line("error", ErrorEnvelope(error, requestId: requestId))
        }
    }

    private static func line(_ name: String, _ data: some Encodable) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // These are strings and numbers only, so this can't fail; an empty object would say nothing false.
        let json = (try? encoder.encode(data)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return ByteBuffer(string: "event: \(name)\ndata: \(json)\n\n")
    }

    private struct Started: Encodable {
        let conversationId: ConversationID
        let messageId: TurnID
    }
    private struct Retrieved: Encodable { let citations: [Citation] }
    private struct Delta: Encodable { let text: String }
}
