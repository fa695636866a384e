import Domain
package import Hummingbird

/// Where a browser redeems an invitation: at the server's public address if the operator has set one, else at the
/// address by which the request came, if that is one of the server's own or came by HTTPS. Otherwise links are paths: a
/// caller's `Host` may name anything.
package struct InvitationLinks: Sendable {
    private let publicOrigin: String?
    private let origins: AllowedOrigins

    /// - Parameters:
    ///   - publicOrigin: such as `https://chat.example.com`.
    ///   - origins: know the names by which the server is reached.
    package init(publicOrigin: String?, origins: AllowedOrigins) {
        self.publicOrigin = publicOrigin
        self.origins = origins
    }

    func link(_ code: Secret, for request: Request, _ context: AppContext) -> String {
        link(path: "/invite/\(code.reveal())", for: request, context)
    }

    /// The address of something that isn't reached with a token.
    package func link(path: String, for request: Request, _ context: AppContext) -> String {
        if let publicOrigin { return publicOrigin + path }
        guard context.isSecure || request.head.authority.map(origins.isOwn) == true else { return path }
        return (origin(of: request, context) ?? "") + path
    }

    /// The server's address as the caller spells it, whatever it is: for what only the caller gets to see.
    package func origin(of request: Request, _ context: AppContext) -> String? {
        if let publicOrigin { return publicOrigin }
        guard let host = request.head.authority, Self.isHost(host) else { return nil }
        return "\(context.isSecure ? "https" : "http")://\(host)"
    }

    /// Whether `text` is a host with an optional port, so that nothing else of a request gets into a link.
    static func isHost(_ text: String) -> Bool {
        guard (1...255).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"),
                UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
    }
}
