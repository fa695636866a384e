import Domain

struct OpenRouterRequestBody: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(
            json: [
                "model": "deepseek/deepseek-chat", "stream": true,
                "messages": [["role": "user", "content": "Name three stretches for runners."]],
            ]
        )
    }
}

struct OpenRouterResponseBody: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(
            json: [
                "id": "gen-1", "object": "chat.completion", "model": "deepseek/deepseek-chat",
                "choices": [
                    ["index": 0, "message": ["role": "assistant", "content": "Calves, …"], "finish_reason": "stop"]
                ],
            ]
        )
    }
}

struct OpenRouterFailureBody: JSONBody {
    let json: JSONValue

    static var example: Self { Self(json: OpenAIFailure(SpotterError.invalid("Path not allowed: files")).json) }
}
