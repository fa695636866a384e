import Accounts
import Contacts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// Trainers' invitations.
struct InvitationRoutes {
    let relations: Contacts
    let registrations: Registrations
    let links: InvitationLinks

    func add(to table: inout RouteTable) {
        table.tag = .people
        let (relations, registrations, links) = (relations, registrations, links)
        table.on(
            .post,
            "/v1/invitations",
            "invite",
            "Make a one-time code for a future client (trainer)",
            body: InvitationRequest.self,
            response: .json(InvitationResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(InvitationRequest.self, context: context)
            let (invitation, code) = try await relations.invite(
                email: body.email,
                role: body.role ?? .client,
                by: try context.requirePrincipal().actor
            )
            let link = links.link(code, for: request, context)
            return JSONResponse(
                .created,
                InvitationResponse(invitation: .init(invitation, code: code, link: link))
            )
        }
        table.on(
            .get,
            "/v1/invitations",
            "listInvitations",
            "The trainer's invitations that can still be used, without their codes (trainer)",
            response: .json(InvitationsResponse.self)
        ) { _, context in
            let open = try await relations.invitations(of: try context.requirePrincipal().actor)
            return JSONResponse(InvitationsResponse(invitations: open))
        }
        table.on(
            .get,
            "/v1/invitations/{invitation}",
            "previewInvitation",
            "Who invites by this code, and to what; needs no account",
            access: .open,
            response: .json(InvitationPreviewResponse.self),
            cost: .light
        ) { _, context in
            let code = Secret(try context.parameters.require("invitation"))
            do {
                // Guesses of codes count as wrong passwords do, which what isn't found doesn't by itself.
                let preview = try await context.guarded {
                    do {
                        return try await registrations.preview(code)
                    } catch let error as SpotterError where error.code == .notFound {
                        throw SpotterError(.unauthorized, error.message)
                    }
                }
                return JSONResponse(InvitationPreviewResponse(invitation: preview))
            } catch let error as SpotterError where error.code == .unauthorized {
                throw SpotterError.notFound("invitation")
            }
        }
        table.on(
            .delete,
            "/v1/invitations/{invitation}",
            "revokeInvitation",
            "Revoke an unused invitation (trainer)",
            response: .noContent
        ) { _, context in
            let id: InvitationID = try context.id("invitation", what: "invitation")
            try await relations.revokeInvitation(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/invitations/accept",
            "acceptInvitation",
            "Redeem a trainer's code (client)",
            body: AcceptInvitationRequest.self,
            response: .json(ContactResponse.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(AcceptInvitationRequest.self, context: context)
            let trainer = try await relations.accept(code: body.code, by: try context.requirePrincipal())
            return JSONResponse(ContactResponse(contact: trainer))
        }
    }
}
