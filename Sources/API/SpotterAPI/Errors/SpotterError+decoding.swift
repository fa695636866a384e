public import Domain

extension SpotterError {
    /// Describes why a body or frame couldn't be decoded, and names the field.
    ///
    /// - Parameters:
    ///   - fields: what the body may hold, to say what the field takes.
    ///   - value: the body, to say what the field is.
    public init(decoding error: DecodingError, as fields: RequestFields? = nil, from value: JSONValue? = nil) {
        switch error {
        case .keyNotFound(let key, _): self = .invalid("The field '\(key.stringValue)' is missing.")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            // The decoder calls a number that its field can't hold invalid JSON, and doesn't say where it stands.
            let isNumber = value != nil
            self.init(
                .invalidJSON,
                isNumber
                    ? "A number in it is out of range, or isn't a whole number where one is wanted."
                    : "This is not valid JSON."
            )
        case .typeMismatch(_, let context) where context.codingPath.isEmpty:
            self = .invalid("This must be a JSON object.")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            guard let expected = fields?.expected(at: context.codingPath) else {
                self = .invalid("The field \(ErrorText.decoding(error)).")
                return
            }
            let name = ErrorText.path(context.codingPath)
            // A secret stays out of every answer.
            let given = expected.isSecret ? nil : value?.value(at: context.codingPath)?.scalarText
            self = .invalid("'\(name)' \(given.map { "is \($0); it " } ?? "")\(expected.requirement).")
        @unknown default: self.init(.invalidJSON, "The body could not be read.")
        }
    }
}

extension JSONValue {
    /// The value that a path of keys and indices leads to.
    fileprivate func value(at path: [any CodingKey]) -> JSONValue? {
        path.reduce(self as JSONValue?) { value, key in
            switch value {
            case .object(let fields): return fields[key.stringValue]
            case .array(let elements):
                guard let index = key.intValue, elements.indices.contains(index) else { return nil }
                return elements[index]
            default: return nil
            }
        }
    }

    /// A text in quotes, a number, `true`, `false` or `null`; `nil` for lists and objects.
    fileprivate var scalarText: String? {
        switch self {
        case .string(let text): "'\(text.prefix(64))'"
        case .array, .object: nil
        default: String(text.prefix(64))
        }
    }
}
