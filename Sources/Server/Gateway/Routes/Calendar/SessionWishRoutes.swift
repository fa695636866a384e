import Accounts
import Domain
import Hummingbird
import SpotterAPI

/// What a client would like a session to be; its trainer decides.
struct SessionWishRoutes {
    let wishes: SessionWishes

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        let wishes = wishes
        table.on(
            .post,
            "/v1/calendar/events/{eventId}/wish",
            "wishForSession",
            "Ask the trainer for another time of a session, or to cancel it (its client); they confirm or refuse the proposal",
            body: SessionWishRequest.self,
            response: .noContent,
            cost: .light
        ) { request, context in
            let body = try await request.decode(SessionWishRequest.self, context: context)
            let event: EventID = try context.id("eventId", what: "event")
            try await wishes.propose(body, for: event, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }
}
