import Accounts
import Assistant
import Domain
import HTTPTypes
import Hummingbird
import SpotterAPI

/// Advice, its ratings, and how well its confidence agrees with them.
struct AdviceRoutes {
    let assistant: AssistantService

    func add(to table: inout RouteTable) {
        table.tag = .assistant
        addAdvice(to: &table)
        addFeedback(to: &table)
        addRecords(to: &table)
        table.tag = .admin
        addTotals(to: &table)
    }

    private func addAdvice(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .post,
            "/v1/assistant/advice",
            "advise",
            "Ask for advice: what to do, why, how sure, and what else; it never proposes an action",
            body: AssistantQuery.self,
            response: .jsonOrStream(AdviceAnswer.self),
            limit: .quota(.questions)
        ) { request, context in
            let query = try await request.decode(AssistantQuery.self, context: context)
            let generation = try await assistant.advise(query, by: try context.requirePrincipal())
            guard request.wantsEventStream else { return JSONResponse(AdviceAnswer(try await generation.answer())) }
            return AssistantEventStream.response(generation.events(), requestId: context.id) { AdviceAnswer($0) }
        }
    }

    private func addFeedback(to table: inout RouteTable) {
        let ratings = assistant.ratings
        let path = "/v1/assistant/messages/{messageId}/feedback"
        table.on(
            .get,
            path,
            "getFeedback",
            "A piece of the user's advice, with its rating if it has one",
            response: .json(AdviceRecordResponse.self)
        ) { _, context in
            let turn: TurnID = try context.id("messageId", what: "message")
            let record = try await ratings.record(turn, for: try context.requirePrincipal().actor)
            return JSONResponse(AdviceRecordResponse(advice: record))
        }
        table.on(
            .put,
            path,
            "rateAdvice",
            "Say whether advice turned out well; a later rating replaces it",
            body: AdviceFeedbackRequest.self,
            response: .json(AdviceRecordResponse.self)
        ) { request, context in
            let body = try await request.decode(AdviceFeedbackRequest.self, context: context)
            let turn: TurnID = try context.id("messageId", what: "message")
            let record = try await ratings.rate(turn, body, by: try context.requirePrincipal().actor)
            return JSONResponse(AdviceRecordResponse(advice: record))
        }
        table.on(.delete, path, "unrateAdvice", "Remove a rating", response: .noContent) { _, context in
            let turn: TurnID = try context.id("messageId", what: "message")
            try await ratings.withdraw(turn, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }

    private static let pages = [QueryParameter("limit", Int.self), QueryParameter("after", TurnID.self)]
    private static let period = [
        QueryParameter("since", Timestamp.self), QueryParameter("until", Timestamp.self),
        QueryParameter("model", String.self),
    ]

    private func addRecords(to table: inout RouteTable) {
        let ratings = assistant.ratings
        table.on(
            .get,
            "/v1/assistant/advice",
            "listAdvice",
            "The figures of the user's advice and its ratings, oldest first",
            query: Self.pages,
            response: .json(AdviceRecordsPage.self)
        ) { request, context in
            JSONResponse(try await ratings.page(request, of: try context.requirePrincipal().actor))
        }
        table.on(
            .get,
            "/v1/assistant/advice/calibration",
            "getCalibration",
            "How well the confidence of the user's advice agrees with its outcomes",
            query: Self.period,
            response: .json(CalibrationReport.self)
        ) { request, context in
            JSONResponse(try await ratings.report(request, of: try context.requirePrincipal().actor))
        }
    }

    private func addTotals(to table: inout RouteTable) {
        let ratings = assistant.ratings
        table.on(
            .get,
            "/v1/admin/advice",
            "listAllAdvice",
            "The figures of everybody's advice and its ratings, without any text, oldest first",
            access: .admin,
            query: Self.pages,
            response: .json(AdviceRecordsPage.self)
        ) { request, _ in
            JSONResponse(try await ratings.page(request, of: nil))
        }
        table.on(
            .get,
            "/v1/admin/advice/calibration",
            "getServerCalibration",
            "How well the confidence of everybody's advice agrees with its outcomes",
            access: .admin,
            query: Self.period,
            response: .json(CalibrationReport.self)
        ) { request, _ in
            JSONResponse(try await ratings.report(request, of: nil))
        }
    }
}

extension AdviceRatings {
    fileprivate func page(_ request: Request, of actor: Actor?) async throws -> AdviceRecordsPage {
        try await page(
            of: actor,
            after: try request.parameter("after", as: TurnID.self),
            limit: try request.parameter("limit") ?? 100
        )
    }

    fileprivate func report(_ request: Request, of actor: Actor?) async throws -> CalibrationReport {
        try await report(
            of: actor,
            since: try request.time("since"),
            until: try request.time("until"),
            model: try request.parameter("model")
        )
    }
}
