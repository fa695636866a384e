import Accounts
import Assistant
import BuildVersion
import Domain
import Gateway
import Hummingbird
import WebSearch

/// `GET /model`, `GET /api/v1/settings/default-model`, `GET /health` and `POST /search-discipline`.
struct GeniusSettingsRoutes {
    let services: GeniusServices

    func add(to table: inout RouteTable) {
        let services = services
        for (path, id) in [("/model", "getGeniusModel"), ("/api/v1/settings/default-model", "getGeniusDefaultModel")] {
            table.on(
                .get,
                path,
                id,
                "The server's default model",
                response: .json(GeniusAnswer.self),
                failure: GeniusFailureBody.self
            ) { _, _ in JSONResponse(services.defaultModel) }
        }
        table.on(
            .get,
            "/health",
            "getGeniusHealth",
            "Whether the server runs",
            access: .open,
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self,
            limit: .free,
            cost: .light
        ) { _, _ in
            JSONResponse(["status": "healthy", "version": .string(BuildVersion.release)] as JSONValue)
        }
        addDiscipline(to: &table)
    }

    private func addDiscipline(to table: inout RouteTable) {
        let services = services
        table.on(
            .post,
            "/search-discipline",
            "explainSearch",
            "Whether a question would be worth a search of the web, and why; nothing is searched",
            query: [
                QueryParameter("query", String.self, isRequired: true, "The question."),
                QueryParameter("search_override", String.self, "/nosrch or /search."),
            ],
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self,
            cost: .light
        ) { request, context in
            let principal = try context.requirePrincipal()
            guard let question = request.uri.queryParameters["query"].map({ String($0) }) else {
                throw ValidationFailure.one("query", "query", type: "missing", "Field required")
            }
            guard TextLength(0...AdviceRequest.maxQuestion).admits(question) else {
                let words = "String should have at most \(AdviceRequest.maxQuestion) characters"
                throw ValidationFailure.one("query", "query", type: "string_too_long", words)
            }
            let command = request.uri.queryParameters["search_override"].map { String($0) }
            let decision = try await services.assistant.searchDecision(
                on: question,
                override: command.flatMap(SearchOverride.init(command:)),
                by: principal
            )
            return JSONResponse(ExplainedSearch(question: question, command: command, decision: decision).json)
        }
    }
}

/// A decision in the app's shape.
struct ExplainedSearch {
    let question: String
    let command: String?
    let decision: SearchDecision

    var json: JSONValue {
        let reason = JSONValue.string(decision.reason)
        let verdict = JSONValue.string(decision.verdict.rawValue)
        let queryClass = JSONValue.string(decision.queryClass.rawValue)
        let cues = JSONValue.array(decision.cues.map { .string($0) })
        return [
            "query": .string(question), "search_override": command.map { .string($0) } ?? .null,
            "decision": verdict, "reasoning": reason, "should_search": .bool(decision.shouldSearch),
            "policy_payload": [
                "tool": "web_search", "policy": verdict, "reasoning": reason,
                "inputs": [
                    "recency_days": decision.recencyDays.map { .integer($0) } ?? .null,
                    "query_classification": queryClass,
                ],
                "metadata": ["user_override": command.map { .string($0) } ?? .null, "cues": cues],
            ],
            "query_analysis": [
                "is_time_sensitive": .bool(decision.queryClass == .timeSensitive),
                "has_active_entities": false,
                "time_sensitive_keywords": decision.queryClass == .timeSensitive ? cues : [],
                "active_entity_reasons": [], "query_classification": queryClass,
            ],
        ]
    }
}
