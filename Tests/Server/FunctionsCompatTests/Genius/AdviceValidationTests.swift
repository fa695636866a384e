import Domain
import ServerTestKit
import TestSupport
import Testing

/// Every body has an answer in FastAPI's words.
@Suite(.standardTimeLimit) struct AdviceValidationTests {
    /// The body, and type and place of what is wrong with it.
    private static let table: [(String, [String])] = [
        ("", ["json_invalid body.0"]), ("{", ["json_invalid body.0"]), ("[]", ["model_attributes_type body"]),
        ("{}", ["missing body.conversation"]), (#"{"conversation":null}"#, ["missing body.conversation"]),
        (#"{"conversation":"hi"}"#, ["list_type body.conversation"]),
        (#"{"conversation":["hi"]}"#, ["model_attributes_type body.conversation.0"]),
        (
            #"{"conversation":[{}]}"#,
            ["missing body.conversation.0.role", "missing body.conversation.0.content"]
        ),
        (
            #"{"conversation":[{"role":"user","content":"x"},{"role":"wizard","content":"x"}]}"#,
            ["literal_error body.conversation.1.role"]
        ),
        (#"{"conversation":[{"role":1,"content":"x"}]}"#, ["string_type body.conversation.0.role"]),
        (#"{"conversation":[{"role":"user","content":7}]}"#, ["string_type body.conversation.0.content"]),
        (
            #"{"conversation":[{"role":"user","content":[{"type":"audio"}]}]}"#,
            ["literal_error body.conversation.0.content.0.type"]
        ),
        (
            #"{"conversation":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"http://127.0.0.1/"}}]}]}"#,
            ["url_parsing body.conversation.0.content.0.image_url"]
        ),
        (
            #"{"conversation":[{"role":"user","content":"x"}],"model":1,"players":"Ohtani","enable_web_search":"yes"}"#,
            ["string_type body.model", "bool_type body.enable_web_search", "list_type body.players"]
        ),
        (
            #"{"conversation":[{"role":"user","content":"x"}],"players":[1],"previous_response_id":{}}"#,
            ["string_type body.previous_response_id", "string_type body.players.0"]
        ),
        (
            #"{"conversation":[{"role":"user","content":"\#(String(repeating: "é", count: 4001))"}]}"#,
            ["string_too_long body.conversation.0.content"]
        ),
    ]

    @Test func whatIsWrongIsNamed() async throws {
        try await StudioFixture.withKnee { studio in
            for path in ["/advice", "/advice-non-streaming"] {
                for (body, problems) in Self.table {
                    let answer = try await studio.door("POST", path, studio.token, text: body)
                    #expect(answer.status == 422, "\(body.prefix(80)): \(answer.text)")
                    let found = answer.json["detail"]?.array?.map { problem in
                        let place = problem["loc"]?.array?.map { $0.string ?? $0.text }.joined(separator: ".")
                        #expect(problem["msg"]?.string?.isEmpty == false)
                        return "\(problem["type"]?.string ?? "") \(place ?? "")"
                    }
                    #expect(found == problems, "\(body.prefix(80))")
                }
            }
            #expect(try await studio.conversations().isEmpty)
        }
    }

    @Test(arguments: [
        (#"{"conversation":[]}"#, "No conversation provided."),
        (#"{"conversation":[{"role":"assistant","content":"x"}]}"#, "No user prompt provided in conversation."),
        (#"{"conversation":[{"role":"user","content":"  "}]}"#, "No user prompt provided in conversation."),
    ])
    func nothingAskedIsABadRequest(body: String, words: String) async throws {
        try await StudioFixture.open { studio in
            let answer = try await studio.door("POST", "/advice", studio.token, text: body)
            #expect(answer.status == 400 && answer.json == ["detail": .string(words)], "\(answer.text)")
        }
    }

    @Test func whatTheContractLeavesOpenIsTaken() async throws {
        try await StudioFixture.withKnee { studio in
            for body in [
                #"{"conversation":[{"role":"user","content":"How is Sara?"}],"enable_web_search":null,"model":null}"#,
                #"{"conversation":[{"role":"user","content":[{"type":"text","text":"How is Sara?"}]}]}"#,
                #"{"userMessage":"How is Sara?"}"#,
                #"{"conversation":[{"role":"system","content":"Be brief."},{"role":"user","content":"Sara?"}],"#
                    + #""prompt_type":"cricket","search_override":"/nosrch","use_step2_architecture":true,"x":1}"#,
            ] {
                let answer = try await studio.door("POST", "/advice", studio.token, text: body)
                #expect(answer.status == 200 && answer.text.contains("response_complete"), "\(answer.text)")
            }
        }
    }

    @Test func tooMuchIsRefused() async throws {
        try await StudioFixture.open { studio in
            let long = #"{"conversation":[{"role":"user","content":"\#(String(repeating: "x", count: 15 << 20))"}]}"#
            let answer = try await studio.door("POST", "/advice", studio.token, text: long)
            #expect(answer.status == 413 && answer.json["detail"]?.string != nil)
        }
    }
}
