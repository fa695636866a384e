public import Domain

extension SpotterError {
    /// Describes why a body or frame couldn't be decoded, and names the field.
    public init(decoding error: DecodingError) {
        switch error {
        case .keyNotFound(let key, _): self = .invalid("The field '\(key.stringValue)' is missing.")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self = .invalid("The field '\(Self.path(context))' has the wrong type: \(context.debugDescription)")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(.invalidJSON, "This is not valid JSON.")
        case .dataCorrupted(let context):
            self = .invalid("The field '\(Self.path(context))' can't be read: \(context.debugDescription)")
        @unknown default: self.init(.invalidJSON, "The body could not be read.")
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
}
