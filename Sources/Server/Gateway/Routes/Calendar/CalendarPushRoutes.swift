import Accounts
import CalendarPush
import Domain
import Hummingbird
import SpotterAPI

/// Copies of the user's calendar in another CalDAV server. No API key can set one up: it holds a password.
struct CalendarPushRoutes {
    let pushes: CalendarPushes

    private static let path = "/v1/calendar/push"

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        let pushes = pushes
        table.on(
            .get,
            Self.path,
            "getCalendarPush",
            "Where the user's calendar is copied to and how that goes, and the servers that it may be copied to",
            response: .json(CalendarPushResponse.self),
            cost: .light
        ) { _, context in
            JSONResponse(try await pushes.state(of: try context.requirePrincipal().userId))
        }
        table.on(
            .put,
            Self.path,
            "setCalendarPush",
            "Copy the user's calendar into a calendar of another CalDAV server from now on. That server is asked first; the "
                + "password is stored encrypted and never returned",
            body: SetCalendarPushRequest.self,
            response: .json(CalendarPushResponse.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(SetCalendarPushRequest.self, context: context)
            let principal = try context.requirePrincipal()
            try await pushes.set(body, by: principal)
            return JSONResponse(try await pushes.state(of: principal.userId))
        }
        table.on(
            .delete,
            Self.path,
            "endCalendarPush",
            "End the copying and forget the password; what was copied stays there",
            response: .noContent
        ) { _, context in
            try await pushes.remove(of: try context.requirePrincipal().userId)
            return Response(status: .noContent)
        }
    }
}
