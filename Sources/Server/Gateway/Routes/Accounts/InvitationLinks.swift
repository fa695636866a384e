import Domain
import HTTPTypes
package import Hummingbird

/// Where a browser redeems an invitation: at the server's public address if the operator has set one, else at the
/// address by which the request came.
package struct InvitationLinks: Sendable {
    private let publicOrigin: String?
    private let isSecure: Bool

    /// - Parameters:
    ///   - publicOrigin: such as `https://chat.example.com`.
    ///   - isSecure: whether the server itself speaks TLS.
    package init(publicOrigin: String?, isSecure: Bool) {
        self.publicOrigin = publicOrigin
        self.isSecure = isSecure
    }

    func link(_ code: Secret, for request: Request, _ context: AppContext) -> String {
        link(path: "/invite/\(code.reveal())", for: request, context)
    }

    /// The address of something that isn't reached with a token.
    package func link(path: String, for request: Request, _ context: AppContext) -> String {
        if let publicOrigin { return publicOrigin + path }
        guard let host = request.head.authority, Self.isHost(host) else { return path }
        // Only a proxy that the operator named can have changed the client's address.
        let isProxied = context.address != ClientAddress(peer: context.peer)
        let protocols = HTTPField.Name("X-Forwarded-Proto").map { request.headers[values: $0] } ?? []
        let saysSecure = isProxied && protocols.last?.lowercased() == "https"
        return "\(isSecure || saysSecure ? "https" : "http")://\(host)\(path)"
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
