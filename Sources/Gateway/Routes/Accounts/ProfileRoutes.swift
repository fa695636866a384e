import Domain
import Hummingbird
import Messaging

/// The account that asks: what it shows of itself.
struct ProfileRoutes {
    let messaging: MessagingServices
    let deletion: AccountDeletion

    func add(to table: inout RouteTable) {
        let profiles = messaging.profiles
        table.on(.get, "/v1/me", "The account that asks") { _, context in
            JSONAnswer(.ok, ProfileAnswer(user: try await profiles.profile(of: try context.requirePrincipal().userId)))
        }
        table.on(
            .patch,
            "/v1/me",
            "Change name, time zone, photo (null clears it) or what others may see; the role never changes",
            body: "displayName?: string, timezone?: string, photoMediaId?: string, sharesReadReceipts?: boolean, "
                + "sharesPresence?: boolean"
        ) { request, context in
            let body = try await request.decode(MeBody.self, context: context)
            let profile = try await profiles.change(body.change, of: try context.requirePrincipal().userId)
            return JSONAnswer(.ok, ProfileAnswer(user: profile))
        }
        let deletion = deletion
        table.on(
            .delete,
            "/v1/me",
            "Delete this account: messages for all, memberships, relations, calendar, conversations; for good",
            body: "password: string",
            status: .noContent
        ) { request, context in
            let body = try await request.decode(DeletionBody.self, context: context)
            let principal = try context.requirePrincipal()
            try await context.guarded(principal.user.email) {
                try await deletion.delete(principal, password: body.password)
            }
            return Response(status: .noContent)
        }
    }

    private struct DeletionBody: Decodable { let password: Secret }

    private struct MeBody: Decodable {
        let change: Profile.Change

        private enum CodingKeys: CodingKey {
            case displayName, timezone, photoMediaId, sharesReadReceipts, sharesPresence, role
        }

        init(from decoder: any Decoder) throws {
            let body = try decoder.container(keyedBy: CodingKeys.self)
            guard !body.contains(.role) else {
                throw SpotterError.invalid("The role is chosen at sign-up and can't be changed; leave it out.")
            }
            var photo: Profile.Change.Photo?
            if body.contains(.photoMediaId) {
                let text = try body.decodeIfPresent(String.self, forKey: .photoMediaId)
                photo =
                    try text.map { text in
                        guard let id = MediaID(text) else { throw SpotterError.notFound("photo") }
                        return .set(id)
                    } ?? .cleared
            }
            change = Profile.Change(
                displayName: try body.decodeIfPresent(String.self, forKey: .displayName),
                timezone: try body.decodeIfPresent(String.self, forKey: .timezone),
                photo: photo,
                sharesReadReceipts: try body.decodeIfPresent(Bool.self, forKey: .sharesReadReceipts),
                sharesPresence: try body.decodeIfPresent(Bool.self, forKey: .sharesPresence)
            )
        }
    }

    private struct ProfileAnswer: Encodable {
        let user: Profile
    }
}
