import Domain
import Testing

@testable import LanguageModels

extension Recording {
    static let chat = [
        openAIText, openAITools, llamaCpp, ollama, olderVLLM, sameIndex, openRouter, azure, plain, parts, deepSeek,
        reasoningDetails,
    ]

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
            + #"data: {"id":"c1","choices":[],"usage":{"prompt_tokens":41,"completion_tokens":7,"total_tokens":48,"#
            + #""prompt_tokens_details":{"cached_tokens":32},"completion_tokens_details":{"reasoning_tokens":2}}}"#
            + "\n\ndata: [DONE]\n\n",
        events: [
            .textDelta("Knee’s fine: 3×8 🏋"),
            .usage(ModelUsage(inputTokens: 41, cachedInputTokens: 32, outputTokens: 7, reasoningTokens: 2)),
            .finished(.stop),
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

    static let deepSeek = Recording(
        name: "DeepSeek: usage in the last chunk, its own name for what was cached",
        body: chunk(#"{"role":"assistant","content":null,"reasoning_content":"Hm"}"#)
            + chunk(#"{"content":"日本","reasoning_content":null}"#)
            + chunk(
                #"{"content":""}"#,
                finish: #""stop""#,
                #","usage":{"prompt_tokens":20,"prompt_cache_hit_tokens":16,"completion_tokens":4}"#
            ) + "data: [DONE]\n\n",
        events: [
            .thinkingDelta("Hm"), .textDelta("日本"),
            .usage(ModelUsage(inputTokens: 20, cachedInputTokens: 16, outputTokens: 4)), .finished(.stop),
        ]
    )

    static let reasoningDetails = Recording(
        name: "OpenRouter: reasoning_details go back with the results of the calls",
        body: chunk(
            #"{"reasoning":"So","reasoning_details":[{"type":"reasoning.text","index":0,"text":"So"}]}"#
        )
            + chunk(
                #"{"reasoning_details":[{"type":"reasoning.text","index":0,"text":" be it","signature":"c2ln"},"#
                    + #"{"type":"reasoning.encrypted","index":1,"data":"eA=="}]}"#
            ) + chunk(#"{"tool_calls":[{"index":0,"id":"x","function":{"name":"a","arguments":"{}"}}]}"#)
            + chunk("{}", finish: #""tool_calls""#) + "data: [DONE]\n\n",
        events: [
            .thinkingDelta("So"), .toolCall(ToolCall(id: "x", name: "a", rawArguments: "{}")),
            .providerState([
                ["type": "reasoning.text", "index": 0, "text": "So be it", "signature": "c2ln"],
                ["type": "reasoning.encrypted", "index": 1, "data": "eA=="],
            ]),
            .finished(.toolCalls),
        ]
    )
}
