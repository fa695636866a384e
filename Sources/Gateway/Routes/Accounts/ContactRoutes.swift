import Accounts
import Contacts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// Contacts, prospects and invitations.
struct ContactRoutes {
    let messaging: MessagingServices
    private var relations: Contacts { messaging.contacts }

    init(messaging: MessagingServices) { self.messaging = messaging }

    func add(to table: inout RouteTable) {
        table.tag = .people
        addContacts(to: &table)
        addProspects(to: &table)
        addInvitations(to: &table)
    }

    private func addContacts(to table: inout RouteTable) {
        let relations = relations
        table.on(
            .post,
            "/v1/contacts",
            "addContact",
            "Add a client by email (trainer)",
            body: ContactRequest.self,
            response: .json(ContactResponse.self, .created)
        ) { request, context in
            let body = try await request.decode(ContactRequest.self, context: context)
            return JSONResponse(
                .created,
                ContactResponse(
                    contact: try await relations.addClient(
                        email: body.email,
                        by: try context.requirePrincipal().actor
                    )
                )
            )
        }
        table.on(
            .get,
            "/v1/contacts",
            "listContacts",
            "A trainer's clients, or a client's trainers",
            response: .json(ContactsResponse.self)
        ) { _, context in
            JSONResponse(
                ContactsResponse(contacts: try await relations.contacts(of: try context.requirePrincipal().actor))
            )
        }
        table.on(
            .delete,
            "/v1/contacts/{userId}",
            "removeContact",
            "End the relation with a client (trainer)",
            response: .noContent
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
            "addProspect",
            "Add a future client without an account (trainer)",
            body: NewProspectRequest.self,
            response: .json(ProspectResponse.self, .created)
        ) { request, context in
            let body = try await request.decode(NewProspectRequest.self, context: context)
            let prospect = try await relations.addProspect(
                displayName: body.displayName,
                timezone: body.timezone,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(.created, ProspectResponse(prospect: prospect))
        }
        table.on(
            .get,
            "/v1/prospects",
            "listProspects",
            "The trainer's prospects",
            response: .json(ProspectsResponse.self)
        ) { _, context in
            JSONResponse(
                ProspectsResponse(prospects: try await relations.prospects(of: try context.requirePrincipal().actor))
            )
        }
        table.on(
            .delete,
            "/v1/prospects/{prospectId}",
            "deleteProspect",
            "Forget a prospect",
            response: .noContent
        ) { _, context in
            let id: ProspectID = try context.id("prospectId", what: "prospect")
            try await relations.deleteProspect(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/prospects/{prospectId}/upgrade",
            "upgradeProspect",
            "Make a prospect a client; the calendar follows",
            body: ContactRequest.self,
            response: .json(ContactResponse.self)
        ) { request, context in
            let id: ProspectID = try context.id("prospectId", what: "prospect")
            let body = try await request.decode(ContactRequest.self, context: context)
            let contact = try await relations.upgradeProspect(
                id,
                email: body.email,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ContactResponse(contact: contact))
        }
    }

    private func addInvitations(to table: inout RouteTable) {
        let relations = relations
        table.on(
            .post,
            "/v1/invitations",
            "invite",
            "A one-time code for a future client (trainer)",
            body: InvitationRequest.self,
            response: .json(InvitationResponse.self, .created)
        ) { request, context in
            let body = try await request.decode(InvitationRequest.self, context: context)
            let (invitation, code) = try await relations.invite(
                email: body.email,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(.created, InvitationResponse(invitation: invitation, code: code))
        }
        table.on(
            .post,
            "/v1/invitations/accept",
            "acceptInvitation",
            "Redeem a trainer's code (client)",
            body: AcceptInvitationRequest.self,
            response: .json(ContactResponse.self)
        ) { request, context in
            let body = try await request.decode(AcceptInvitationRequest.self, context: context)
            let trainer = try await relations.accept(code: body.code, by: try context.requirePrincipal())
            return JSONResponse(ContactResponse(contact: trainer))
        }
    }
}
