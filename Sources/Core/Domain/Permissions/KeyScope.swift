/// What an API key may be used for. A key never does more than its owner may do.
public enum KeyScope: String, Sendable, Codable, CaseIterable {
    case messagesRead = "messages:read"
    case messagesWrite = "messages:write"
    case search
    case assistant
    case calendarRead = "calendar:read"
    case calendarWrite = "calendar:write"
    case profile
    case admin
}

/// The API key by which a request was made.
public struct KeyGrant: Sendable, Hashable {
    public let name: String
    public let scopes: Set<KeyScope>

    public init(name: String, scopes: Set<KeyScope>) {
        self.name = name
        self.scopes = scopes
    }

    /// - Parameter scope: what the operation needs; `nil` if no key may be used for it.
    /// - Throws: `forbidden`, naming the scope.
    public func require(_ scope: KeyScope?) throws(SpotterError) {
        guard let scope else {
            throw SpotterError(.forbidden, "An API key can't do this, whatever its scopes. Log in to do it.")
        }
        guard scopes.contains(scope) else {
            throw SpotterError(.forbidden, "This API key lacks the scope '\(scope.rawValue)'. Make a key that has it.")
        }
    }
}
