import Accounts
import Assistant
import Domain
import Gateway
import Hummingbird
import SpotterAPI

/// `/confidence/…`: how well the confidence of the user's own advice agrees with what became of it.
struct ConfidenceRoutes {
    let services: GeniusServices

    private static let dayRange = 1...3_650
    private static let days = QueryParameter("days_back", Int.self, "How many days count.", range: dayRange)

    func add(to table: inout RouteTable) {
        addRecent(to: &table)
        let clock = services.clock
        add("/stats", "getConfidenceStats", "The Brier score and the bands", usually: 7, to: &table) {
            $0.stats(at: clock.now())
        }
        add("/brier-score", "getBrierScore", "The Brier score", usually: 7, to: &table) {
            $0.brierScore(at: clock.now())
        }
        add("/calibration", "getConfidenceCalibration", "The error of each band", usually: 30, to: &table) {
            $0.calibration(at: clock.now())
        }
        addTuning(to: &table)
    }

    private func add(
        _ path: String,
        _ id: String,
        _ summary: String,
        usually days: Int,
        to table: inout RouteTable,
        _ json: @escaping @Sendable (ConfidenceReport) -> JSONValue
    ) {
        let services = services
        table.on(
            .get,
            "/confidence\(path)",
            id,
            "\(summary) of the user's own advice of the last days",
            query: [Self.days],
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self
        ) { request, context in
            JSONResponse(json(try await Self.report(request, context, services, usually: days)))
        }
    }

    private static func report(
        _ request: Request,
        _ context: AppContext,
        _ services: GeniusServices,
        usually days: Int
    ) async throws -> ConfidenceReport {
        let principal = try context.requirePrincipal()
        let days = try request.integer("days_back", in: dayRange) ?? days
        let since = services.clock.now().adding(seconds: -Int64(days) * 86_400)
        let report = try await services.assistant.ratings.report(of: principal.actor, since: since)
        return ConfidenceReport(figures: report.total, days: days)
    }

    private func addRecent(to table: inout RouteTable) {
        let services = services
        table.on(
            .get,
            "/confidence/recent",
            "listRecentConfidence",
            "The user's latest advice, with its confidence and outcome",
            query: [QueryParameter("limit", Int.self, range: 1...100)],
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self
        ) { request, context in
            let principal = try context.requirePrincipal()
            let limit = try request.integer("limit", in: 1...100) ?? 20
            let records = try await services.assistant.ratings.latest(of: principal.actor, limit: limit)
            var logs: [JSONValue] = []
            for record in records { logs.append(try await Self.log(record, services, principal)) }
            return JSONResponse(
                [
                    "logs": .array(logs), "total_count": .integer(logs.count),
                    "timestamp": logs.first?["timestamp"] ?? .null,
                ] as JSONValue
            )
        }
    }

    /// What was said is read now: what was deleted or may no longer be read isn't there.
    private static func log(
        _ record: AdviceRecord,
        _ services: GeniusServices,
        _ principal: Principal
    ) async throws -> JSONValue {
        let said = try? await services.assistant.record(of: record.responseId, for: principal)
        return [
            "response_id": .string(ResponseID.text(record.responseId)),
            "response_text": said.map { .string($0.answer.text) } ?? .null,
            "user_query": said?.question.map { .string($0.text) } ?? .null, "conversation_context": .null,
            "confidence_score": .number(record.confidence), "model_used": .string(record.model),
            "web_search_used": .bool(record.usedWebSearch),
            "outcome": record.outcome.map { .bool($0 == .good) } ?? .null,
            "timestamp": .string(record.advisedAt.description),
            "feedback_timestamp": record.ratedAt.map { .string($0.description) } ?? .null,
        ]
    }

    private func addTuning(to table: inout RouteTable) {
        let services = services
        table.on(
            .post,
            "/confidence/auto-tune",
            "tuneConfidence",
            "Does nothing: ratings correct the confidence as they come",
            query: [Self.days, QueryParameter("dry_run", Bool.self)],
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self,
            cost: .heavy
        ) { request, context in
            let report = try await Self.report(request, context, services, usually: 7)
            let isDry = request.uri.queryParameters["dry_run"] != "false"
            return JSONResponse(report.tuning(isDry: isDry, at: services.clock.now()))
        }
        table.on(
            .get,
            "/confidence/phrase-status",
            "getConfidencePhrases",
            "How confidence is corrected",
            response: .json(GeniusAnswer.self),
            failure: GeniusFailureBody.self
        ) { _, _ in JSONResponse(ConfidenceReport.status) }
    }
}
