import Domain
import Notifications

/// Why a collection couldn't be asked or written. Says nothing about a single event.
struct RemoteFailure: Error, Sendable, Equatable {
    enum Kind: Sendable {
        /// It may work later.
        case busy
        /// The user name or the password isn't accepted.
        case credentials
        /// The permission was taken back. It isn't tried again.
        case revoked
        /// It isn't a calendar that may be written. The user may mend that.
        case collection
    }

    let kind: Kind
    /// For the user. Never holds the password.
    let message: String
    /// When the other server wants to be asked again.
    var retryAfterSeconds: Int64?

    static let unreachable = RemoteFailure(kind: .busy, message: "The other server can't be reached.")
    static let unclear = RemoteFailure(kind: .busy, message: "The other server gives an answer that can't be read.")

    /// Nothing was asked of the other server.
    static let unreadable = RemoteFailure(kind: .busy, message: "Your calendar can't be read here; ask the operator.")

    /// What an answer says about the whole collection; `nil` if that depends on the request.
    init?(_ response: RemoteResponse, at now: Timestamp) {
        let status = response.status
        switch status {
        case 300..<400:
            self.init(
                kind: .collection,
                message: "The address leads elsewhere (status \(status)); use the one it leads to."
            )
        case 401:
            self.init(kind: .credentials, message: "The other server doesn't accept the user name or the password.")
        case 408, 423, 425, 429, 500...:
            self.init(
                kind: .busy,
                message: status == 507
                    ? "The other server has no room left." : "The other server is busy (status \(status)).",
                retryAfterSeconds: response.retryAfter.flatMap { RetryAfter.seconds($0, at: now) }
            )
        default: return nil
        }
    }

    init(kind: Kind, message: String, retryAfterSeconds: Int64? = nil) {
        (self.kind, self.message, self.retryAfterSeconds) = (kind, message, retryAfterSeconds)
    }
}
