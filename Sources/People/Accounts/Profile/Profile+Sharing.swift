package import Domain
import SpotterAPI
package import Storage

/// A user's sharing settings, for the modules that show the shared data.
extension Profile {
    /// Whether the user shows others how far they have read; `false` for an unknown user.
    package static func sharesReadReceipts(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM users WHERE id = $1 AND shares_read = 1", user)
    }

    /// Whether the user shows others their presence; `false` for an unknown user.
    package static func sharesPresence(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM users WHERE id = $1 AND shares_presence = 1", user)
    }

    /// What the user wants of the assistant's answers; `nil` if nothing.
    package static func customInstructions(of user: UserID, on connection: any SQLConnection) throws -> String? {
        let found = try connection.first("SELECT custom_instructions FROM users WHERE id = $1", user) {
            try $0.optionalText(0)
        }
        return found ?? nil
    }

    /// How the user writes dates, as a BCP 47 tag: their choice, or what is usual in their time zone.
    package static func locale(of user: UserID, on connection: any SQLConnection) throws -> String? {
        try connection.first("SELECT locale, timezone FROM users WHERE id = $1", user) {
            try $0.optionalText(0) ?? LocaleTag.usual(in: try $0.text(1))
        }
    }

    /// Stores when a device of the user was last seen, unless a later time is stored.
    package static func storeLastSeen(_ seen: Timestamp, of user: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            "UPDATE users SET last_seen_at = $1 WHERE id = $2 AND (last_seen_at IS NULL OR last_seen_at < $1)",
            seen,
            user
        )
    }
}
