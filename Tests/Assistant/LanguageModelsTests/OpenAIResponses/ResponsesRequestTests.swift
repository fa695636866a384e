import Domain
import Testing

@testable import LanguageModels

@Suite struct ResponsesRequestTests {
    private let call = ToolCall(id: "c", name: "call", rawArguments: #"{"who":"Ana"}"#)

    @Test func aConversationWithToolsHasTheProtocolsShape() {
        let request = ModelRequest(
            messages: [
                .system("Be brief."), .user("Call Ana", images: [ModelImage(mimeType: "image/png", bytes: [1, 2, 3])]),
                .assistant(text: "Yes.", toolCalls: [call]), .tool(callId: "c", content: "done"),
                .assistant(text: "Done."), .user("Thanks"),
            ],
            tools: [ToolDefinition(name: "call", description: "Calls.", parameters: ["type": "object"])],
            toolChoice: .tool("call"),
            temperature: 0.2,
            topP: 0.5,
            maxOutputTokens: 500
        )
        let expected: JSONValue = [
            "model": "m", "stream": true, "store": false, "temperature": 0.2, "top_p": 0.5, "max_output_tokens": 500,
            "instructions": "Be brief.", "include": ["reasoning.encrypted_content"], "reasoning": ["summary": "auto"],
            "input": [
                [
                    "role": "user",
                    "content": [
                        ["type": "input_image", "image_url": "data:image/png;base64,AQID", "detail": "auto"],
                        ["type": "input_text", "text": "Call Ana"],
                    ],
                ],
                ["role": "assistant", "content": "Yes."],
                ["type": "function_call", "call_id": "c", "name": "call", "arguments": #"{"who":"Ana"}"#],
                ["type": "function_call_output", "call_id": "c", "output": "done"],
                ["role": "assistant", "content": "Done."], ["role": "user", "content": "Thanks"],
            ],
            "tools": [
                [
                    "type": "function", "name": "call", "description": "Calls.", "parameters": ["type": "object"],
                    "strict": false,
                ]
            ],
            "tool_choice": ["type": "function", "name": "call"],
        ]
        #expect(ResponsesRequestBody.json(request, model: "m", dialect: []) == expected)
    }

    @Test func whatTheProviderGaveGoesBackUnchanged() {
        let state: [JSONValue] = [["type": "reasoning", "encrypted_content": "x"], ["type": "function_call"]]
        let request = ModelRequest(messages: [.assistant(text: "", toolCalls: [call], providerState: state)])
        #expect(ResponsesRequestBody.json(request, model: "m", dialect: [])["input"] == .array(state))
    }

    @Test func otherDialectsLeaveOut() {
        let request = ModelRequest(
            messages: [.user("Hi")],
            tools: [ToolDefinition(name: "call", description: "Calls.", parameters: [:])],
            temperature: 0,
            topP: 0
        )
        let body = ResponsesRequestBody.json(
            request,
            model: "m",
            dialect: [.noTemperature, .noTopP, .noEncryptedReasoning, .noReasoningSummary, .noTools]
        )
        let input: JSONValue = [["role": "user", "content": "Hi"]]
        #expect(body == ["model": "m", "stream": true, "store": false, "input": input])
    }
}
