import Domain
import Testing

@testable import LanguageModels

extension Recording {
    static let responses = [
        responsesText, responsesCalls, responsesRefusal, responsesCutOff, responsesWhole, responsesOnlyCompleted,
        responsesPlain, responsesCompatible,
    ]

    /// An event of the stream; `fields` go beside its type.
    private static func event(_ type: String, _ fields: String) -> String {
        #"event: \#(type)"# + "\n" + #"data: {"type":"\#(type)","sequence_number":7,\#(fields)}"# + "\n\n"
    }

    private static func response(_ status: String, _ fields: String) -> String {
        #""response":{"id":"resp_1","object":"response","created_at":1790000000,"status":"\#(status)","#
            + #""error":null,"model":"m","parallel_tool_calls":true,"tool_choice":"auto","tools":[],\#(fields)}"#
    }

    private static let opening =
        event("response.created", response("in_progress", #""output":[],"usage":null,"incomplete_details":null"#))
        + event("response.in_progress", response("in_progress", #""output":[],"usage":null"#))

    private static let usage =
        #""usage":{"input_tokens":50,"input_tokens_details":{"cached_tokens":40,"cache_write_tokens":0},"#
        + #""output_tokens":9,"output_tokens_details":{"reasoning_tokens":4},"total_tokens":59}"#

    private static let counted = ModelEvent.usage(
        ModelUsage(inputTokens: 50, cachedInputTokens: 40, outputTokens: 9, reasoningTokens: 4)
    )

    private static let message =
        #"{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":"#
        + #"[{"type":"output_text","text":"Knee’s fine 🏋","annotations":[],"logprobs":[]}]}"#

    static let responsesText = Recording(
        name: "Responses: text in deltas, with everything that surrounds it",
        api: .responses,
        body: opening
            + event("response.output_item.added", #""output_index":0,"item":{"type":"message","content":[]}"#)
            + event("response.content_part.added", #""item_id":"msg_1","output_index":0,"content_index":0,"part":{}"#)
            + event(
                "response.output_text.delta",
                #""item_id":"msg_1","output_index":0,"content_index":0,"delta":"Knee’s","logprobs":[],"obfuscation":"x""#
            )
            + event("response.output_text.delta", #""output_index":0,"content_index":0,"delta":" fine \ud83c\udfcb""#)
            + event("response.output_text.done", #""output_index":0,"content_index":0,"text":"Knee’s fine 🏋""#)
            + event("response.content_part.done", #""output_index":0,"content_index":0,"part":{}"#)
            + event("response.output_item.done", #""output_index":0,"item":\#(message)"#)
            + event("response.completed", response("completed", #""output":[\#(message)],\#(usage)"#)),
        events: [.textDelta("Knee’s fine 🏋"), counted, .finished(.stop)]
    )

    private static let reasoning =
        #"{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"First."},"#
        + #"{"type":"summary_text","text":"Then."}],"encrypted_content":"Z0FB"}"#

    private static func call(_ number: Int, _ name: String, _ arguments: String) -> String {
        #"{"id":"fc_\#(number)","type":"function_call","status":"completed","call_id":"call_\#(number)","#
            + #""name":"\#(name)","arguments":"\#(arguments)"}"#
    }

    static let responsesCalls = Recording(
        name: "Responses: reasoning in two parts, then two calls side by side",
        api: .responses,
        body: opening
            + event("response.output_item.added", #""output_index":0,"item":{"type":"reasoning"}"#)
            + event("response.reasoning_summary_text.delta", #""output_index":0,"summary_index":0,"delta":"First.""#)
            + event("response.reasoning_summary_text.done", #""output_index":0,"summary_index":0,"text":"First.""#)
            + event("response.reasoning_summary_text.delta", #""output_index":0,"summary_index":1,"delta":"Then.""#)
            + event("response.output_item.done", #""output_index":0,"item":\#(reasoning)"#)
            + event("response.output_item.added", #""output_index":1,"item":\#(call(1, "a", ""))"#)
            + event("response.function_call_arguments.delta", #""item_id":"fc_1","output_index":1,"delta":"{\"n\"""#)
            + event("response.output_item.added", #""output_index":2,"item":\#(call(2, "b", ""))"#)
            + event("response.function_call_arguments.delta", #""item_id":"fc_1","output_index":1,"delta":":1}""#)
            + event("response.function_call_arguments.done", #""output_index":2,"name":"b","arguments":"{}""#)
            + event("response.output_item.done", #""output_index":1,"item":\#(call(1, "a", #"{\"n\":1}"#))"#)
            + event("response.output_item.done", #""output_index":2,"item":\#(call(2, "b", "{}"))"#)
            + event("response.completed", response("completed", #""output":[],\#(usage)"#)),
        events: [
            .thinkingDelta("First.\n\nThen."), .toolCall(ToolCall(id: "call_1", name: "a", rawArguments: #"{"n":1}"#)),
            .toolCall(ToolCall(id: "call_2", name: "b", rawArguments: "{}")),
            .providerState([
                [
                    "id": "rs_1", "type": "reasoning", "encrypted_content": "Z0FB",
                    "summary": [
                        ["type": "summary_text", "text": "First."], ["type": "summary_text", "text": "Then."],
                    ],
                ],
                [
                    "id": "fc_1", "type": "function_call", "status": "completed", "call_id": "call_1", "name": "a",
                    "arguments": #"{"n":1}"#,
                ],
                [
                    "id": "fc_2", "type": "function_call", "status": "completed", "call_id": "call_2", "name": "b",
                    "arguments": "{}",
                ],
            ]), counted, .finished(.toolCalls),
        ]
    )

    static let responsesRefusal = Recording(
        name: "Responses: a refusal",
        api: .responses,
        body: opening + event("response.refusal.delta", #""output_index":0,"content_index":0,"delta":"I can’t.""#)
            + event("response.refusal.done", #""output_index":0,"content_index":0,"refusal":"I can’t.""#)
            + event("response.completed", response("completed", #""output":[],"usage":null"#)),
        events: [.textDelta("I can’t."), .finished(.stop)]
    )

    static let responsesCutOff = Recording(
        name: "Responses: incomplete, CRLF, comments",
        api: .responses,
        body: (": ping\n\n" + opening
            + event("response.reasoning_text.delta", #""output_index":0,"content_index":0,"delta":"Hm""#)
            + event("response.output_text.delta", #""output_index":1,"content_index":0,"delta":"Because""#)
            + event(
                "response.incomplete",
                response("incomplete", #""incomplete_details":{"reason":"max_output_tokens"},\#(usage)"#)
            )).replacing("\n", with: "\r\n"),
        events: [.thinkingDelta("Hm"), .textDelta("Because"), counted, .finished(.length)]
    )

    static let responsesWhole = Recording(
        name: "Responses: items come whole, without deltas, arguments as an object, without ids",
        api: .responses,
        body: opening + event("response.output_item.done", #""output_index":0,"item":\#(message)"#)
            + event(
                "response.output_item.done",
                #""output_index":1,"item":{"type":"function_call","name":"a","arguments":{"t":[true,null]}}"#
            ) + event("response.completed", response("completed", #""output":[\#(message)]"#)),
        events: [
            .textDelta("Knee’s fine 🏋"),
            .toolCall(ToolCall(id: "made-0", name: "a", rawArguments: #"{"t":[true,null]}"#)), .finished(.toolCalls),
        ]
    )

    static let responsesOnlyCompleted = Recording(
        name: "Responses: nothing before the completed response",
        api: .responses,
        body: event("response.completed", response("completed", #""output":[\#(reasoning),\#(message)],\#(usage)"#)),
        events: [.thinkingDelta("First.\n\nThen."), .textDelta("Knee’s fine 🏋"), counted, .finished(.stop)]
    )

    static let responsesPlain = Recording(
        name: "Responses: a server that doesn't stream",
        api: .responses,
        body: "{"
            + response("completed", #""output":[\#(message),\#(call(1, "a", "{}"))],\#(usage)"#)
            .dropFirst(#""response":{"#.count),
        events: [
            .textDelta("Knee’s fine 🏋"), .toolCall(ToolCall(id: "call_1", name: "a", rawArguments: "{}")), counted,
            .finished(.toolCalls),
        ]
    )

    static let responsesCompatible = Recording(
        name: "Responses: no event lines, a search, annotations, other numbers at the end, [DONE]",
        api: .responses,
        body: (opening
            + event("response.web_search_call.searching", #""output_index":0,"item_id":"ws_1""#)
            + event("response.output_item.done", #""output_index":0,"item":{"type":"web_search_call","id":"ws_1"}"#)
            + event("response.output_text.delta", #""output_index":1,"content_index":0,"delta":"Knee’s fine 🏋""#)
            + event("response.output_text.annotation.added", #""output_index":1,"annotation":{"url":"https://e.org"}"#)
            + event("response.completed", response("completed", #""output":[\#(message)],\#(usage)"#))
            + "data: [DONE]\n\n")
            .split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("event:") }
            .joined(separator: "\n"),
        events: [.textDelta("Knee’s fine 🏋"), counted, .finished(.stop)]
    )
}
