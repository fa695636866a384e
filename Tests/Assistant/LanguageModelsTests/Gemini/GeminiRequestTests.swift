import Domain
import Testing

@testable import LanguageModels

@Suite struct GeminiRequestTests {
    private let tool = ToolDefinition(
        name: "call",
        description: "Calls.",
        parameters: ["type": "object", "properties": ["a": ["type": "string"]], "additionalProperties": false]
    )

    @Test func aConversationWithToolsHasTheProtocolsShape() {
        let calls = [
            ToolCall(id: "c", name: "call", rawArguments: #"{"who":"Ana"}"#),
            ToolCall(id: "d", name: "write", rawArguments: "nonsense"),
        ]
        let request = ModelRequest(
            messages: [
                .system("Be brief."), .user("Call Ana", images: [ModelImage(mimeType: "image/png", bytes: [1, 2, 3])]),
                .assistant(text: "Yes.", toolCalls: calls), .tool(callId: "c", content: "done"),
                .tool(callId: "d", content: "no"), .assistant(text: "Done."),
            ],
            tools: [tool],
            toolChoice: .tool("call"),
            temperature: 0.2,
            topP: 0.5,
            maxOutputTokens: 500
        )
        let expected: JSONValue = [
            "systemInstruction": ["parts": [["text": "Be brief."]]],
            "contents": [
                [
                    "role": "user",
                    "parts": [
                        ["inlineData": ["mimeType": "image/png", "data": "AQID"]], ["text": "Call Ana"],
                    ],
                ],
                [
                    "role": "model",
                    "parts": [
                        ["text": "Yes."], ["functionCall": ["name": "call", "args": ["who": "Ana"]]],
                        ["functionCall": ["name": "write", "args": [:]]],
                    ],
                ],
                [
                    "role": "user",
                    "parts": [
                        ["functionResponse": ["name": "call", "response": ["result": "done"]]],
                        ["functionResponse": ["name": "write", "response": ["result": "no"]]],
                    ],
                ],
                ["role": "model", "parts": [["text": "Done."]]],
            ],
            "tools": [
                [
                    "functionDeclarations": [
                        ["name": "call", "description": "Calls.", "parametersJsonSchema": tool.parameters]
                    ]
                ]
            ],
            "toolConfig": ["functionCallingConfig": ["mode": "ANY", "allowedFunctionNames": ["call"]]],
            "generationConfig": [
                "temperature": 0.2, "topP": 0.5, "maxOutputTokens": 500, "thinkingConfig": ["includeThoughts": true],
            ],
        ]
        #expect(GeminiRequestBody.json(request, dialect: []) == expected)
    }

    @Test func whatTheProviderSignedGoesBackUnchangedAndItsIdsWithTheResults() {
        let state: [JSONValue] = [["functionCall": ["id": "c", "name": "call"], "thoughtSignature": "x"]]
        let request = ModelRequest(
            messages: [
                .assistant(
                    text: "",
                    toolCalls: [ToolCall(id: "c", name: "call", rawArguments: "{}")],
                    providerState: state
                ), .tool(callId: "c", content: "done"),
            ]
        )
        let contents = GeminiRequestBody.json(request, dialect: [])["contents"]
        #expect(contents?[0]?["parts"] == .array(state))
        #expect(contents?[1]?["parts"]?[0]?["functionResponse"]?["id"] == "c")
    }

    @Test func otherDialectsLeaveOutAndRename() {
        let request = ModelRequest(messages: [.system("Be brief."), .user("Hi")], tools: [tool])
        let body = GeminiRequestBody.json(request, dialect: [.openAPISchema, .noThoughts, .noSystemInstruction])
        let declared = body["tools"]?[0]?["functionDeclarations"]?[0]
        #expect(declared?["parameters"] == ["type": "object", "properties": ["a": ["type": "string"]]])
        #expect(declared?["parametersJsonSchema"] == nil && body["generationConfig"] == nil)
        #expect(body["systemInstruction"] == nil)
        #expect(body["contents"]?[0] == ["role": "user", "parts": [["text": "Be brief."]]])
        #expect(GeminiRequestBody.json(request, dialect: .noTools)["tools"] == nil)
    }
}
