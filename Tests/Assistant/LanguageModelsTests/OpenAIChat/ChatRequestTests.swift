import Domain
import Testing

@testable import LanguageModels

@Suite struct ChatRequestTests {
    @Test func aConversationWithToolsHasTheProtocolsShape() {
        let request = ModelRequest(
            messages: [
                .system("Be brief."), .user("Call Ana"),
                .assistant(text: "", toolCalls: [ToolCall(id: "c", name: "call", rawArguments: #"{"who":"Ana"}"#)]),
                .tool(callId: "c", content: "done"), .assistant(text: "Done."),
            ],
            tools: [ToolDefinition(name: "call", description: "Calls.", parameters: ["type": "object"])],
            toolChoice: .tool("call"),
            temperature: 0.2,
            maxOutputTokens: 500
        )
        let expected: JSONValue = [
            "model": "m", "stream": true, "stream_options": ["include_usage": true], "temperature": 0.2,
            "max_tokens": 500,
            "messages": [
                ["role": "system", "content": "Be brief."], ["role": "user", "content": "Call Ana"],
                [
                    "role": "assistant", "content": nil,
                    "tool_calls": [
                        [
                            "id": "c", "type": "function",
                            "function": ["name": "call", "arguments": #"{"who":"Ana"}"#],
                        ]
                    ],
                ],
                ["role": "tool", "tool_call_id": "c", "content": "done"], ["role": "assistant", "content": "Done."],
            ],
            "tools": [
                [
                    "type": "function",
                    "function": ["name": "call", "description": "Calls.", "parameters": ["type": "object"]],
                ]
            ],
            "tool_choice": ["type": "function", "function": ["name": "call"]],
        ]
        #expect(ChatRequestBody.json(request, model: "m", dialect: []) == expected)
    }

    @Test func otherDialectsLeaveOutAndRename() {
        let request = ModelRequest(messages: [.user("Hi")], temperature: 0, maxOutputTokens: 5)
        let body = ChatRequestBody.json(
            request,
            model: "m",
            dialect: [.noStreamOptions, .maxCompletionTokens, .noTemperature]
        )
        let messages: JSONValue = [["role": "user", "content": "Hi"]]
        #expect(body == ["model": "m", "stream": true, "messages": messages, "max_completion_tokens": 5])
    }

    @Test(arguments: ["{\"a\":", "[1]", "", "  "])
    func argumentsThatAreNoObjectGoBackAsAnEmptyOne(raw: String) {
        let call = ToolCall(id: "c", name: "n", rawArguments: raw)
        let request = ModelRequest(messages: [.assistant(text: "t", toolCalls: [call])])
        let message = ChatRequestBody.json(request, model: "m", dialect: [])["messages"]?[0]
        #expect(message?["tool_calls"]?[0]?["function"]?["arguments"] == "{}")
    }

    @Test func aCallKnowsWhetherItsArgumentsAreAnObject() {
        #expect(ToolCall(id: "c", name: "n", rawArguments: #" {"a":1} "#).arguments == ["a": 1])
        #expect(ToolCall(id: "c", name: "n", rawArguments: " ").arguments == [:])
        #expect(ToolCall(id: "c", name: "n", rawArguments: "7").arguments == nil)
        #expect(ToolCall(id: "c", name: "n", rawArguments: "{").arguments == nil)
    }
}
