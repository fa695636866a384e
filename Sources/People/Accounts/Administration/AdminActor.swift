import Domain

/// Who administers: whoever holds an admin token, or has access to a stopped server's folder.
public enum AdminActor: Sendable, Hashable {
    case token(id: String)
    case folder

    /// - Parameter hash: the token's. Its first bytes name the token and don't help to guess it.
    static func token(hash: [UInt8]) -> AdminActor { .token(id: Hexadecimal.encode(hash.prefix(6))) }

    /// The text that the log of administration keeps.
    public var name: String {
        switch self {
        case .token(let id): "token \(id)"
        case .folder: "folder"
        }
    }
}
