import Accounts
import Domain
import Hummingbird
import Scheduling
import SpotterAPI

/// Due reminders and changes of the calendar, kept until they were seen.
struct NoticeRoutes {
    let notices: Notices

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        let notices = notices
        table.on(
            .get,
            "/v1/notices",
            "listNotices",
            "Due reminders and changed appointments that weren't seen yet; with all=true, seen ones after them",
            query: [
                QueryParameter("all", Bool.self),
                QueryParameter("before", NoticeID.self, "A notice: only those before it, latest first."),
                QueryParameter("limit", Int.self),
            ],
            response: .json(NoticesResponse.self)
        ) { request, context in
            let page = try await notices.list(
                for: try context.requirePrincipal().actor,
                includesSeen: try request.parameter("all", as: Bool.self) ?? false,
                before: try request.parameter("before", as: NoticeID.self),
                limit: try request.parameter("limit", as: Int.self) ?? Notices.maxPage
            )
            return JSONResponse(NoticesResponse(notices: page.notices, hasMore: page.hasMore))
        }
        table.on(
            .post,
            "/v1/notices/{noticeId}/seen",
            "markNoticeSeen",
            "Mark a notice as seen; with earlier=true, all before it as well",
            query: [QueryParameter("earlier", Bool.self)],
            response: .json(NoticeResponse.self),
            cost: .light
        ) { request, context in
            let notice = try await notices.markSeen(
                try context.id("noticeId", what: "notice"),
                earlier: try request.parameter("earlier", as: Bool.self) ?? false,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(NoticeResponse(notice: notice))
        }
    }
}
