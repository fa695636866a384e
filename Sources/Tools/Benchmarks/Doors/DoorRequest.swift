import Foundation
import ServerHarness

/// One call by a door, and the native call that does the same.
struct DoorRequest: Sendable {
    let name: String
    let method: String
    let path: String
    /// JSON with the question in it.
    let body: @Sendable (_ question: String, _ user: String) -> String
    var headers: [String: String] = [:]

    static let nativeQuestion = DoorRequest(
        name: "native question",
        method: "POST",
        path: "/v1/assistant/query"
    ) {
        question,
        _ in
        json(["message": question])
    }

    static let nativeSearch = DoorRequest(name: "native search", method: "POST", path: "/v1/search") {
        question,
        _ in
        json(["query": question, "limit": 10])
    }

    /// Doors that ask the assistant.
    static let questions: [DoorRequest] = [
        DoorRequest(name: "OpenAI chat", method: "POST", path: "/openai/v1/chat/completions") {
            question,
            _ in
            json(["model": "spotter", "messages": [["role": "user", "content": question]]])
        },
        DoorRequest(name: "OpenAI responses", method: "POST", path: "/openai/v1/responses") {
            question,
            _ in
            json(["model": "spotter", "input": question])
        },
        DoorRequest(name: "Gemini", method: "POST", path: "/v1beta/models/spotter:generateContent") {
            question,
            _ in
            json(["contents": [["role": "user", "parts": [["text": question]]]]])
        },
        DoorRequest(name: "callable chatWithAI", method: "POST", path: "/chatWithAI") {
            question,
            user in
            json(["data": ["userId": user, "message": question]])
        },
    ]

    /// Doors that search.
    static let searches: [DoorRequest] = [
        DoorRequest(name: "callable semanticSearch", method: "POST", path: "/semanticSearch") {
            question,
            user in
            json(["data": ["userId": user, "query": question, "limit": 10] as [String: Any]])
        },
        DoorRequest(
            name: "MCP search",
            method: "POST",
            path: "/mcp",
            body: { question, _ in
                json([
                    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                    "params": [
                        "name": "search", "arguments": ["query": question],
                        "_meta": [
                            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                            "io.modelcontextprotocol/clientCapabilities": [String: String](),
                        ] as [String: Any],
                    ] as [String: Any],
                ])
            },
            headers: [
                "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
                "Mcp-Method": "tools/call", "Mcp-Name": "search",
            ]
        ),
    ]

    private static func json(_ value: [String: Any]) -> String {
        // Texts and lists of them: nothing that can't be encoded.
        (try? JSONSerialization.data(withJSONObject: value)).map { String(decoding: $0, as: UTF8.self) }
            ?? "{}"
    }
}
