import Accounts
import CheckIns
import Domain
import Hummingbird
import Messaging
import Scheduling
import SpotterAPI

/// The authenticated user's own profile.
struct ProfileRoutes {
    let messaging: MessagingServices
    let deletion: AccountDeletion
    let scheduled: ScheduledMessages
    let checkIns: CheckIns

    func add(to table: inout RouteTable) {
        table.tag = .accounts
        let (profiles, scheduled, checkIns) = (messaging.profiles, scheduled, checkIns)
        table.on(
            .get,
            "/v1/me",
            "getProfile",
            "Get the account that asks",
            response: .json(ProfileResponse.self),
            cost: .light
        ) { _, context in
            JSONResponse(ProfileResponse(user: try await profiles.profile(of: try context.requirePrincipal().userId)))
        }
        table.on(
            .patch,
            "/v1/me",
            "updateProfile",
            "Change name, time zone, locale, photo (null clears it), what others may see or what the assistant is told",
            body: UpdateProfileRequest.self,
            response: .json(ProfileResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateProfileRequest.self, context: context)
            let user = try context.requirePrincipal().userId
            let profile = try await profiles.change(Profile.Change(body), of: user)
            if body.timezone != nil {
                try await scheduled.followZone(of: user)
                try await checkIns.followZone(of: user)
            }
            return JSONResponse(ProfileResponse(user: profile))
        }
        let deletion = deletion
        table.on(
            .delete,
            "/v1/me",
            "deleteAccount",
            "Delete this account: messages for all, memberships, relations, calendar, conversations; for good",
            body: DeleteAccountRequest.self,
            response: .noContent,
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(DeleteAccountRequest.self, context: context)
            let principal = try context.requirePrincipal()
            try await context.guarded(principal.user.email) {
                try await deletion.delete(principal, password: body.password)
            }
            return Response(status: .noContent)
        }
    }
}

extension Profile.Change {
    init(_ request: UpdateProfileRequest) {
        let photo: Photo? =
            switch request.photoMediaId {
            case .unchanged: nil
            case .cleared: .cleared
            case .set(let id): .set(id)
            }
        self.init(
            displayName: request.displayName,
            timezone: request.timezone,
            photo: photo,
            sharesReadReceipts: request.sharesReadReceipts,
            sharesPresence: request.sharesPresence,
            customInstructions: request.customInstructions,
            locale: request.locale
        )
    }
}
