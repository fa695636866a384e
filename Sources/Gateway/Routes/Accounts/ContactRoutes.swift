import Domain
import Hummingbird
import Messaging

/// Contacts, prospects and invitations.
struct RelationRoutes {
    let messaging: MessagingServices
    private var relations: Relations { messaging.relations }

    init(messaging: MessagingServices) { self.messaging = messaging }

    func add(to table: inout RouteTable) {
        addContacts(to: &table)
        addProspects(to: &table)
        addInvitations(to: &table)
    }

    private func addContacts(to table: inout RouteTable) {
        let relations = relations
        table.on(
            .post,
            "/v1/contacts",
            "Add a client by email (trainer)",
            body: "email: string",
            status: .created
        ) { request, context in
            let body = try await request.decode(EmailBody.self, context: context)
            return JSONAnswer(
                .created,
                ContactAnswer(
                    contact: try await relations.addClient(
                        email: body.email,
                        by: try context.requirePrincipal().actor
                    )
                )
            )
        }
        table.on(.get, "/v1/contacts", "A trainer's clients, or a client's trainers") { _, context in
            JSONAnswer(
                .ok,
                ContactsAnswer(contacts: try await relations.contacts(of: try context.requirePrincipal().actor))
            )
        }
        table.on(
            .delete,
            "/v1/contacts/{userId}",
            "End the relation with a client (trainer)",
            status: .noContent
        ) { _, context in
            let client: UserID = try context.id("userId", what: "client")
            try await relations.removeClient(client, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }

    private func addProspects(to table: inout RouteTable) {
        let relations = relations
        table.on(
            .post,
            "/v1/prospects",
            "Add a future client without an account (trainer)",
            body: "displayName: string, timezone?: string",
            status: .created
        ) { request, context in
            let body = try await request.decode(ProspectBody.self, context: context)
            let prospect = try await relations.addProspect(
                displayName: body.displayName,
                timezone: body.timezone,
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.created, ProspectAnswer(prospect: prospect))
        }
        table.on(.get, "/v1/prospects", "The trainer's prospects") { _, context in
            JSONAnswer(
                .ok,
                ProspectsAnswer(prospects: try await relations.prospects(of: try context.requirePrincipal().actor))
            )
        }
        table.on(.delete, "/v1/prospects/{prospectId}", "Forget a prospect", status: .noContent) { _, context in
            let id: ProspectID = try context.id("prospectId", what: "prospect")
            try await relations.deleteProspect(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/prospects/{prospectId}/upgrade",
            "Make a prospect a client; the calendar follows",
            body: "email: string"
        ) { request, context in
            let id: ProspectID = try context.id("prospectId", what: "prospect")
            let body = try await request.decode(EmailBody.self, context: context)
            let contact = try await relations.upgradeProspect(
                id,
                email: body.email,
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ContactAnswer(contact: contact))
        }
    }

    private func addInvitations(to table: inout RouteTable) {
        let relations = relations
        table.on(
            .post,
            "/v1/invitations",
            "A one-time code for a future client (trainer)",
            body: "email?: string",
            status: .created
        ) { request, context in
            let body = try await request.decode(InvitationBody.self, context: context)
            let (invitation, code) = try await relations.invite(
                email: body.email,
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.created, InvitationAnswer(invitation: invitation, code: code))
        }
        table.on(
            .post,
            "/v1/invitations/accept",
            "Redeem a trainer's code (client)",
            body: "code: string"
        ) { request, context in
            let body = try await request.decode(CodeBody.self, context: context)
            let trainer = try await relations.accept(code: body.code, by: try context.requirePrincipal())
            return JSONAnswer(.ok, ContactAnswer(contact: trainer))
        }
    }

    private struct EmailBody: Decodable { let email: String }
    private struct InvitationBody: Decodable { let email: String? }
    private struct CodeBody: Decodable { let code: Secret }
    private struct ProspectBody: Decodable {
        let displayName: String
        let timezone: String?
    }
    private struct ContactAnswer: Encodable { let contact: Contact }
    private struct ContactsAnswer: Encodable { let contacts: [Contact] }
    private struct ProspectAnswer: Encodable { let prospect: Prospect }
    private struct ProspectsAnswer: Encodable { let prospects: [Prospect] }
    private struct InvitationAnswer: Encodable {
        let invitation: Invitation
        let code: Secret
    }
}
