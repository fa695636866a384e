import Domain
import Gateway
import HTTPTypes
import ServerTestKit
import SpotterAPI

/// Every door. A new one is an entry here, and passes what all doors have to.
enum Doors {
    static let all = [rest, socket, openAI, gemini, callables, mcp, calDAV, matrix, advice, webhooks, modelProxy]

    private static let rest = Door(
        name: "native REST",
        scope: .assistant,
        asksTheAssistant: true,
        proposes: true,
        ask: { studio, token, question in
            let body: JSONValue = ["message": .string(question)]
            return .init(
                try await studio.door("POST", "/v1/assistant/query", StudioFixture.credential(token), body)
            )
        },
        reach: { studio, token, rivals in
            .init(try await studio.door("GET", "/v1/chats/\(rivals.chat)/messages", .bearer(token)))
        }
    )

    /// Reads what happened while nobody was connected; the question stays unasked.
    private static let socket = Door(
        name: "socket",
        scope: .messagesRead,
        ask: { studio, token, _ in
            let socket = try await studio.server.socket()
            defer { socket.close() }
            var hello: [String: JSONValue] = ["type": "hello", "positions": [studio.chat.description: 0]]
            hello["token"] = token.map(JSONValue.string)
            socket.send(text: JSONValue.object(hello).text)
            guard let first = await socket.next() else { return .init(0, "") }
            if let code = first.errorCode { return .init(Doors.status(of: code), "\(first)") }
            return .init(200, "\(first) \(try await socket.drained())")
        },
        reach: { studio, token, rivals in
            let socket = try await studio.server.socket(token: Secret(token))
            defer { socket.close() }
            try await socket.hello()
            try socket.send(
                .send(.init(id: "1", chatId: rivals.chat, clientMessageId: "x", text: "intruder"))
            )
            let answer = try await socket.next { $0.id == "1" }
            return .init(answer.errorCode.map(Doors.status) ?? 200, "\(answer)")
        }
    )

    private static let openAI = Door(
        name: "OpenAI",
        scope: .assistant,
        asksTheAssistant: true,
        proposes: true,
        ask: { studio, token, question in
            .init(try await studio.complete(.asking(question), by: StudioFixture.credential(token)))
        },
        reach: { studio, token, rivals in
            .init(try await studio.door("GET", "/openai/v1/responses/\(rivals.response)", .bearer(token)))
        }
    )

    private static let gemini = Door(
        name: "Gemini",
        scope: .assistant,
        asksTheAssistant: true,
        proposes: true,
        ask: { studio, token, question in
            let body: JSONValue = [
                "contents": [["role": "user", "parts": [["text": .string(question)]]]]
            ]
            let path = "/v1beta/models/spotter:generateContent"
            return .init(try await studio.door("POST", path, token.map(Credential.header) ?? .none, body))
        }
    )

    private static let callables = Door(
        name: "Firebase callables",
        scope: .assistant,
        asksTheAssistant: true,
        proposes: true,
        ask: { studio, token, question in
            let own = JSONValue.string(studio.alex.id.description)
            return try await Doors.call(
                "chatWithAI",
                ["userId": own, "message": .string(question)],
                token,
                on: studio
            )
        },
        reach: { studio, token, rivals in
            let message: JSONValue = [
                "chatId": .string(rivals.chat.description), "messageText": "intruder",
            ]
            let data: JSONValue = ["functionName": "sendMessage", "parameters": message]
            let visit = try await Doors.call("executeFunctionCall", data, token, on: studio)
            // A function that finds nothing says so in a whole answer.
            return visit.text.contains("Chat not found.") ? .init(404, visit.text) : visit
        }
    )

