public import Domain
public import SpotterAPI
import Storage

/// What people show of themselves. A change is told at once to everybody who shares a chat.
public struct Profiles: Sendable {
    /// Bytes of a profile's photo.
    public static let largestPhoto: Int64 = 5 << 20

    let database: any Database
    let states: ChatStates
    let hub: Hub

    public func profile(of user: UserID) async throws -> Profile {
        try await database.read { try Self.find(user, on: $0) }
    }

    /// - Throws: `invalid_request` for a name, zone or photo that can't be; `not_found` for a photo that isn't the
    ///   user's own.
    public func change(_ change: Profile.Change, of user: UserID) async throws -> Profile {
        let name = try change.displayName.map { try Validation.displayName($0) }
        let zone = try change.timezone.map { try Accounts.timezone($0) }
        return try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection -> (profile: Profile, told: [UserID], sharingChanged: Bool) in
                let before = try Self.find(user, on: connection)
                var profile = before
                if let name { profile.user.displayName = name }
                if let zone { profile.user.timezone = zone }
                switch change.photo {
                case .set(let photo):
                    try Self.requirePhoto(photo, of: user, on: connection)
                    profile.user.photoMediaId = photo
                case .cleared: profile.user.photoMediaId = nil
                case nil: break
                }
                if let shares = change.sharesReadReceipts { profile.sharesReadReceipts = shares }
                if let shares = change.sharesPresence { profile.sharesPresence = shares }
                guard profile != before else { return (profile, [], false) }
                try Self.store(profile, on: connection)
                try forgetChats(of: user, on: connection)
                let isVisible =
                    profile.user.displayName != before.user.displayName
                    || profile.user.photoMediaId != before.user.photoMediaId
                let told = isVisible ? try Self.audience(of: user, on: connection) : []
                return (profile, told, profile.sharesPresence != before.sharesPresence)
            } completion: { result in
                // Told in the order of the commits, so that the last one stands.
                if case .success(let done) = result, !done.told.isEmpty {
                    hub.gather(hub.encode(ServerFrames.user(UserChange(of: done.profile.user))), to: done.told)
                }
                if case .success(let done) = result, done.sharingChanged { states.relationsChanged(of: [user]) }
                continuation.resume(with: result.map(\.profile))
            }
        }
    }

    /// Chats keep facts of their members in memory.
    private func forgetChats(of user: UserID, on connection: any SQLConnection) throws {
        let chats = try connection.query("SELECT chat_id FROM members WHERE user_id = $1", user) {
            try $0.id(0, ChatID.self)
        }
        for chat in chats { states.forget(chat) }
        states.expireRelations()
    }

    // MARK: Rows

    private static func find(_ user: UserID, on connection: any SQLConnection) throws -> Profile {
        let found = try connection.first(
            "SELECT \(User.columns), shares_read, shares_presence FROM users WHERE id = $1 AND deleted_at IS NULL",
            user
        ) {
            Profile(
                user: try User(row: $0),
                sharesReadReceipts: try $0.bool(User.columnCount),
                sharesPresence: try $0.bool(User.columnCount + 1)
            )
        }
        guard let found else { throw SpotterError.notFound("account") }
        return found
    }

    private static func store(_ profile: Profile, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE users SET display_name = $1, timezone = $2, photo_media_id = $3, shares_read = $4,
                shares_presence = $5
            WHERE id = $6
            """,
            profile.user.displayName,
            profile.user.timezone,
            profile.user.photoMediaId,
            profile.sharesReadReceipts,
            profile.sharesPresence,
            profile.user.id
        )
    }

    /// Everybody who sees the user's name in a chat, and the user's own devices.
    static func audience(of user: UserID, on connection: any SQLConnection) throws -> [UserID] {
        try connection.query(
            """
            SELECT DISTINCT theirs.user_id FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
            WHERE mine.user_id = $1 AND theirs.user_id <> $1
            """,
            user
        ) { try $0.id(0, UserID.self) } + [user]
    }

    private static func requirePhoto(_ photo: MediaID, of user: UserID, on connection: any SQLConnection) throws {
        let found = try connection.first(
            "SELECT kind, state, size FROM media WHERE id = $1 AND owner_id = $2",
            photo,
            user
        ) { (kind: try $0.text(0), state: try $0.text(1), size: try $0.int(2)) }
        guard let found else { throw SpotterError.notFound("photo") }
        guard found.kind == "image", found.state == "ready" else {
            throw SpotterError.invalid("photoMediaId must name an image whose upload is finished.")
        }
        guard found.size <= largestPhoto else {
            throw SpotterError.invalid(
                "A profile's photo takes at most \(largestPhoto >> 20) MB; choose a smaller one."
            )
        }
    }
}

extension UserChange {
    init(of user: User) {
        self.init(userId: user.id, displayName: user.displayName, photoMediaId: user.photoMediaId)
    }
}
