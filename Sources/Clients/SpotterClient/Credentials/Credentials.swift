import Domain
public import SpotterAPI

/// The command line's record of a login.
///
///     print(credentials)  // alex@example.com at https://chat.example.com
public struct Credentials: Sendable, Equatable, Codable {
    public let server: ServerAddress
    /// Identifies this installation to the server; kept when the user logs in again.
    public let deviceId: String
    public var grant: AuthGrant
    /// The file of certificates that were trusted at log-in beside the system's: an absolute path.
    public let caCertificate: String?

    public init(server: ServerAddress, deviceId: String, grant: AuthGrant, caCertificate: String? = nil) {
        self.server = server
        self.deviceId = deviceId
        self.grant = grant
        self.caCertificate = caCertificate
    }
}

/// The description contains no tokens.
extension Credentials: CustomStringConvertible {
    public var description: String { "\(grant.user.email) at \(server)" }
}
