public import Domain

/// Why one attempt at a request failed, and what may help.
public struct AttemptFailure<Dialect: OptionSet & Sendable>: Error {
    public enum Remedy: Sendable {
        case none
        /// The same request again, after the pause that the server asked for, if it did.
        case retry(after: Duration?)
        /// The request in another form, at once.
        case adapt(Dialect)
    }

    public let error: ModelError
    public let remedy: Remedy

    public init(_ error: ModelError, _ remedy: Remedy = .none) {
        self.error = error
        self.remedy = remedy
    }
}
