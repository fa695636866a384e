public import Domain
public import LanguageModels

/// One answer that a ``ScriptedProvider`` plays, down to the pieces and the way that the connection ends.
public struct ScriptedResponse: Sendable {
    public enum Ending: Sendable {
        /// The body ends as it should, and the connection stays open for the next request.
        case complete
        /// The connection closes in the middle of the body. A client may lose pieces that it hasn't read by then;
        /// where that matters, use `hang` and ``ScriptedProvider/closeConnections()``.
        case disconnect
        /// Nothing more comes, and the connection stays open.
        case hang
    }

    public var status = 200
    public var headers: [(name: String, value: String)] = []
    /// Each piece is written and flushed by itself, as one chunk of the body.
    public var pieces: [[UInt8]] = []
    public var ending = Ending.complete
    /// Whether there is a status line, headers and chunk framing, or the pieces are all that's sent.
    public var isFramed = true

    public init() {}
}

extension ScriptedResponse {
    /// An event stream of these `data` lines, each its own piece, and `[DONE]`.
    public static func stream(_ chunks: [JSONValue], done: Bool = true) -> ScriptedResponse {
        let lines = chunks.map { "data: \($0.text)\n\n" } + (done ? ["data: [DONE]\n\n"] : [])
        return body(lines, type: "text/event-stream")
    }

    /// An answer of text, a word at a time, in the shape that OpenAI streams it.
    public static func text(_ text: String, usage: ModelUsage? = nil) -> ScriptedResponse {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let pieces = words.enumerated().map { $0.offset == 0 ? $0.element : " " + $0.element }
        var chunks = [chunk(delta: ["role": "assistant", "content": ""])]
        chunks += pieces.map { chunk(delta: ["content": .string($0)]) }
        chunks.append(chunk(delta: [:], finish: "stop"))
        return stream(chunks + usageChunk(usage))
    }

    /// An answer that calls tools, their arguments cut into two fragments each.
    public static func toolCalls(_ calls: [ToolCall], usage: ModelUsage? = nil) -> ScriptedResponse {
        var chunks = [chunk(delta: ["role": "assistant", "content": nil])]
        for (index, call) in calls.enumerated() {
            let half = call.rawArguments.index(call.rawArguments.startIndex, offsetBy: call.rawArguments.count / 2)
            let first: JSONValue = [
                "index": .integer(index), "id": .string(call.id), "type": "function",
                "function": ["name": .string(call.name), "arguments": ""],
            ]
            chunks.append(chunk(delta: ["tool_calls": [first]]))
            for fragment in [call.rawArguments[..<half], call.rawArguments[half...]] {
                let more: JSONValue = [
                    "index": .integer(index), "function": ["arguments": .string(String(fragment))],
                ]
                chunks.append(chunk(delta: ["tool_calls": [more]]))
            }
        }
        chunks.append(chunk(delta: [:], finish: "tool_calls"))
        return stream(chunks + usageChunk(usage))
    }

    /// A plain JSON body.
    public static func json(_ body: JSONValue, status: Int = 200) -> ScriptedResponse {
        var response = self.body([body.text], type: "application/json")
        response.status = status
        return response
    }

    /// An error body in OpenAI's shape.
    public static func error(
        _ status: Int,
        _ message: String,
        type: String = "error",
        headers: [(name: String, value: String)] = []
    ) -> ScriptedResponse {
        var response = json(["error": ["message": .string(message), "type": .string(type)]], status: status)
        response.headers += headers
        return response
    }

    /// Any body, in these pieces.
    public static func body(_ pieces: [String], type: String = "text/event-stream") -> ScriptedResponse {
        var response = ScriptedResponse()
        response.headers = [("content-type", type)]
        response.pieces = pieces.map { Array($0.utf8) }
        return response
    }

    /// Bytes that are no HTTP at all; the connection closes after them.
    public static func raw(_ bytes: [UInt8]) -> ScriptedResponse {
        var response = ScriptedResponse()
        response.pieces = [bytes]
        response.isFramed = false
        response.ending = .disconnect
        return response
    }

    /// The connection closes without an answer.
    public static let disconnect = raw([])

    /// No answer ever comes.
    public static var hang: ScriptedResponse {
        var response = raw([])
        response.ending = .hang
        return response
    }

    /// The same answer, but only so many of its pieces, and another ending.
    public func cut(after pieces: Int, _ ending: Ending) -> ScriptedResponse {
        var response = self
        response.pieces = Array(response.pieces.prefix(pieces))
        response.ending = ending
        return response
    }

    /// The same body in pieces of `size` bytes.
    public func cutIntoPieces(of size: Int) -> ScriptedResponse {
        var response = self
        let bytes = Array(pieces.joined())
        response.pieces = stride(from: 0, to: bytes.count, by: size).map { start in
            Array(bytes[start..<min(start + size, bytes.count)])
        }
        return response
    }

    /// One chunk of a chat completion.
    public static func chunk(delta: JSONValue, finish: String? = nil) -> JSONValue {
        [
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_790_000_000, "model": "scripted",
            "choices": [
                ["index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish.map { .string($0) } ?? .null]
            ],
            "usage": nil,
        ]
    }

    private static func usageChunk(_ usage: ModelUsage?) -> [JSONValue] {
        guard let usage else { return [] }
        let tokens: JSONValue = [
            "prompt_tokens": .integer(usage.inputTokens), "completion_tokens": .integer(usage.outputTokens),
            "total_tokens": .integer(usage.inputTokens + usage.outputTokens),
            "prompt_tokens_details": ["cached_tokens": .integer(usage.cachedInputTokens)],
        ]
        return [["id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": tokens]]
    }
}
