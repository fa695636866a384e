import Domain
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Every key of every answer, in its type: at a missing one the app shows made-up results.
@Suite(.standardTimeLimit) struct WebhookShapeTests {
    private static let result: Shape = .object([
        "messageID": .text, "text": .text, "senderName": .text, "timestamp": .text, "relevanceScore": .number,
        "matchType": .text,
    ])
    private static let frame: [String: Shape] = ["success": .bool, "timestamp": .text, "conversationID": .text]

    private static let shapes: [String: [String: Shape]] = [
        "summarize": [
            "summary": .text, "messageCount": .integer, "confidence": .number, "model": .text, "notice": .optionalText,
        ],
        "extract_actions": [
            "actionItems": .list(
                .object([
                    "task": .text, "assignee": .optionalText, "deadline": .optionalText, "priority": .text,
                    "context": .text, "id": .text, "messageID": .text, "status": .text,
                ])
            )
        ],
        "schedule_meeting": [
            "hasMeetingIntent": .bool, "detectedIntent": .text, "duration": .integer, "participants": .list(.text),
            "note": .optionalText,
            "suggestedTimes": .list(
                .object([
                    "date": .text, "startTime": .text, "endTime": .text, "dayOfWeek": .text, "startsAt": .text,
                    "text": .text,
                ])
            ),
        ],
        "track_decisions": [
            "decisions": .list(
                .object([
                    "decision": .text, "decisionMaker": .text, "timestamp": .text, "reasoning": .text, "impact": .text,
                    "category": .text, "context": .text, "id": .text, "messageID": .text,
                ])
            )
        ],
        "detect_priority": [
            "priorityMessages": .list(
                .object(["messageID": .text, "priorityScore": .integer, "reason": .text, "excerpt": .text])
            )
        ],
        "search": ["searchResults": .list(result), "query": .text, "notice": .optionalText],
        "rag_search": [
            "searchResults": .list(result), "query": .text, "aiAnswer": .optionalText, "answerSources": .list(.text),
            "notice": .optionalText,
        ],
        "ingest_message": ["status": .text, "message": .text, "messageID": .text],
    ]

    private static func expect(_ answer: CallableAnswer, fits feature: String) throws {
        let shape = Shape.object(try #require(shapes[feature]).merging(frame) { key, _ in key })
        #expect(answer.http == 200 && answer.json["success"] == true, "\(feature): \(answer.json.text)")
        #expect(shape.flaw(of: answer.json) == nil, "\(feature): \(shape.flaw(of: answer.json) ?? "")")
    }

    @Test(arguments: WebhookName.prefixes) func everyKeyIsThere(prefix: String) async throws {
        #expect(Set(Self.shapes.keys) == Set(WebhookName.all))
        try await StudioFixture.open { studio in
            let hurt = try await studio.talk()
            for feature in WebhookName.all {
                let parameters: JSONValue = ["messageID": .string("\(hurt.id)")]
                let answer = try await studio.hook(feature, parameters, at: prefix)
                try Self.expect(answer, fits: feature)
                #expect(answer.json["conversationID"]?.string == "\(studio.chat)")
                #expect(answer.json["timestamp"]?.string?.wholeMatch(of: /2026-03-11T13:\d\d:\d\dZ/) != nil)
                let list = answer.json.object?.values.compactMap(\.array) ?? []
                #expect(list.allSatisfy { !$0.isEmpty }, "something is found: \(answer.json.text)")
            }
        }
    }

    @Test func anEmptyChatHasEveryKeyToo() async throws {
        try await StudioFixture.open { studio in
            for feature in WebhookName.all where feature != "ingest_message" {
                for user in [studio.alex, studio.sara] {
                    let answer = try await studio.hook(feature, as: user)
                    try Self.expect(answer, fits: feature)
                    for (key, value) in answer.json.object ?? [:]
                    where !["participants", "suggestedTimes"].contains(key) {
                        #expect(value.array?.isEmpty ?? true, "\(feature).\(key)")
                    }
                }
            }
            let answer = try await studio.hook("rag_search").json
            #expect(answer.object?["aiAnswer"] == .null)
            let summary = try await studio.hook("summarize").json
            #expect(summary["messageCount"] == 0 && summary["confidence"] == 0)
        }
    }

    @Test func refusalsHaveOneShape() async throws {
        try await StudioFixture.open { studio in
            let shape = Shape.object([
                "success": .bool, "code": .integer, "error": .text, "message": .text, "requestId": .text,
                "retryAfterMs": .optionalText,
            ])
            let token = studio.alex.accessToken.reveal()
            let bodies: [(JSONValue, Int, String)] = [
                ([:], 400, "invalid_request"), (["conversationID": 1], 400, "invalid_request"),
                (["conversationID": "x"], 404, "not_a_member"),
                (["conversationID": .string("\(studio.chat)"), "userID": 7], 400, "invalid_request"),
                (["conversationID": .string("\(studio.chat)"), "parameters": "{}"], 400, "invalid_request"),
                (
                    ["conversationID": .string("\(studio.chat)"), "parameters": ["messageCount": "many"]], 400,
                    "invalid_request"
                ),
                (
                    ["conversationID": .string("\(studio.chat)"), "parameters": ["messageCount": 0]], 400,
                    "invalid_request"
                ),
            ]
            for (body, status, code) in bodies {
                let answer = try await studio.hook("summarize", body, token: token)
                #expect(answer.http == status && answer.json["code"]?.int == status, "\(body.text)")
                #expect(answer.json["success"] == false && answer.json["error"]?.string == code, "\(answer.json.text)")
                #expect(shape.flaw(of: answer.json) == nil)
            }
            let list = try await studio.hook("summarize", [1], token: token)
            #expect(list.http == 400 && list.json["error"] == "invalid_request")
            let get = try await studio.send("GET", "/webhook/summarize", headers: [("Authorization", token)])
            #expect(get.http == 405 && get.json["success"] == false && get.headers["allow"] == "POST")
            for range in ["", "7", "d", "-1d", "7y", "99999w", "7d7d"] {
                let answer = try await studio.hook("extract_actions", ["dateRange": .string(range)])
                #expect(answer.http == 400, "\(range)")
            }
        }
    }

    /// The names are those of routes that other contracts could have, and must not stand in their way.
    @Test func noOtherRouteIsHidden() async throws {
        try await StudioFixture.open { studio in
            try await studio.talk()
            let native = try await studio.server.request("POST", "/v1/search", as: studio.alex, json: ["query": "knee"])
            #expect(native.status == 200 && native.json["results"] != nil)
            let summary = try await studio.server.request(
                "POST",
                "/v1/chats/\(studio.chat)/summary",
                as: studio.alex,
                json: [:]
            )
            #expect(summary.status == 200 && summary.json["points"] != nil)
            #expect(try await studio.call("semanticSearch", [:]).refusal?.http == 403)
        }
    }
}
