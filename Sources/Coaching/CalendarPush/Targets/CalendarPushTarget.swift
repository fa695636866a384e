package import Domain
package import Notifications

/// A collection of another CalDAV server, and what opens it.
package struct CalendarPushTarget: Sendable, Hashable {
    /// The collection's address, which ends in `/`.
    package let collection: Endpoint
    package let username: String
    package let password: Secret

    package static let maxCredentialBytes = 500

    /// - Parameter origins: where collections may be; the operator lists them, so that nobody has this server ask addresses
    ///   of its own network.
    /// - Throws: `invalid_request` that says what is wrong. The message never holds the password.
    package init(
        url: String,
        username: String,
        password: Secret,
        origins: Set<Origin>
    ) throws(SpotterError) {
        guard !origins.isEmpty else {
            throw .invalid("This server copies calendars nowhere: its operator has listed no servers for that.")
        }
        let address = url.hasSuffix("/") ? url : url + "/"
        guard let endpoint = Endpoint(address), !address.contains("?") else {
            throw .invalid("url must be the address of a calendar, like https://dav.example.com/alex/sessions/.")
        }
        guard origins.contains(endpoint.origin) else {
            let allowed = origins.map(\.description).sorted().joined(separator: ", ")
            throw .invalid("Calendars are copied to these servers only: \(allowed). Ask the operator for another.")
        }
        guard Self.isCredential(username), !username.contains(":") else {
            throw .invalid("username must be 1 to \(Self.maxCredentialBytes) bytes in one line, without a colon.")
        }
        guard Self.isCredential(password.reveal()) else {
            throw .invalid("password must be 1 to \(Self.maxCredentialBytes) bytes in one line.")
        }
        (collection, self.username, self.password) = (endpoint, username, password)
    }

    /// What RFC 7617 lets a name or password be.
    private static func isCredential(_ text: String) -> Bool {
        1...maxCredentialBytes ~= text.utf8.count && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
