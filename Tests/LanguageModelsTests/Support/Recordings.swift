import Testing

@testable import LanguageModels

/// Bodies in the shapes that providers document, and the events that they mean.
struct Recording: Sendable, CustomTestStringConvertible {
    let name: String
    let body: String
    let events: [ModelEvent]

    var testDescription: String { name }

    /// Events of neighbouring deltas joined, so that recordings can say what a reader would see.
    static func joined(_ events: [ModelEvent]) -> [ModelEvent] {
        events.reduce(into: []) { result, event in
            switch (result.last, event) {
            case (.textDelta(let before), .textDelta(let more)): result[result.count - 1] = .textDelta(before + more)
            case (.thinkingDelta(let before), .thinkingDelta(let more)):
                result[result.count - 1] = .thinkingDelta(before + more)
            default: result.append(event)
            }
        }
    }
}

extension Recording {
    static let all = [openAIText, openAITools, llamaCpp, ollama, olderVLLM, sameIndex, openRouter, azure, plain, parts]

    /// A chunk with this delta; `rest` goes beside `choices`.
    private static func chunk(_ delta: String, finish: String = "null", _ rest: String = "") -> String {
        #"data: {"id":"c1","object":"chat.completion.chunk","created":1790000000,"model":"m","choices":[{"index":0,"#
            + #""delta":\#(delta),"logprobs":null,"finish_reason":\#(finish)}]\#(rest)}"# + "\n\n"
    }

