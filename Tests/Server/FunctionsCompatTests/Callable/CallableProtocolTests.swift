import Domain
import ServerTestKit
import Testing

/// The protocol around every function: addresses, bodies, tokens, cross-origin requests.
@Suite struct CallableProtocolTests {
    static let functions = ["chatWithAI", "semanticSearch", "executeFunctionCall"]

    @Test(arguments: ["", "/psst-demo/us-central1"])
    func bothAddressFormsReachTheSameFunction(prefix: String) async throws {
        try await StudioFixture.open { studio in
            try await studio.say("My knee hurts", studio.sara)
            let data: JSONValue = ["query": "knee", "userId": .string(studio.alex.id.description)]
            let answer = try await studio.call("\(prefix.dropFirst())\(prefix.isEmpty ? "" : "/")semanticSearch", data)
            #expect(answer.http == 200)
            #expect(answer.result?["count"]?.int == 1)
            #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
        }
    }

    @Test func aBodyIsExactlyItsData() async throws {
        try await StudioFixture.open { studio in
            let token = [("Authorization", "Bearer \(studio.alex.accessToken.reveal())")]
            let bodies = [
                #"{"data":{},"more":1}"#, #"{"Data":{}}"#, "{}", "[]", "[{\"data\":{}}]", "\"data\"", "null", "", " ",
                #"{"data":{}"#, #"{"data":}"#, "data=1",
                String(repeating: "[", count: 5000),
            ]
            for function in Self.functions {
                for body in bodies {
                    let answer = try await studio.send("POST", "/\(function)", headers: token, body: body)
                    #expect(answer.refusal == .badRequest, "\(function) \(body.prefix(40))")
                }
            }
            // An explicit null is data: what it lacks is the function's affair.
            let null = try await studio.send("POST", "/chatWithAI", headers: token, body: #"{"data":null}"#)
            #expect(null.refusal == .denied("User ID does not match authenticated user"))
        }
    }

    @Test func onlyJSONIsRead() async throws {
        try await StudioFixture.open { studio in
            let token = [("Authorization", "Bearer \(studio.alex.accessToken.reveal())")]
            let body = #"{"data":{"functionName":"nothing","parameters":{}}}"#
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", nil] {
                let answer = try await studio.send(
                    "POST",
                    "/executeFunctionCall",
                    headers: token,
                    type: type,
                    body: body
                )
                #expect(answer.refusal == .badRequest, "\(type ?? "no type")")
            }
            for type in ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"] {
                let answer = try await studio.send(
                    "POST",
                    "/executeFunctionCall",
                    headers: token,
                    type: type,
                    body: body
                )
                #expect(answer.refusal == .invalid("Unknown function: nothing"), "\(type)")
            }
        }
    }

    @Test(arguments: ["GET", "PUT", "PATCH", "DELETE"])
    func onlyPostCalls(method: String) async throws {
        try await StudioFixture.open { studio in
            for path in ["/semanticSearch", "/psst-demo/us-central1/semanticSearch"] {
                let body = method == "GET" ? nil : #"{"data":{}}"#
                let answer = try await studio.send(method, path, body: body)
                #expect(answer.refusal == .badRequest)
            }
        }
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        try await StudioFixture.open { studio in
            let body = #"{"data":{"query":"\#(String(repeating: "a", count: 1 << 20))"}}"#
            let token = [("Authorization", "Bearer \(studio.alex.accessToken.reveal())")]
            let answer = try await studio.send("POST", "/semanticSearch", headers: token, body: body)
            #expect(answer.refusal == .invalid("The body is larger than 65536 bytes."))
            let many = #"{"data":[\#(String(repeating: "1,", count: 20_000))1]}"#
            #expect(try await studio.send("POST", "/semanticSearch", headers: token, body: many).refusal == .badRequest)
            let stranger = try await studio.send("POST", "/semanticSearch", body: body)
            #expect(stranger.refusal == .unauthenticated("You must be authenticated to search"), "it is never read")
        }
    }

    // MARK: Tokens

    @Test func anInvalidTokenNeverReachesTheFunction() async throws {
        try await StudioFixture.open { studio in
            let token = studio.alex.accessToken.reveal()
            let headers = ["Bearer nonsense", "Bearer ", "Bearer", "Basic abc", token, "Bearer \(token)x", ""]
            for header in headers {
                for function in Self.functions {
                    let answer = try await studio.send(
                        "POST",
                        "/\(function)",
                        headers: [("Authorization", header)],
                        body: #"{"data":{}}"#
                    )
                    #expect(answer.refusal == .unauthenticated("Unauthenticated"), "\(function) \(header.prefix(12))")
                }
            }
        }
    }

    @Test(
        arguments: [
            ("chatWithAI", "You must be authenticated to use AI chat"),
            ("semanticSearch", "You must be authenticated to search"),
            ("executeFunctionCall", "You must be authenticated to execute functions"),
        ]
    )
    func anAbsentTokenReachesTheFunction(function: String, message: String) async throws {
        try await StudioFixture.open { studio in
            let answer = try await studio.send("POST", "/\(function)", body: #"{"data":{}}"#)
            #expect(answer.refusal == .unauthenticated(message))
        }
    }

    // MARK: Other origins

    @Test(arguments: ["/chatWithAI", "/psst-demo/us-central1/executeFunctionCall"])
    func browsersMayCallFromElsewhere(path: String) async throws {
        try await StudioFixture.open { studio in
            let preflight = try await studio.send(
                "OPTIONS",
                path,
                headers: [
                    ("Origin", "https://app.example"), ("Access-Control-Request-Method", "POST"),
                    ("Access-Control-Request-Headers", "authorization,content-type"),
                ],
                type: nil
            )
            #expect(preflight.http == 204)
            #expect(preflight.headers["access-control-allow-origin"] == "*")
            #expect(preflight.headers["access-control-allow-methods"]?.contains("POST") == true)
            let allowed = preflight.headers["access-control-allow-headers"]?.lowercased() ?? ""
            for header in ["authorization", "content-type", "firebase-instance-id-token", "x-firebase-appcheck"] {
                #expect(allowed.contains(header))
            }
            let answer = try await studio.send("POST", path, body: #"{"data":{}}"#)
            #expect(answer.http == 401)
            #expect(answer.headers["access-control-allow-origin"] == "*")
        }
    }
}
