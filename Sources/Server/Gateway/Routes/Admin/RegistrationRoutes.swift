import Accounts
import Contacts
import Domain
import Hummingbird
import SpotterAPI

/// Who may make an account, decided by the operator.
struct RegistrationRoutes {
    let registrations: Registrations
    let links: InvitationLinks
    let log: AdminLog

    func add(to table: inout RouteTable) {
        table.tag = .admin
        addMode(to: &table)
        addInvitations(to: &table)
    }

    private func addMode(to table: inout RouteTable) {
        let (registrations, log) = (registrations, log)
        @Sendable func current() async throws -> JSONResponse<RegistrationResponse> {
            let (mode, isFixed) = try await registrations.mode()
            return JSONResponse(RegistrationResponse(registration: .init(mode: mode, fixedByFlag: isFixed)))
        }
        table.on(
            .get,
            "/v1/admin/registration",
            "getRegistration",
            "Who may make an account",
            access: .admin,
            response: .json(RegistrationResponse.self)
        ) { _, _ in try await current() }
        table.on(
            .put,
            "/v1/admin/registration",
            "setRegistration",
            "Change who may make an account; --registration overrides it",
            access: .admin,
            body: RegistrationRequest.self,
            response: .json(RegistrationResponse.self)
        ) { request, context in
            let mode = try await request.decode(RegistrationRequest.self, context: context).mode
            try await registrations.setMode(mode)
            try await log.record(.setRegistration, by: try context.requireAdmin(), detail: mode.rawValue)
            return try await current()
        }
    }

    private func addInvitations(to table: inout RouteTable) {
        let (registrations, links, log) = (registrations, links, log)
        table.on(
            .post,
            "/v1/admin/invitations",
            "inviteAsOperator",
            "Make a one-time code for a new account",
            access: .admin,
            body: InvitationRequest.self,
            response: .json(InvitationResponse.self, .created)
        ) { request, context in
            let body = try await request.decode(InvitationRequest.self, context: context)
            let (invitation, code) = try await registrations.invite(email: body.email, role: body.role ?? .client)
            let role = invitation.role.rawValue
            try await log.record(.createInvitation, by: try context.requireAdmin(), detail: role)
            let link = links.link(code, for: request, context)
            return JSONResponse(.created, InvitationResponse(invitation: .init(invitation, code: code, link: link)))
        }
        table.on(
            .get,
            "/v1/admin/invitations",
            "listOperatorInvitations",
            "The operator's invitations that can still be used, without their codes",
            access: .admin,
            response: .json(InvitationsResponse.self)
        ) { _, _ in JSONResponse(InvitationsResponse(invitations: try await registrations.invitations())) }
        table.on(
            .delete,
            "/v1/admin/invitations/{invitationId}",
            "revokeOperatorInvitation",
            "Revoke an unused invitation of the operator's",
            access: .admin,
            response: .noContent
        ) { _, context in
            try await registrations.revoke(try context.id("invitationId", what: "invitation"))
            try await log.record(.revokeInvitation, by: try context.requireAdmin())
            return Response(status: .noContent)
        }
    }
}
