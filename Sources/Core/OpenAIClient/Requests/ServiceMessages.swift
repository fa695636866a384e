import Domain

/// What users are told when a service gives no response. The texts name the service in the user's words.
public struct ServiceMessages: Sendable {
    public var unreachable: String
    /// The request can't even be made: the address or the key has a form that HTTP doesn't allow.
    public var unusable: String
    public var noFirstByte: String
    public var idle: String
    public var total: String

    public init(unreachable: String, unusable: String, noFirstByte: String, idle: String, total: String) {
        self.unreachable = unreachable
        self.unusable = unusable
        self.noFirstByte = noFirstByte
        self.idle = idle
        self.total = total
    }

    func timeout(_ limit: Watchdog.Limit) -> ModelError {
        switch limit {
        case .firstByte: ModelError(.timeout, noFirstByte)
        case .idle: ModelError(.timeout, idle)
        case .total: ModelError(.timeout, total)
        }
    }
}
