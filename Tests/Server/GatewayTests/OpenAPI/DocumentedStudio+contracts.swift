import Domain
import ServerTestKit
import TestSupport
import Testing

/// The assistant by the contracts of OpenAI and Gemini.
extension DocumentedStudio {
    func openAI() async throws {
        for base in ["/openai/v1", "/v1"] {
            try await http.call("GET", "\(base)/models", token: trainer)
            try await http.call("GET", "\(base)/models/{model}", ["model": "spotter"], token: trainer)
            try await http.call("GET", "\(base)/models/{model}", ["model": "gpt"], token: trainer, status: 404)
            let chat = #"{"model":"spotter","messages":[{"role":"user","content":"Whose knee hurts?"}]}"#
            try await http.call("POST", "\(base)/chat/completions", token: trainer, body: chat)
            try await http.call("POST", "\(base)/chat/completions", token: trainer, body: "{}", status: 400)
            let texts = #"{"model":"spotter-embedding","input":"knee"}"#
            try await http.call("POST", "\(base)/embeddings", token: trainer, body: texts)
            try await responses(at: base)
        }
        let path = "/openai/v1/audio/transcriptions"
        let recording = TestRecording.text(seconds: 2)
        try await http.call("POST", path, token: client, headers: ["Content-Type": "audio/wav"], body: recording)
    }

    private func responses(at base: String) async throws {
        let question = #"{"model":"spotter","input":"Whose knee hurts?"}"#
        let response = try await http.call("POST", "\(base)/responses", token: trainer, body: question)
        let id = ["response": try #require(response["id"]?.string)]
        let path = "\(base)/responses/{response}"
        try await http.call("GET", path, id, token: trainer)
        try await http.call("GET", path, id, token: trainer, query: "?stream=true&starting_after=3")
        try await http.call("GET", "\(path)/input_items", id, token: trainer, query: "?limit=5&order=asc")
        try await http.call("POST", "\(path)/cancel", id, token: trainer)
        try await http.call("DELETE", path, id, token: trainer)
        try await http.call("GET", path, id, token: trainer, status: 404)
    }

    /// The proxy for language models, at both its places.
    func openRouter() async throws {
        let ids = ["project": "demo", "region": "us-central1"]
        for base in ["/api", "/{project}/{region}/api"] {
            let question = #"{"model":"pictures","messages":[{"role":"user","content":"A dot"}]}"#
            try await http.call("POST", "\(base)/chat/completions", ids, token: trainer, body: question)
            try await http.call("POST", base, ids, token: trainer, body: question)
            try await http.call("POST", base, ids, token: trainer, body: "{}", status: 400)
            try await http.call("GET", "\(base)/models", ids, token: trainer)
            let models = ["X-OpenRouter-Path": "models"]
            try await http.call("GET", base, ids, token: trainer, headers: models)
            let search = #"{"query":"knees","max_results":3}"#
            try await http.call("POST", "\(base)/search", ids, token: trainer, body: search)
            let film = #"{"model":"films","messages":[{"role":"user","content":"A squat"}]}"#
            let job = try await http.call("POST", "\(base)/chat/completions", ids, token: trainer, body: film)
            let id = ids.merging(["jobId": try #require(job["id"]?.string)]) { first, _ in first }
            try await http.call("GET", "\(base)/jobs/{jobId}", id, token: trainer)
            try await http.call("GET", "\(base)/jobs/{jobId}", id, token: client, status: 404)
        }
    }

    /// The app Genius.
    func genius() async throws {
        let question = #"{"conversation":[{"role":"user","content":"Whose knee hurts?"}]}"#
        let advice = try await http.call("POST", "/advice-non-streaming", token: trainer, body: question)
        #expect(advice["main_advice"]?.string != nil)
        try await http.call("POST", "/advice", token: trainer, body: question)
        try await http.call("POST", "/advice", token: trainer, body: #"{"conversation":[]}"#, status: 400)
        try await http.call("POST", "/advice", token: trainer, body: "{}", status: 422)
        for path in ["/model", "/api/v1/settings/default-model", "/confidence/phrase-status"] {
            try await http.call("GET", path, token: trainer)
        }
        try await http.call("GET", "/health", token: nil)
        try await http.call("POST", "/search-discipline", token: trainer, query: "?query=latest%20news")
        let days = "?days_back=7"
        for path in ["stats", "brier-score", "calibration"] {
            try await http.call("GET", "/confidence/\(path)", token: trainer, query: days)
        }
        let recent = try await http.call("GET", "/confidence/recent", token: trainer, query: "?limit=5")
        let id = try #require(recent["logs"]?[0]?["response_id"]?.string)
        try await http.call(
            "POST",
            "/feedback",
            token: trainer,
            body: #"{"response_id":"\#(id)","outcome":true,"feedback_notes":"No pain."}"#
        )
        try await http.call("POST", "/confidence/auto-tune", token: trainer, query: days + "&dry_run=true")
        try await sportsData()
    }

    private func sportsData() async throws {
        let path = "/api/v1/settings/espn-credentials"
        try await http.call("PUT", path, token: trainer, body: #"{"espn_s2":"AEB","SWID":"{1F}"}"#)
        try await http.call("GET", path, token: trainer)
        let name = ["player_name": "Ohtani", "search_term": "Ohtani", "stat": "HR"]
        let year = "?year=2025"
        try await http.call("GET", "/pybaseball/player/{player_name}", name, token: trainer, query: year)
        try await http.call("GET", "/pybaseball/standings", token: trainer, query: year)
        try await http.call("GET", "/pybaseball/leaders/{stat}", name, token: trainer, query: "?top_n=5")
        try await http.call("GET", "/pybaseball/search/{search_term}", name, token: trainer)
        try await http.call("GET", "/pybaseball/health", token: trainer)
        try await http.call("DELETE", path, token: trainer)
    }

    func gemini() async throws {
        let model = ["model": "spotter"]
        try await http.call("GET", "/v1beta/models", token: trainer)
        try await http.call("GET", "/v1beta/models/{model}", model, token: trainer)
        for base in ["/v1beta", "/v1"] {
            let path = "\(base)/models/{model}"
            let question = #"{"contents":[{"role":"user","parts":[{"text":"Whose knee hurts?"}]}]}"#
            for method in ["generateContent", "streamGenerateContent", "countTokens"] {
                try await http.call("POST", "\(path):\(method)", model, token: trainer, body: question)
            }
            let text = #"{"content":{"parts":[{"text":"knee"}]}}"#
            let vectors = ["model": "spotter-embedding"]
            try await http.call("POST", "\(path):embedContent", vectors, token: trainer, body: text)
            let batch = #"{"requests":[\#(text)]}"#
            try await http.call("POST", "\(path):batchEmbedContents", vectors, token: trainer, body: batch)
            try await http.call("POST", "\(path):generateContent", model, token: trainer, body: "{}", status: 400)
        }
    }
}
