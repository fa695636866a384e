import Accounts
import CalendarPush
import Domain
import Hummingbird
import SpotterAPI

/// Copies of the user's calendar in another CalDAV server or at Google. No API key can set one up: it holds a password.
struct CalendarPushRoutes {
    let pushes: CalendarPushes
    let links: InvitationLinks

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
            "End the copying and forget the password, or take the permission back; what was copied stays there",
            response: .noContent
        ) { _, context in
            try await pushes.remove(of: try context.requirePrincipal().userId)
            return Response(status: .noContent)
        }
        addGoogle(to: &table)
    }

    private func addGoogle(to table: inout RouteTable) {
        let (pushes, links) = (pushes, links)
        let path = "\(Self.path)/google"
        table.on(
            .post,
            path,
            "beginGoogleCalendar",
            "Where the user allows this server to write to their calendar at Google; 404 if its operator hasn't registered it",
            response: .json(GoogleCalendarAuthorizationResponse.self),
            cost: .light
        ) { request, context in
            let redirect = links.link(path: GoogleCodePage.path, for: request, context)
            guard redirect.hasPrefix("http") else {
                throw SpotterError(
                    .conflict,
                    "This server doesn't know its own address, to which Google has to lead back; its operator sets it."
                )
            }
            return JSONResponse(try pushes.beginGoogle(redirect: redirect, by: try context.requirePrincipal()))
        }
        table.on(
            .put,
            path,
            "connectGoogleCalendar",
            "Copy the user's calendar to Google from now on, with the code that Google's page has led to",
            body: ConnectGoogleCalendarRequest.self,
            response: .json(CalendarPushResponse.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(ConnectGoogleCalendarRequest.self, context: context)
            let principal = try context.requirePrincipal()
            try await pushes.connectGoogle(body, by: principal)
            return JSONResponse(try await pushes.state(of: principal.userId))
        }
        table.unlisted(.get, GoogleCodePage.path, access: .open, cost: .light) { request, _ in
            GoogleCodePage(request).response
        }
    }
}
