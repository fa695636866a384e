import Accounts
import Assistant
import ChatInsights
import Domain
import Hummingbird
import SpotterAPI

/// A trainer's weekly page, what is proposed or dismissed from it, and whether to be told of it every week.
struct WeekRoutes {
    let assistant: AssistantService
    let proactive: Proactive

    func add(to table: inout RouteTable) {
        table.tag = .assistant
        addPage(to: &table)
        addSettings(to: &table)
    }

    private func addPage(to table: inout RouteTable) {
        let assistant = assistant
        let reason = "/v1/assistant/week/reasons/{reasonId}"
        table.on(
            .get,
            "/v1/assistant/week",
            "getWeek",
            "Which clients need attention this week, and why; each reason with its source (trainer)",
            response: .json(WeekPage.self),
            limit: .quota(.searches)
        ) { _, context in
            JSONResponse(try await assistant.week(for: try context.requirePrincipal()))
        }
        table.on(
            .post,
            "\(reason)/draft",
            "draftFromWeek",
            "Propose the message or reminder that a reason suggests, to be confirmed (trainer)",
            body: WeekDraftRequest.self,
            response: .json(SuggestedProposalsResponse.self),
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(WeekDraftRequest.self, context: context)
            return JSONResponse(
                try await assistant.draft(
                    try context.id("reasonId", what: "reason"),
                    body,
                    by: try context.requirePrincipal()
                )
            )
        }
        table.on(
            .put,
            "\(reason)/dismissal",
            "dismissWeekReason",
            "Dismiss a reason (trainer)",
            response: .noContent,
            limit: .quota(.searches)
        ) { _, context in
            try await assistant.dismiss(try context.id("reasonId", what: "reason"), by: try context.requirePrincipal())
            return Response(status: .noContent)
        }
        table.on(
            .delete,
            "\(reason)/dismissal",
            "restoreWeekReason",
            "Show a dismissed reason again (trainer)",
            response: .noContent
        ) { _, context in
            try await assistant.restore(try context.id("reasonId", what: "reason"), by: try context.requirePrincipal())
            return Response(status: .noContent)
        }
    }

    private func addSettings(to table: inout RouteTable) {
        let proactive = proactive
        table.on(
            .get,
            "/v1/me/proactive",
            "getProactive",
            "Whether and when the trainer is notified of the weekly page (trainer)",
            response: .json(ProactiveSettingsResponse.self)
        ) { _, context in
            JSONResponse(try await proactive.settings(of: try context.requirePrincipal().actor))
        }
        table.on(
            .patch,
            "/v1/me/proactive",
            "updateProactive",
            "Change whether and when the weekly page is notified; off by default (trainer)",
            body: UpdateProactiveRequest.self,
            response: .json(ProactiveSettingsResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateProactiveRequest.self, context: context)
            return JSONResponse(try await proactive.change(body, by: try context.requirePrincipal().actor))
        }
    }
}
