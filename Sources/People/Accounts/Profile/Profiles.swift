public import Domain
public import SpotterAPI
public import Storage

/// Users' own profiles. A change is published immediately to everybody who shares a chat with the user.
public struct Profiles: Sendable {
    let database: any Database
    let media: any MediaCatalog
    let observer: any AccountObserver
    let gate: any RegistrationGate

    public init(
        database: any Database,
        media: any MediaCatalog,
        observer: any AccountObserver,
        gate: any RegistrationGate
    ) {
        self.database = database
        self.media = media
        self.observer = observer
        self.gate = gate
    }

    /// - Throws: `not_found` if there is no such account.
    public func profile(of user: UserID) async throws -> Profile {
        try await database.read { try Profile.find(user, on: $0) }
    }

    /// Changes the given fields and keeps the others.
    /// - Throws: `invalid_request` if a name, time zone, locale, photo or instruction is invalid; `not_found` if the photo isn't the user's
    ///   own file, or there is no such account.
    public func change(_ change: Profile.Change, of user: UserID) async throws -> Profile {
        let name = try change.displayName.map { try Validation.displayName($0) }
        let zone = try change.timezone.map { try Accounts.timezone($0) }
        let instructions = try change.customInstructions.replacement.map { try Self.instructions($0) }
        let locale = try change.locale.replacement.map { try $0.map { try Self.locale($0) } }
        return try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection -> (profile: Profile, change: AccountChange?, audience: AccountAudience) in
                let before = try Profile.find(user, on: connection)
                var profile = before
                if let name { profile.user.displayName = name }
                if let zone { profile.user.timezone = zone }
                switch change.photo {
                case .set(let photo):
                    try requirePhoto(photo, of: user, on: connection)
                    profile.user.photoMediaId = photo
                case .cleared: profile.user.photoMediaId = nil
                case nil: break
                }
                if let shares = change.sharesReadReceipts { profile.sharesReadReceipts = shares }
                if let shares = change.sharesPresence { profile.sharesPresence = shares }
                if let instructions {
                    profile.customInstructions = instructions
                    if before.customInstructions != nil { connection.markErasure() }
                }
                if let locale { profile.locale = locale }
                guard profile != before else { return (profile, nil, AccountAudience()) }
                if profile.user.displayName != before.user.displayName {
                    try gate.nameWillChange(of: profile.user, on: connection)
                }
                try profile.store(on: connection)
                let changed = profile.change(from: before)
                return (profile, changed, try observer.accountWillChange(changed, on: connection))
            } completion: { result in
                // Published in the order of commits, so that the last event has the current value.
                if case .success(let done) = result, let changed = done.change {
                    observer.accountDidChange(changed, audience: done.audience)
                }
                continuation.resume(with: result.map(\.profile))
            }
        }
    }

    /// An empty text is none.
    private static func instructions(_ text: String?) throws(SpotterError) -> String? {
        guard let text = text?.trimmed, !text.isEmpty else { return nil }
        guard TextLength(1...Profile.maxCustomInstructions).admits(text) else {
            throw .invalid("customInstructions hold at most \(Profile.maxCustomInstructions) characters.")
        }
        return text
    }

    private static func locale(_ text: String) throws(SpotterError) -> String {
        guard let tag = LocaleTag.normalized(text) else {
            throw .invalid("'\(text.prefix(32))' is no locale; give a language and a region, such as en-GB.")
        }
        return tag
    }

    private func requirePhoto(_ photo: MediaID, of user: UserID, on connection: any SQLConnection) throws {
        guard let file = try media.files([photo], on: connection)[photo], file.ownerId == user else {
            throw SpotterError.notFound("photo")
        }
        guard file.media.kind == .image, file.isReady else {
            throw SpotterError.invalid("photoMediaId must name an image whose upload is finished.")
        }
        try file.requireSizeOfPhoto()
    }
}

extension Profile {
    fileprivate func change(from before: Profile) -> AccountChange {
        let changesLooks =
            user.displayName != before.user.displayName || user.photoMediaId != before.user.photoMediaId
        let timezone = user.timezone == before.user.timezone ? nil : user.timezone
        return .profile(
            of: user.id,
            shown: changesLooks || timezone != nil ? UserChange(of: user, timezone: timezone) : nil,
            changesLooks: changesLooks,
            changesPresenceSharing: sharesPresence != before.sharesPresence
        )
    }
}
