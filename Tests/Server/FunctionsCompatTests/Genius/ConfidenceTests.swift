import Domain
import ModelTestKit
import ServerTestKit
import TestSupport
import Testing

/// Feedback by the response's id, and what is made of it.
@Suite(.standardTimeLimit) struct ConfidenceTests {
    private static func rate(
        _ studio: StudioFixture,
        _ id: String,
        _ outcome: JSONValue = true,
        more: JSONValue = [:],
        by credential: Credential? = nil
    ) async throws -> DoorAnswer {
        var body = more.object ?? [:]
        (body["response_id"], body["outcome"]) = (.string(id), outcome)
        return try await studio.door("POST", "/feedback", credential ?? studio.token, .object(body))
    }

    @Test func aResponseIsRatedByItsOwnerAlone() async throws {
        try await StudioFixture.withKnee { studio in
            let id = try #require(try await studio.advise(StudioFixture.asking("How is Sara's knee?")).responseId)
            let rated = try await Self.rate(studio, id, more: ["feedback_notes": "No pain since."])
            let success: JSONValue = [
                "status": "success", "message": "Feedback recorded successfully", "response_id": .string(id),
            ]
            #expect(rated.status == 200 && rated.json == success)
            let sara = Credential.bearer(studio.sara.accessToken.reveal())
            for (name, credential) in [
                (id, sara), ("resp_018f000000007000800000000000dead", studio.token), ("x", sara),
            ] {
                let answer = try await Self.rate(studio, name, by: credential)
                #expect(answer.status == 404 && answer.json == ["detail": "Response ID not found"], "\(answer.text)")
            }
            for body in [
                #"{}"#, #"{"response_id":"x"}"#, #"{"response_id":1,"outcome":true}"#,
                #"{"response_id":"x","outcome":"y"}"#,
            ] {
                #expect(try await studio.door("POST", "/feedback", studio.token, text: body).status == 422)
            }
            let recent = try await studio.door("GET", "/confidence/recent?limit=1", studio.token).json
            let log = try #require(recent["logs"]?[0])
            #expect(log["response_id"]?.string == id && log["outcome"] == true && log["confidence_score"] == 0.74)
            #expect(log["user_query"] == "How is Sara's knee?" && log["response_text"]?.string?.isEmpty == false)
            #expect(recent["total_count"] == 1 && recent["timestamp"] == log["timestamp"])
            #expect(try await studio.door("GET", "/confidence/recent", sara).json["logs"] == [])
        }
    }

    @Test func theFiguresAreThoseOfTheRatings() async throws {
        let provider = try await ScriptedProvider { _, position in
            .text(#"{"advice":"Rest.","confidence":\#(position == 0 ? "1" : "0.6")}"#)
        }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let none = try await studio.door("GET", "/confidence/brier-score", studio.token).json
            #expect(none["brier_score"] == nil && none["entries_count"] == 0 && none["period_days"] == 7)
            for (question, outcome) in [("One?", true), ("Two?", false)] {
                let id = try #require(try await studio.advise(StudioFixture.asking(question)).responseId)
                #expect(try await Self.rate(studio, id, .bool(outcome)).status == 200)
            }
            let brier = try await studio.door("GET", "/confidence/brier-score?days_back=3", studio.token).json
            #expect(brier["brier_score"] == 0.18 && brier["entries_count"] == 2 && brier["accuracy"] == 0.5)
            #expect(brier["needs_calibration"] == false && brier["period_days"] == 3)
            let stats = try await studio.door("GET", "/confidence/stats", studio.token).json
            let bands = stats["distribution"]?["distribution"]
            // A confidence of exactly 1 belongs to the last band.
            #expect(bands?["very_high"]?["count"] == 1 && bands?["medium"]?["count"] == 1)
            #expect(stats["distribution"]?["total_entries"] == 2 && stats["brier_score"]?["brier_score"] == 0.18)
            let drift = try await studio.door("GET", "/confidence/calibration", studio.token).json
            #expect(drift["analysis_results"]?["medium"]?["calibration_error"] == 0.6)
            #expect(drift["bands_needing_adjustment"] == [] && drift["total_bands_analyzed"] == 2)
            let tuned = try await studio.door("POST", "/confidence/auto-tune?dry_run=false", studio.token).json
            #expect(tuned["status"] == "no_action_needed" && tuned["dry_run"] == false)
            let phrases = try await studio.door("GET", "/confidence/phrase-status", studio.token).json
            #expect(phrases["auto_tune_enabled"] == false && phrases["total_bands"] == 4)
            for path in ["stats?days_back=0", "stats?days_back=x", "recent?limit=101"] {
                let answer = try await studio.door("GET", "/confidence/\(path)", studio.token)
                #expect(answer.status == 422 && answer.json["detail"]?[0]?["loc"]?[0] == "query")
            }
        }
        await provider.stop()
    }

    @Test func aSearchIsExplained() async throws {
        try await StudioFixture.open { studio in
            func decide(_ query: String) async throws -> JSONValue {
                try await studio.door("POST", "/search-discipline?\(query)", studio.token).json
            }
            let latest = try await decide("query=latest%20marathon%20news")
            #expect(latest["decision"] == "mandatory" && latest["should_search"] == true)
            #expect(latest["policy_payload"]?["inputs"]?["query_classification"] == "time_sensitive")
            #expect(latest["query_analysis"]?["is_time_sensitive"] == true && latest["search_override"] == nil)
            let never = try await decide("query=latest%20marathon%20news&search_override=/nosrch")
            #expect(never["decision"] == "bypass" && never["should_search"] == false)
            #expect(try await decide("query=history%20of%20the%20deadlift")["decision"] == "skip")
            // The web knows nothing of the user's own people.
            #expect(try await decide("query=How%20is%20Sara%20today")["decision"] == "skip")
            let missing = try await studio.door("POST", "/search-discipline", studio.token)
            #expect(missing.status == 422 && missing.json["detail"]?[0]?["loc"] == ["query", "query"])
        }
    }
}
