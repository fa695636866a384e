import Accounts
package import Domain
package import Storage

extension LocalClock {
    /// The clock of a user's time zone; `nil` if the user or the zone is unknown.
    package static func of(_ user: UserID, on connection: any SQLConnection) throws -> LocalClock? {
        try User.timezone(of: user, on: connection).flatMap { LocalClock(identifier: $0) }
    }

    /// A minute of a day as `HH:MM`.
    package static func text(minute: Int) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
