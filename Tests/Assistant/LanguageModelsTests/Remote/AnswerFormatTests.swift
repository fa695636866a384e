import Domain
import Testing

@testable import LanguageModels

/// An answer that is to be JSON is asked for in each protocol's own way, and without where a server can't.
@Suite struct AnswerFormatTests {
    private static let schema: JSONValue = [
        "type": "object", "properties": ["advice": ["type": "string"]], "required": ["advice"],
        "additionalProperties": false,
    ]
    private static let request = ModelRequest(
        messages: [.user("Hi")],
        format: AnswerFormat(name: "advice", schema: schema)
    )

    @Test func chatCompletions() {
        func format(_ dialect: ChatDialect) -> JSONValue? {
            ChatRequestBody.json(Self.request, model: "m", dialect: dialect)["response_format"]
        }
        let full: JSONValue = [
            "type": "json_schema", "json_schema": ["name": "advice", "schema": Self.schema, "strict": true],
        ]
        #expect(format([]) == full)
        #expect(format(.noJSONSchema) == ["type": "json_object"])
        #expect(format([.noJSONSchema, .noJSON]) == nil)
        #expect(ChatRequestBody.json(ModelRequest(messages: []), model: "m", dialect: [])["response_format"] == nil)
    }

    @Test(arguments: [
        ("This response_format type is unavailable now", ChatDialect.noJSONSchema),
        ("'response_format.type' must be one of text, json_object", .noJSONSchema),
        ("Unrecognized request argument supplied: response_format", .noJSON),
    ])
    func aRefusalOfChatCompletionsSaysWhatIsMissing(body: String, dialect: ChatDialect) {
        #expect(ChatDialect.implied(status: 400, body: body) == dialect)
    }

    @Test func responses() {
        let full: JSONValue = [
            "format": ["type": "json_schema", "name": "advice", "schema": Self.schema, "strict": true]
        ]
        #expect(ResponsesRequestBody.json(Self.request, model: "m", dialect: [])["text"] == full)
        #expect(ResponsesRequestBody.json(Self.request, model: "m", dialect: .noFormat)["text"] == nil)
        #expect(
            ResponsesDialect.implied(status: 400, body: "Unsupported parameter: text.format, reasoning") == .noFormat
        )
    }

    @Test func gemini() {
        func configuration(_ request: ModelRequest, _ dialect: GeminiDialect) -> JSONValue? {
            GeminiRequestBody.json(request, dialect: dialect)["generationConfig"]
        }
        #expect(configuration(Self.request, [])?["responseMimeType"] == "application/json")
        #expect(configuration(Self.request, [])?["responseJsonSchema"] == Self.schema)
        let plain = configuration(Self.request, .openAPISchema)?["responseSchema"]
        #expect(plain?["properties"] != nil && plain?["additionalProperties"] == nil)
        #expect(configuration(Self.request, .noFormat)?["responseMimeType"] == nil)
        // Tools and a form at once are too much for many models.
        var withTools = Self.request
        withTools.tools = [ToolDefinition(name: "t", description: "", parameters: ["type": "object"])]
        #expect(configuration(withTools, [])?["responseMimeType"] == nil)
        #expect(GeminiDialect.implied(status: 400, body: "JSON mode is not enabled for this model") == .noFormat)
    }
}