    static let openAIText = Recording(
        name: "OpenAI: text with usage",
        body: chunk(#"{"role":"assistant","content":"","refusal":null}"#, finish: "null", #","usage":null"#)
            + chunk(#"{"content":"Knee’s fine"}"#, finish: "null", #","usage":null,"obfuscation":"xK2""#)
            + chunk(#"{"content":": 3×8 \ud83c\udfcb"}"#) + chunk("{}", finish: #""stop""#)
            + #"data: {"id":"c1","choices":[],"usage":{"prompt_tokens":41,"completion_tokens":7,"total_tokens":48}}"#
            + "\n\ndata: [DONE]\n\n",
        events: [
            .textDelta("Knee’s fine: 3×8 🏋"), .usage(ModelUsage(inputTokens: 41, outputTokens: 7)), .finished(.stop),
        ]
    )

    static let openAITools = Recording(
        name: "OpenAI: two calls side by side",
        body: chunk(
            #"{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_a","type":"function","#
                + #""function":{"name":"scheduleCall","arguments":""}}]}"#
        ) + chunk(#"{"tool_calls":[{"index":0,"function":{"arguments":"{\"client"}}]}"#)
            + chunk(#"{"tool_calls":[{"index":0,"function":{"arguments":"\":\"Ana\"}"}}]}"#)
            + chunk(#"{"tool_calls":[{"index":1,"id":"call_b","function":{"name":"setReminder","arguments":""}}]}"#)
            + chunk(#"{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]}"#)
            + chunk("{}", finish: #""tool_calls""#) + "data: [DONE]\n\n",
        events: [
            .toolCall(ToolCall(id: "call_a", name: "scheduleCall", rawArguments: #"{"client":"Ana"}"#)),
            .toolCall(ToolCall(id: "call_b", name: "setReminder", rawArguments: "{}")), .finished(.toolCalls),
        ]
    )

    static let llamaCpp = Recording(
        name: "llama.cpp: reasoning_content, timings, CRLF, no [DONE]",
        body: (chunk(#"{"reasoning_content":"Let me "}"#) + chunk(#"{"reasoning_content":"see."}"#)
            + chunk(
                #"{"content":"Yes."}"#,
                finish: "null",
                #","timings":{"predicted_n":3},"system_fingerprint":"b9554""#
            )
            + chunk("{}", finish: #""stop""#, #","usage":{"prompt_tokens":9,"completion_tokens":3}"#))
            .replacing("\n", with: "\r\n"),
        events: [
            .thinkingDelta("Let me see."), .textDelta("Yes."), .usage(ModelUsage(inputTokens: 9, outputTokens: 3)),
            .finished(.stop),
        ]
    )

    static let ollama = Recording(
        name: "Ollama: whole calls in one chunk, empty ids, finished by stop",
        body: chunk(#"{"role":"assistant","reasoning":"Hm."}"#)
            + chunk(
                #"{"tool_calls":[{"id":"","index":0,"type":"function","function":{"name":"a","arguments":"{\"n\":1}"}},"#
                    + #"{"id":"","index":1,"type":"function","function":{"name":"b","arguments":"{}"}}]}"#
            ) + chunk(#"{"content":""}"#, finish: #""stop""#) + "data: [DONE]\n\n",
        events: [
            .thinkingDelta("Hm."), .toolCall(ToolCall(id: "made-0", name: "a", rawArguments: #"{"n":1}"#)),
            .toolCall(ToolCall(id: "made-1", name: "b", rawArguments: "{}")), .finished(.toolCalls),
        ]
    )

    static let olderVLLM = Recording(
        name: "older vLLM: no index, no type; arguments as an object",
        body: chunk(#"{"tool_calls":[{"id":"x","function":{"name":"a","arguments":"{\"n\":"}}]}"#)
            + chunk(#"{"tool_calls":[{"function":{"arguments":"2}"}}]}"#)
            + chunk(#"{"tool_calls":[{"function":{"name":"b","arguments":{"t":[true,null]}}}]}"#)
            + chunk("{}", finish: #""tool_calls""#) + "data: [DONE]",
        events: [
            .toolCall(ToolCall(id: "x", name: "a", rawArguments: #"{"n":2}"#)),
            .toolCall(ToolCall(id: "made-1", name: "b", rawArguments: #"{"t":[true,null]}"#)), .finished(.toolCalls),
        ]
    )

    static let sameIndex = Recording(
        name: "every parallel call has index 0",
        body: chunk(#"{"tool_calls":[{"index":0,"id":"x","function":{"name":"a","arguments":"{\"n\":1}"}}]}"#)
            + chunk(#"{"tool_calls":[{"index":0,"id":"y","function":{"name":"a","arguments":"{\"n\""}}]}"#)
            + chunk(#"{"tool_calls":[{"index":0,"id":"y","function":{"name":"a","arguments":":2}"}}]}"#)
            + chunk(#"{"tool_calls":[{"index":0,"id":"","function":{"name":"a","arguments":"{\"n\":3}"}}]}"#)
            + chunk(#"{"tool_calls":[{"index":0,"id":"z","function":{"name":"b","arguments":""}}]}"#)
            + chunk(#"{"tool_calls":[{"index":0,"id":"w","function":{"name":"b","arguments":""}}]}"#)
            + chunk("{}", finish: #""tool_calls""#) + "data: [DONE]\n\n",
        events: [
            .toolCall(ToolCall(id: "x", name: "a", rawArguments: #"{"n":1}"#)),
            .toolCall(ToolCall(id: "y", name: "a", rawArguments: #"{"n":2}"#)),
            .toolCall(ToolCall(id: "made-2", name: "a", rawArguments: #"{"n":3}"#)),
            .toolCall(ToolCall(id: "z", name: "b", rawArguments: "")),
            .toolCall(ToolCall(id: "w", name: "b", rawArguments: "")), .finished(.toolCalls),
        ]
    )

    static let openRouter = Recording(
        name: "OpenRouter: keep-alive comments, both reasoning fields, length",
        body: ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n"
            + chunk(#"{"reasoning":"Why?","reasoning_content":"Why?","content":""}"#)
            + chunk(#"{"content":"Because"}"#, finish: #""length""#, #","provider":"p","native_finish_reason":"max""#)
            + "data: [DONE]\n\n",
        events: [.thinkingDelta("Why?"), .textDelta("Because"), .finished(.length)]
    )

    static let azure = Recording(
        name: "Azure: first chunk without choices; content filter",
        body: #"data: {"choices":[],"prompt_filter_results":[{"prompt_index":0}]}"# + "\n\n"
            + chunk(#"{"content":"No"}"#) + chunk("{}", finish: #""content_filter""#) + "data: [DONE]\n\n",
        events: [.textDelta("No"), .finished(.contentFilter)]
    )

    static let plain = Recording(
        name: "a server that doesn't stream",
        body: #"""
            {"id":"c1","object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":
            {"role":"assistant","content":"One moment.","tool_calls":[{"id":"x","type":"function",
            "function":{"name":"a","arguments":"{}"}}]}}],"usage":{"prompt_tokens":1,"completion_tokens":2}}
            """#,
        events: [
            .textDelta("One moment."), .toolCall(ToolCall(id: "x", name: "a", rawArguments: "{}")),
            .usage(ModelUsage(inputTokens: 1, outputTokens: 2)), .finished(.toolCalls),
        ]
    )

    static let parts = Recording(
        name: "content in parts; JSON over two data lines; a byte-order mark",
        body: "\u{FEFF}data: {\"choices\":[{\"delta\":{\"content\":\ndata: [{\"type\":\"thinking\",\"thinking\":"
            + "[{\"type\":\"text\",\"text\":\"Hm\"}]},{\"type\":\"text\",\"text\":\"Ok\"}]}}]}\n\n"
            + chunk("{}", finish: #""stop""#) + "data: [DONE]\n\n",
        events: [.thinkingDelta("Hm"), .textDelta("Ok"), .finished(.stop)]
    )
}
