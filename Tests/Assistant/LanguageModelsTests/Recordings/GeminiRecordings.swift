import Domain
import Testing

@testable import LanguageModels

extension Recording {
    static let gemini = [
        geminiText, geminiCall, geminiCalls, geminiBlocked, geminiUnsafe, geminiCutOff, geminiPlain, geminiList,
        geminiSnake,
    ]

    /// A chunk of the stream with these parts; `rest` goes beside the candidates.
    private static func chunk(_ parts: String, finish: String? = nil, _ rest: String = "") -> String {
        let reason = finish.map { #","finishReason":"\#($0)""# } ?? ""
        return #"data: {"candidates":[{"content":{"parts":[\#(parts)],"role":"model"}\#(reason),"index":0,"#
            + #""safetyRatings":[]}]\#(rest),"modelVersion":"m","responseId":"r"}"# + "\r\n\r\n"
    }

    static let geminiText = Recording(
        name: "Gemini: a thought, then text; usage in each chunk, the last counts",
        api: .gemini,
        body: chunk(
            #"{"text":"Let me see.","thought":true}"#,
            #","usageMetadata":{"promptTokenCount":30,"thoughtsTokenCount":5,"totalTokenCount":35}"#
        ) + chunk(#"{"text":"Knee’s "}"#) + chunk(#"{"text":"fine 🏋"}"#, finish: "FINISH_REASON_UNSPECIFIED")
            + chunk(
                #"{"text":""}"#,
                finish: "STOP",
                #","usageMetadata":{"promptTokenCount":30,"candidatesTokenCount":6,"thoughtsTokenCount":5,"#
                    + #""cachedContentTokenCount":20,"toolUsePromptTokenCount":2,"totalTokenCount":43}"#
            ),
        events: [
            .thinkingDelta("Let me see."), .textDelta("Knee’s fine 🏋"),
            .usage(ModelUsage(inputTokens: 32, cachedInputTokens: 20, outputTokens: 11, reasoningTokens: 5)),
            .finished(.stop),
        ]
    )

    static let geminiCall = Recording(
        name: "Gemini: a signed call without an id, finished by STOP",
        api: .gemini,
        body: chunk(#"{"functionCall":{"name":"a","args":{"n":1}},"thoughtSignature":"c2ln"}"#)
            + chunk(#"{"text":""}"#, finish: "STOP"),
        events: [
            .toolCall(ToolCall(id: "made-0", name: "a", rawArguments: #"{"n":1}"#)),
            .providerState([["functionCall": ["name": "a", "args": ["n": 1]], "thoughtSignature": "c2ln"]]),
            .finished(.toolCalls),
        ]
    )

    static let geminiCalls = Recording(
        name: "Gemini: text, then two calls with ids and without arguments",
        api: .gemini,
        body: chunk(#"{"text":"One "},{"text":"moment."}"#)
            + chunk(
                #"{"functionCall":{"id":"x","name":"a"}},{"functionCall":{"id":"y","name":"b","args":{}}}"#,
                finish: "STOP"
            ),
        events: [
            .textDelta("One moment."), .toolCall(ToolCall(id: "x", name: "a", rawArguments: "{}")),
            .toolCall(ToolCall(id: "y", name: "b", rawArguments: "{}")),
            .providerState([
                ["text": "One moment."], ["functionCall": ["id": "x", "name": "a"]],
                ["functionCall": ["id": "y", "name": "b", "args": [:]]],
            ]), .finished(.toolCalls),
        ]
    )

    static let geminiBlocked = Recording(
        name: "Gemini: a blocked prompt has no candidates",
        api: .gemini,
        body: #"data: {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":8}}"#
            + "\r\n\r\n",
        events: [.usage(ModelUsage(inputTokens: 8, outputTokens: 0)), .finished(.contentFilter)]
    )

    static let geminiUnsafe = Recording(
        name: "Gemini: stopped for safety, without content",
        api: .gemini,
        body: chunk(#"{"text":"No"}"#) + #"data: {"candidates":[{"finishReason":"SAFETY"}]}"# + "\r\n\r\n",
        events: [.textDelta("No"), .finished(.contentFilter)]
    )

    static let geminiCutOff = Recording(
        name: "Gemini: the limit of tokens, code that it ran, several candidates",
        api: .gemini,
        body: chunk(#"{"executableCode":{"code":"1"}},{"codeExecutionResult":{"output":"1"}},{"text":"Be"}"#)
            + #"data: {"candidates":[{"index":1,"content":{"parts":[{"text":"not this"}]}},{"index":0,"#
            + #""content":{"parts":[{"text":"cause"}]},"finishReason":"MAX_TOKENS"}]}"# + "\n\n",
        events: [.textDelta("Because"), .finished(.length)]
    )

    static let geminiPlain = Recording(
        name: "Gemini: a server that doesn't stream",
        api: .gemini,
        body: #"""
            {"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP"}],
            "usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2}}
            """#,
        events: [.textDelta("Hi"), .usage(ModelUsage(inputTokens: 1, outputTokens: 2)), .finished(.stop)]
    )

    static let geminiList = Recording(
        name: "Gemini: a list of chunks instead of events",
        api: .gemini,
        body: #"""
            [{"candidates":[{"content":{"parts":[{"text":"H"}]}}]}
            ,
            {"candidates":[{"content":{"parts":[{"text":"i"}]},"finishReason":"STOP"}]}
            ]
            """#,
        events: [.textDelta("Hi"), .finished(.stop)]
    )

    static let geminiSnake = Recording(
        name: "Gemini: names in snake case",
        api: .gemini,
        body: #"data: {"candidates":[{"content":{"parts":[{"function_call":{"name":"a"},"thought_signature":"cw=="}]},"#
            + #""finish_reason":"STOP"}],"usage_metadata":{"prompt_token_count":3,"candidates_token_count":1}}"#
            + "\n\n",
        events: [
            .toolCall(ToolCall(id: "made-0", name: "a", rawArguments: "{}")),
            .providerState([["function_call": ["name": "a"], "thought_signature": "cw=="]]),
            .usage(ModelUsage(inputTokens: 3, outputTokens: 1)), .finished(.toolCalls),
        ]
    )
}
