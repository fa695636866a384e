import Domain

/// What the process of a hostile account is told: where the server is, and who it is.
package struct HostileTarget: Codable, Sendable {
    let address: String
    let email: String
    let password: String
    let token: String
    /// A chat with a long history.
    let chat: ChatID
    /// A file of 20 MB.
    let file: MediaID
    let attacks: [HostileAttack]
    let seconds: Double
    /// The most bytes per second that it writes, as its line would allow.
    let bytesPerSecond: Int

    /// The address that it seems to come from. This machine's own is exempt from some limits.
    static let forwardedFor = "203.0.113.7"
}

/// What a hostile account did: by attack, how often the server said what.
package struct HostileDeeds: Codable, Sendable {
    package struct Deed: Codable, Sendable {
        package var requests = 0
        package var taken = 0
        package var refused = 0
        /// Answers of 5xx.
        package var failed = 0
        /// Connections that the server ended.
        package var ended = 0
        package var bytes = 0
    }

    /// By the attack's name.
    package var deeds: [String: Deed] = [:]
}
