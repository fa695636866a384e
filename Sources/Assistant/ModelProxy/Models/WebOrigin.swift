import Foundation

/// Scheme, host and port of an http or https address.
struct WebOrigin: Hashable {
    let scheme: String
    let host: String
    let port: Int

    /// `nil` for any other address, and for one with a user or a password.
    init?(_ address: String) {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = parts.port ?? (scheme == "https" ? 443 : 80)
    }
}
