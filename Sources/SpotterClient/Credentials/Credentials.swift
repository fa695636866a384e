import Domain
public import SpotterAPI

/// What the command line remembers of a log-in.
public struct Credentials: Sendable, Equatable, Codable {
    public let server: ServerAddress
    /// Names this installation to the server; stays when the user logs in again.
    public let deviceId: String
    public var grant: AuthGrant

    public init(server: ServerAddress, deviceId: String, grant: AuthGrant) {
        self.server = server
        self.deviceId = deviceId
        self.grant = grant
    }
}

/// Prints without the tokens, which are `Secret`s.
extension Credentials: CustomStringConvertible {
    public var description: String { "\(grant.user.email) at \(server)" }
}
