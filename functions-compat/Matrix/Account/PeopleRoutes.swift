import Accounts
import Domain
import Gateway
import HTTPTypes
import Live
import Messaging
import SpotterAPI

/// Profiles, presence and finding people.
struct MatrixPeopleRoutes {
    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        addProfiles(to: &table)
        addPresence(to: &table)
        let people = services.messaging.people
        table.on(.post, "/user_directory/search", scope: .profile, quota: .searches) { call in
            let body = try await call.body()
            let limit = min(max(body["limit"]?.int ?? 10, 1), People.maxResults)
            let found = try await people.find(body["search_term"]?.string ?? "", limit: limit, for: call.actor)
            return [
                "limited": .bool(found.count == limit), "results": .array(found.map { Self.result($0, call.names) }),
            ]
        }
    }

    private static func result(_ person: People.Person, _ names: MatrixNames) -> JSONValue {
        var result = profile(person, names)
        result["user_id"] = .string(names.user(person.user.id))
        // The directory's word for a name.
        result["display_name"] = result.removeValue(forKey: "displayname")
        return .object(result)
    }

    private static func profile(_ person: People.Person, _ names: MatrixNames) -> [String: JSONValue] {
        var profile: [String: JSONValue] = ["displayname": .string(person.user.displayName)]
        if let photo = person.user.photoMediaId { profile["avatar_url"] = .string(names.media(photo)) }
        return profile
    }

    // MARK: Profiles

    private func addProfiles(to table: inout MatrixTable) {
        let (people, profiles) = (services.messaging.people, services.messaging.profiles)
        table.on(.get, "/profile/{user}", scope: .profile) { call in
            .object(Self.profile(try await people.person(try call.user(), for: call.actor), call.names))
        }
        table.on(.get, "/profile/{user}/{field}", scope: .profile) { call in
            let profile = Self.profile(try await people.person(try call.user(), for: call.actor), call.names)
            let field = call.path("field")
            return .object(profile.filter { $0.key == field })
        }
        table.on(.put, "/profile/{user}/{field}", scope: nil) { call in
            try call.requireSelf()
            let body = try await call.body(isStored: true)
            var change = Profile.Change()
            switch call.path("field") {
            case "displayname":
                guard let name = body["displayname"]?.string else { throw MatrixFailure.missing("displayname") }
                change.displayName = name
            case "avatar_url":
                let address = body["avatar_url"]?.string ?? ""
                guard !address.isEmpty else {
                    change.photo = .cleared
                    break
                }
                guard let photo = MatrixNames.media(address) else { throw MatrixFailure.invalid("Not a file of here.") }
                change.photo = .set(photo)
            default: throw MatrixFailure.unrecognized
            }
            _ = try await profiles.change(change, of: call.principal.userId)
            return [:]
        }
    }

    // MARK: Presence

    private func addPresence(to table: inout MatrixTable) {
        let (presence, clock, chosen) = (services.live.presence, services.clock, services.chosenPresence)
        table.on(.get, "/presence/{user}/status", scope: .messagesRead) { call in
            let shown = try await presence.presence(of: [try call.user()], for: call.principal.userId)
            guard let one = shown.first else { throw MatrixFailure(SpotterError.notFound("person")) }
            return MatrixPresence.content(one, clock)
        }
        table.on(.put, "/presence/{user}/status", scope: nil) { call in
            try call.requireSelf()
            let text = try await call.body()["presence"]?.string ?? ""
            guard let status = MatrixPresence.status(text) else {
                throw MatrixFailure.invalid("presence must be online, unavailable or offline.")
            }
            chosen.set(status, for: call.principal.sessionId)
            return [:]
        }
    }
}

extension MatrixCall {
    /// The person that the path names.
    func user() throws -> UserID {
        guard let user = MatrixNames.user(path("user")) else { throw MatrixFailure(SpotterError.notFound("person")) }
        return user
    }
}
