/// The revisions of MCP that are spoken.
enum ProtocolVersion: String, Sendable, CaseIterable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    case july2026 = "2026-07-28"

    /// Whether each message stands for itself, without a session.
    var isModern: Bool { self == .july2026 }

    /// The newest with sessions, offered to clients that ask for one that isn't known.
    static let latestLegacy = ProtocolVersion.november2025

    /// Whether the server may ask its user something in this revision.
    var hasElicitation: Bool { self == .june2025 || self == .november2025 || isModern }
}
