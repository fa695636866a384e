import Accounts
import AutomaticReplies
import Domain
import HTTPTypes
import Hummingbird
import SpotterAPI

/// Replies that are sent by themselves: a trainer's settings, offers to clients, what was sent, and a preview.
struct AutomaticRoutes {
    let automatic: AutomaticReplies

    func add(to table: inout RouteTable) {
        table.tag = .assistant
        addSettings(to: &table)
        addOffers(to: &table)
        addReplies(to: &table)
        addSwitch(to: &table)
    }

    private func addSettings(to table: inout RouteTable) {
        let automatic = automatic
        table.on(
            .get,
            "/v1/automatic",
            "getAutomatic",
            "Replies that are sent by themselves: settings and agreements, or what trainers have offered",
            response: .json(AutomaticResponse.self)
        ) { _, context in
            JSONResponse(try await automatic.overview(for: try context.requirePrincipal().actor))
        }
        table.on(
            .patch,
            "/v1/automatic",
            "changeAutomatic",
            "Turn replies that are sent by themselves on or off, and set their bounds",
            body: AutomaticSettingsRequest.self,
            response: .json(AutomaticResponse.self)
        ) { request, context in
            let body = try await request.decode(AutomaticSettingsRequest.self, context: context)
            return JSONResponse(try await automatic.change(body, by: try context.requirePrincipal().actor))
        }
    }

    private func addOffers(to table: inout RouteTable) {
        let automatic = automatic
        table.on(
            .put,
            "/v1/automatic/agreements/{userId}",
            "offerAutomatic",
            "Offer a client replies of these kinds; none is sent before the client agrees",
            body: AutomaticOfferRequest.self,
            response: .json(AutomaticResponse.self)
        ) { request, context in
            let body = try await request.decode(AutomaticOfferRequest.self, context: context)
            return JSONResponse(
                try await automatic.offer(
                    body.kinds,
                    to: try context.id("userId", what: "client"),
                    by: try context.requirePrincipal().actor
                )
            )
        }
        table.on(
            .post,
            "/v1/automatic/agreements/{userId}/accept",
            "acceptAutomatic",
            "Agree to what a trainer has offered, as it was shown",
            body: AcceptAutomaticRequest.self,
            response: .json(AutomaticResponse.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(AcceptAutomaticRequest.self, context: context)
            let trainer: UserID = try context.id("userId", what: "offer")
            return JSONResponse(
                try await automatic.accept(trainer, shown: body, by: try context.requirePrincipal().actor)
            )
        }
        table.on(
            .delete,
            "/v1/automatic/agreements/{userId}",
            "endAutomatic",
            "End an offer or an agreement, by either side; nothing is sent any more",
            response: .noContent
        ) { _, context in
            try await automatic.end(
                with: try context.id("userId", what: "offer"),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
    }

    private func addReplies(to table: inout RouteTable) {
        let automatic = automatic
        table.on(
            .get,
            "/v1/automatic/replies",
            "listAutomaticReplies",
            "What was planned, sent, undone and dropped, the newest first",
            response: .json(AutomaticRepliesResponse.self)
        ) { _, context in
            let replies = try await automatic.list(for: try context.requirePrincipal().actor)
            return JSONResponse(AutomaticRepliesResponse(replies: replies))
        }
        table.on(
            .post,
            "/v1/automatic/replies/{replyId}/undo",
            "undoAutomaticReply",
            "Stop a planned reply, or delete one that was sent up to 30 seconds ago",
            response: .json(AutomaticReplyResponse.self),
            cost: .light
        ) { _, context in
            let reply = try await automatic.undo(
                try context.id("replyId", what: "reply"),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(AutomaticReplyResponse(reply: reply))
        }
        table.on(
            .post,
            "/v1/automatic/preview",
            "previewAutomatic",
            "What would have been sent in past weeks; nothing is",
            body: AutomaticPreviewRequest.self,
            response: .json(AutomaticPreviewResponse.self),
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(AutomaticPreviewRequest.self, context: context)
            return JSONResponse(try await automatic.preview(body, by: try context.requirePrincipal().actor))
        }
    }

    private func addSwitch(to table: inout RouteTable) {
        let automatic = automatic
        table.tag = .admin
        table.on(
            .put,
            "/v1/admin/automatic",
            "switchAutomatic",
            "Turn automatic replies on or off for everybody, at once",
            access: .admin,
            body: AutomaticSwitch.self,
            response: .json(AutomaticSwitch.self)
        ) { request, context in
            let body = try await request.decode(AutomaticSwitch.self, context: context)
            try await automatic.allow(body.isAllowed, by: try context.requireAdmin())
            return JSONResponse(AutomaticSwitch(isAllowed: try await automatic.isAllowed()))
        }
    }
}
