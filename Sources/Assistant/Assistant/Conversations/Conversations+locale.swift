import Accounts
import Domain
import SpotterAPI
import Storage

extension Conversations {
    /// How the user writes dates; `nil` for an unknown user.
    func locale(of user: UserID) async throws -> String? {
        try await database.read { try Profile.locale(of: user, on: $0) }
    }
}
