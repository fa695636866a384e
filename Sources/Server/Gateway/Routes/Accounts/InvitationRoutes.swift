import Accounts
import Contacts
import Domain
import HTTPTypes
import Hummingbird
import MediaStore
import Messaging
import SpotterAPI

/// Trainers' invitations.
struct InvitationRoutes {
    let relations: Contacts
    let registrations: Registrations
    let links: InvitationLinks
    let library: MediaLibrary

    func add(to table: inout RouteTable) {
        table.tag = .people
        addPreview(to: &table)
        let (relations, links) = (relations, links)
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

    /// What whoever has a code may see before there is an account.
    private func addPreview(to table: inout RouteTable) {
        let (registrations, library) = (registrations, library)
        table.on(
            .get,
            "/v1/invitations/{invitation}",
            "previewInvitation",
            "Who invites by this code, and to what; needs no account",
            access: .open,
            response: .json(InvitationPreviewResponse.self),
            cost: .light
        ) { _, context in
            let preview = try await Self.byCode(context) { try await registrations.preview($0) }
            return JSONResponse(InvitationPreviewResponse(invitation: preview))
        }
        table.on(
            .get,
            "/v1/invitations/{invitation}/photo",
            "getInvitationPhoto",
            "The photo of the trainer who invites by this code, at most 150 by 150 pixels; needs no account",
            access: .open,
            response: .file,
            cost: .light
        ) { request, context in
            let trainer = try await Self.byCode(context) { try await registrations.inviter($0) }
            guard let photo = trainer.photoMediaId else { throw SpotterError.notFound("photo") }
            let owner = Actor(userId: trainer.id, role: trainer.role)
            let content = try await library.thumbnail(photo, for: owner)
            var response = try FileResponse(content: content).response(from: request, context: context)
            // Asked again each time, so that it ends with the invitation; the same bytes aren't sent again.
            response.headers[.cacheControl] = "private, no-cache"
            // The file's own name is its owner's.
            response.headers[.contentDisposition] = ContentDisposition.attachment("photo")
            return response
        }
    }

    /// Guesses of codes count as wrong passwords do, which what isn't found doesn't by itself.
    private static func byCode<Value>(
        _ context: AppContext,
        _ find: (Secret) async throws -> Value
    ) async throws -> Value {
        let code = Secret(try context.parameters.require("invitation"))
        do {
            return try await context.guarded {
                do {
                    return try await find(code)
                } catch let error as SpotterError where error.code == .notFound {
                    throw SpotterError(.unauthorized, error.message)
                }
            }
        } catch let error as SpotterError where error.code == .unauthorized {
            throw SpotterError.notFound("invitation")
        }
    }
}
