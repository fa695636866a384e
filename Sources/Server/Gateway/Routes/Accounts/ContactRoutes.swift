import Accounts
import Contacts
import Domain
import HTTPTypes
import Hummingbird
import Messaging
import SpotterAPI

/// Contacts, trainers' requests and prospects.
struct ContactRoutes {
    let messaging: MessagingServices
    private var relations: Contacts { messaging.contacts }

    init(messaging: MessagingServices) { self.messaging = messaging }

    func add(to table: inout RouteTable) {
        table.tag = .people
        addContacts(to: &table)
        addRequests(to: &table)
        addProspects(to: &table)
    }

    private func addContacts(to table: inout RouteTable) {
        let relations = relations
        table.on(
            .post,
            "/v1/contacts",
            "addContact",
            "Ask the owner of an address to become the trainer's client (trainer); 201 only if they had agreed before",
            body: ContactRequest.self,
            response: .json(AddedContactResponse.self, .accepted, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(ContactRequest.self, context: context)
            let added = try await relations.add(email: body.email, by: try context.requirePrincipal().actor)
            return added.response(accepted: .created)
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
            "End the relation with a client or a trainer",
            response: .noContent
        ) { _, context in
            let other: UserID = try context.id("userId", what: "contact")
            try await relations.remove(other, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }

    private func addRequests(to table: inout RouteTable) {
        let relations = relations
        table.on(
            .get,
            "/v1/contacts/requests",
            "listContactRequests",
            "Trainers' requests that wait for the user's answer; for a trainer, those sent",
            response: .json(ContactRequestsResponse.self)
        ) { _, context in
            let found = try await relations.requests(of: try context.requirePrincipal().user)
            return JSONResponse(ContactRequestsResponse(requests: found.received, sent: found.sent))
        }
        table.on(
            .post,
            "/v1/contacts/requests/{requestId}/accept",
            "acceptContactRequest",
            "Become this trainer's client",
            response: .json(ContactResponse.self),
            cost: .light
        ) { _, context in
            let id: ContactRequestID = try context.id("requestId", what: "request")
            let trainer = try await relations.acceptRequest(id, by: try context.requirePrincipal().user)
            return JSONResponse(ContactResponse(contact: trainer))
        }
        table.on(
            .post,
            "/v1/contacts/requests/{requestId}/decline",
            "declineContactRequest",
            "Decline a trainer's request; the trainer isn't told",
            response: .noContent,
            cost: .light
        ) { _, context in
            let id: ContactRequestID = try context.id("requestId", what: "request")
            try await relations.declineRequest(id, by: try context.requirePrincipal().user)
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
            response: .json(ProspectResponse.self, .created),
            cost: .light
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
            "Delete a prospect",
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
            "Make a prospect a client, once they agree (202); the calendar follows",
            body: ContactRequest.self,
            response: .json(AddedContactResponse.self, .accepted, .ok),
            cost: .light
        ) { request, context in
            let id: ProspectID = try context.id("prospectId", what: "prospect")
            let body = try await request.decode(ContactRequest.self, context: context)
            let added = try await relations.upgradeProspect(
                id,
                email: body.email,
                by: try context.requirePrincipal().actor
            )
            return added.response(accepted: .ok)
        }
    }
}

extension Contacts.Added {
    fileprivate func response(accepted: HTTPResponse.Status) -> JSONResponse<AddedContactResponse> {
        switch self {
        case .accepted(let contact): JSONResponse(accepted, AddedContactResponse(contact: .init(contact)))
        case .pending(let request): JSONResponse(.accepted, AddedContactResponse(contact: .init(request)))
        }
    }
}