    /// Has no assistant: a host's own model reads, and proposes by tools that its user confirms.
    private static let mcp = Door(
        name: "MCP",
        scope: .search,
        ask: { studio, token, question in
            let answer = try await MCPHost(studio, token: token).call(
                "search",
                ["query": .string(question)]
            )
            return .init(answer.status, answer.json.text)
        },
        reach: { studio, token, rivals in
            let chat: JSONValue = ["chatId": .string(rivals.chat.description)]
            let answer = try await MCPHost(studio, token: token).call("read_chat", chat)
            return .init(answer.isToolError ? 404 : answer.status, answer.json.text)
        }
    )

    private static let calDAV = Door(
        name: "CalDAV",
        scope: .calendarRead,
        takesUserTokens: false,
        ask: { studio, token, _ in
            let program = DAVProgram(studio, login: token.map { "\(studio.alex.user.email):\($0)" })
            let answer = try await program.send("PROPFIND", program.calendar, [("Depth", "1")])
            return .init(answer.status, answer.body)
        },
        reach: { studio, token, rivals in
            let program = DAVProgram(studio, login: "\(studio.alex.user.email):\(token)")
            let theirs = "/dav/calendars/\(rivals.trainer.id)/spotter/"
            let answer = try await program.send("PROPFIND", theirs, [("Depth", "1")])
            return .init(answer.status, answer.body)
        }
    )

    /// Reads all rooms; their people are the only ones who answer.
    private static let matrix = Door(
        name: "Matrix",
        scope: .messagesRead,
        ask: { studio, token, _ in
            .init(
                try await studio.door(
                    "GET",
                    "/_matrix/client/v3/sync?timeout=0",
                    StudioFixture.credential(token)
                )
            )
        },
        reach: { studio, token, rivals in
            let program = MatrixProgram(studio: studio, user: studio.alex, token: token, device: "")
            let path = "/_matrix/client/v3\(program.path(rivals.chat))/messages?dir=b"
            return .init(try await studio.door("GET", path, .bearer(token)))
        }
    )

    /// An unknown response's name is told, and what came along is read instead: nothing is reached by a name.
    private static let advice = Door(
        name: "advice",
        scope: .assistant,
        asksTheAssistant: true,
        ask: { studio, token, question in
            let body = StudioFixture.asking(question)
            return .init(try await studio.door("POST", "/advice", StudioFixture.credential(token), body))
        }
    )

    private static let webhooks = Door(
        name: "webhooks",
        scope: .assistant,
        asksTheAssistant: true,
        ask: { studio, token, question in
            try await Doors.ask(question, about: studio.chat, token, on: studio)
        },
        reach: { studio, token, rivals in
            try await Doors.ask("What is the pineapple secret?", about: rivals.chat, token, on: studio)
        }
    )

    /// Passes on what it is given, and has nothing of the chats to give.
    private static let modelProxy = Door(
        name: "model proxy",
        scope: .assistant,
        ask: { studio, token, _ in
            .init(try await studio.door("GET", "/api/models", StudioFixture.credential(token)))
        }
    )

    // MARK: Parts

    private static func ask(
        _ question: String,
        about chat: ChatID,
        _ token: String?,
        on studio: StudioFixture
    ) async throws -> Door.Visit {
        let query: JSONValue = ["query": .string(question)]
        let body = studio.hookBody("rag_search", query, in: "\(chat)", of: "\(studio.alex.id)")
        let answer = try await studio.hook("rag_search", body, token: token.map { "Bearer \($0)" })
        return .init(answer.http, answer.json.text)
    }

    private static func call(
        _ function: String,
        _ data: JSONValue,
        _ token: String?,
        on studio: StudioFixture
    ) async throws -> Door.Visit {
        let answer = try await studio.send(
            "POST",
            "/\(function)",
            headers: token.map { [("Authorization", "Bearer \($0)")] } ?? [],
            body: JSONValue.object(["data": data]).text
        )
        return .init(answer.http, answer.json.text)
    }

    /// The HTTP status of an error on a socket.
    private static func status(of code: String) -> Int {
        ErrorCode(rawValue: code).map { Int($0.status.code) } ?? 0
    }
}
